//! What a run tells while it goes on. The core prints nothing: whoever listens does.

use crate::{case::Ended, feedback::Feedback};

/// Something that happened in a run: see [`Check::listen`](crate::Check::listen).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A failure that resembles none before it.
    Found {
        /// What was said.
        message: &'a str,
        /// "file:line:column" of the panic, if it was one.
        location: Option<&'a str>,
        /// The number of the execution, from 1.
        execution: u64,
    },
    /// A failure was made smaller.
    Reduced {
        /// What made it smaller.
        pass: &'a str,
        /// How many choices are left.
        choices: usize,
    },
    /// Something the author of the property should know, in one line.
    Advised {
        /// The line.
        advice: &'a str,
    },
    /// Something went wrong that does not change the verdict, in one line: the database cannot be read or
    /// written.
    Warned {
        /// The line.
        warning: &'a str,
    },
    /// The property was run once. Transcript only where every case is asked for, by writing observations.
    Executed(Execution<'a>),
}

/// One run of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Execution<'a> {
    /// Why it was run.
    pub phase: Phase,
    /// How it ended.
    pub status: Status<'a>,
    /// What `label!` said.
    pub labels: &'a [String],
    /// What `target!` and `minimize!` said; the larger the better.
    pub scores: &'a [(&'static str, f64)],
    /// What `cover!` said.
    pub covers: &'a [(&'static str, bool)],
}

#[cfg(test)]
impl Execution<'static> {
    /// A case of the search that passed in silence.
    pub(crate) fn passed() -> Execution<'static> {
        let (phase, status) = (Phase::Search, Status::Passed);
        Execution { phase, status, labels: &[], scores: &[], covers: &[] }
    }
}

/// Why a case is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// It is an example, or failed before.
    Known,
    /// A failure is looked for.
    Search,
    /// A failure is made smaller.
    Reduce,
    /// The smallest failure, once more.
    Confirm,
    /// Something in the smallest failure is changed, to see whether it matters.
    Explain,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status<'a> {
    /// The property holds for it.
    Passed,
    /// By an assumption or a filter.
    Rejected,
    /// It grew beyond the budget.
    Overrun,
    /// The property does not hold for it.
    Failed {
        /// What was said.
        message: &'a str,
        /// "file:line:column" of the panic, if it was one.
        location: Option<&'a str>,
    },
}

/// Tells of one execution.
pub(super) fn tell(
    listener: &mut dyn FnMut(Event<'_>),
    phase: Phase,
    ended: &Ended,
    feedback: &Feedback,
) {
    let status = match ended {
        Ended::Passed | Ended::Remarked => Status::Passed,
        Ended::Rejected { overrun: true, .. } => Status::Overrun,
        Ended::Rejected { .. } => Status::Rejected,
        Ended::Failed(fault) => {
            Status::Failed { message: &fault.message, location: fault.location.as_deref() }
        }
        Ended::Unwanted | Ended::Broken(_) => return,
    };
    let mut covers = Vec::new();
    for cover in &feedback.covers {
        covers.push((cover.name, cover.hit));
    }
    listener(Event::Executed(Execution {
        phase,
        status,
        labels: &feedback.labels,
        scores: &feedback.scores,
        covers: &covers,
    }));
}
