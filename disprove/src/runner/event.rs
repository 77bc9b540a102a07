//! The events of a run. The engine prints nothing: listeners do.

use crate::case::{CaseOutcome, Rejection};
use std::time::Duration;

/// Something that happened in a run: see [`Check::listen`](crate::Check::listen).
///
/// ```
/// use disprove::{Event, prelude::*};
/// use std::{cell::Cell, rc::Rc};
///
/// let found = Rc::new(Cell::new(0));
/// let first = Rc::clone(&found);
/// let check = check(any::<u32>()).seed(1).listen(move |event| {
///     if let Event::Found { message, execution, .. } = event {
///         println!("execution {execution}: {message}");
///         first.set(execution);
///     }
/// });
/// assert_eq!(check.run(|n| n < 10).failures()[0].found_at(), found.get());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search found a failure with a new cause.
    Found {
        /// The message of the panic, or why the property does not hold.
        message: &'a str,
        /// "file:line:column" of the panic, if it was one.
        location: Option<&'a str>,
        /// The number of the execution, from 1.
        execution: u64,
    },
    /// A failure became smaller.
    Reduced {
        /// The reduction pass.
        pass: &'a str,
        /// The choices left.
        choices: usize,
    },
    /// A weakness of the property or its generator.
    Advised {
        /// One line.
        advice: &'a str,
    },
    /// A problem that does not change the verdict: the database cannot be read or written.
    Warned {
        /// One line.
        warning: &'a str,
    },
    /// The property ran once. Only sent after [`Check::listen_to_executions`](crate::Check::listen_to_executions).
    Executed(Execution<'a>),
}

/// One execution of a property.
///
/// ```
/// use disprove::{Event, prelude::*};
/// use std::{cell::RefCell, rc::Rc};
///
/// let inputs = Rc::new(RefCell::new(Vec::new()));
/// let seen = Rc::clone(&inputs);
/// let check = check(any::<bool>()).listen_to_executions(true).listen(move |event| {
///     if let Event::Executed(execution) = event {
///         seen.borrow_mut().push(execution.arguments[0].1.clone());
///     }
/// });
/// assert_eq!(check.run(|_| true).verdict(), Verdict::Exhausted);
/// assert_eq!(*inputs.borrow(), ["false", "true"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Execution<'a> {
    /// The phase of the run.
    pub phase: Phase,
    /// How the case ended.
    pub status: Status<'a>,
    /// Name and `Debug` output of each argument; empty if the property was not called.
    pub arguments: &'a [(&'static str, String)],
    /// How long the property took.
    pub time: Duration,
    /// The labels that `label!` recorded.
    pub labels: &'a [String],
    /// The scores that `target!` and `minimize!` recorded; larger is better.
    pub scores: &'a [(&'static str, f64)],
    /// Whether the case met the conditions of `cover!`.
    pub covers: &'a [(&'static str, bool)],
}

#[cfg(test)]
impl Execution<'static> {
    /// A case of the search that passed without feedback.
    pub(crate) fn passed() -> Execution<'static> {
        let (phase, status) = (Phase::Search, Status::Passed);
        Execution {
            phase,
            status,
            arguments: &[],
            time: Duration::ZERO,
            labels: &[],
            scores: &[],
            covers: &[],
        }
    }
}

/// The phase of a run.
///
/// ```
/// use disprove::{Event, Phase, prelude::*};
/// use std::{cell::RefCell, rc::Rc};
///
/// let phases = Rc::new(RefCell::new(Vec::new()));
/// let seen = Rc::clone(&phases);
/// let check = check(any::<u64>()).seed(1).listen_to_executions(true).listen(move |event| {
///     if let Event::Executed(execution) = event {
///         seen.borrow_mut().push(execution.phase);
///     }
/// });
/// assert_eq!(check.run(|n| n < 10).failures().len(), 1);
/// assert!(phases.borrow().contains(&Phase::Reduce));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Examples, regressions and stored failures.
    Known,
    /// The search for failures.
    Search,
    /// The reduction of a failure.
    Reduce,
    /// Repeated runs of the smallest input, to confirm the failure.
    Confirm,
    /// Variations of the smallest failure, to find out what matters.
    Explain,
}

/// How a case ended.
///
/// ```
/// use disprove::{Event, Status, prelude::*};
/// use std::{cell::Cell, rc::Rc};
///
/// let rejected = Rc::new(Cell::new(0));
/// let count = Rc::clone(&rejected);
/// let check = check(0..10u8).listen_to_executions(true).listen(move |event| match event {
///     Event::Executed(execution) if execution.status == Status::Rejected => count.set(count.get() + 1),
///     _ => {}
/// });
/// assert_eq!(check.run(|n| assume!(n > 3)).rejected(), 4);
/// assert_eq!(rejected.get(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status<'a> {
    /// The property holds.
    Passed,
    /// An assumption or a filter rejected it.
    Rejected,
    /// It exceeded the size budget of a case: about 65,000 choices (more if `.len(..)` asks for them), values nested 128
    /// deep, or 8 MiB of strings.
    ///
    /// From half of the budget on, all choices are the simplest, so that most generators end before the limit.
    Overrun,
    /// The property does not hold.
    Failed {
        /// The message of the panic, or why the property does not hold.
        message: &'a str,
        /// "file:line:column" of the panic, if it was one.
        location: Option<&'a str>,
    },
}

/// The public view of an outcome.
pub(super) fn status(outcome: &CaseOutcome) -> Status<'_> {
    match outcome {
        CaseOutcome::Passed => Status::Passed,
        CaseOutcome::Rejected(Rejection { overrun: true, .. }) => Status::Overrun,
        CaseOutcome::Rejected(_) => Status::Rejected,
        CaseOutcome::Failed(cause) => {
            Status::Failed { message: &cause.message, location: cause.location.as_deref() }
        }
    }
}
