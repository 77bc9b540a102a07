//! The feedback of one case, and the transcript of a reported run.

use crate::choice::Tree;
use std::any::Any;

/// A value given to `observe!`.
pub type ErasedObservation = Box<dyn Any>;

/// What the macros of one case recorded, for the statistics and for the search.
#[derive(Debug, Default)]
pub(crate) struct Feedback {
    /// By `label!`.
    pub(crate) labels: Vec<String>,
    /// By `target!` and `minimize!`; larger is better.
    pub(crate) scores: Vec<(&'static str, f64)>,
    /// By `cover!`.
    pub(crate) covers: Vec<Covered>,
    /// By `observe!`.
    pub(crate) observed: Vec<ErasedObservation>,
    /// By the `assume!` or filter that rejected the case.
    pub(crate) distance: Option<BranchDistance>,
    /// By `restart!`.
    pub(crate) restart: bool,
    /// By `seed!`: the choices of each value, or `None` if its generator cannot encode it.
    pub(crate) seeds: Vec<Option<Tree>>,
}

impl Feedback {
    pub(crate) fn is_empty(&self) -> bool {
        self.labels.is_empty()
            && self.scores.is_empty()
            && self.covers.is_empty()
            && self.observed.is_empty()
            && self.seeds.is_empty()
            && !self.restart
    }
}

/// The feedback of a case that ran on another thread. Without a history there are no observations, and without traces no
/// seeds; the outcome contains the distance.
#[derive(Debug)]
pub(crate) struct ThreadFeedback {
    labels: Vec<String>,
    scores: Vec<(&'static str, f64)>,
    covers: Vec<Covered>,
    restart: bool,
}

impl From<Feedback> for ThreadFeedback {
    fn from(feedback: Feedback) -> ThreadFeedback {
        let Feedback { labels, scores, covers, restart, .. } = feedback;
        ThreadFeedback { labels, scores, covers, restart }
    }
}

impl From<ThreadFeedback> for Feedback {
    fn from(feedback: ThreadFeedback) -> Feedback {
        let ThreadFeedback { labels, scores, covers, restart } = feedback;
        Feedback { labels, scores, covers, restart, ..Feedback::default() }
    }
}

/// How far a rejected case was from being accepted. More conditions passed is nearer, and then a smaller distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BranchDistance {
    /// Number of different `assume!` that held before the one that did not: the approach level of search-based
    /// testing.
    pub(crate) level: u32,
    /// Branch distance of that condition; above 0.
    pub(crate) distance: f64,
}

/// Whether a case counts for a required share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Covered {
    pub(crate) name: &'static str,
    pub(crate) hit: bool,
    /// Required percentage of all cases.
    pub(crate) percent: f64,
}

/// What the reported run did, step by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// By `note!`.
    pub(crate) notes: Vec<String>,
    pub(crate) steps: Vec<Step>,
    /// Calls of a state machine with the names of their arguments, and their places among the steps.
    pub(crate) named_calls: Vec<(usize, String)>,
}

/// A part of an input that is not among the arguments: the table of a generated function (see
/// [`fn_of`](crate::fn_of)). In the reports of `#[property]` also a value that the body drew, or a call of a state machine.
///
/// ```
/// use disprove::{Step, prelude::*};
///
/// let report = check((fn_of::<u8, _>(any::<bool>()), any::<u8>())).seed(1).run(|(holds, n)| holds.call(&n));
/// let [Step::Drew { name, value }] = report.failures()[0].steps() else { panic!("one function") };
/// assert_eq!((*name, &**value), ("function", "{0 => false}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The body drew a value.
    Drew {
        /// The variable that the body bound, or "function" for the table of a generated function.
        name: &'static str,
        /// The value, as text.
        value: String,
    },
    /// A state machine ran a rule.
    Called {
        /// The call, as Rust.
        line: String,
    },
}

/// Whether two names are equal. Usually they have the same address. The empty name is checked first, as comparing its
/// contents is slow.
#[inline]
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    a.len() == b.len() && (a.as_ptr().addr() == b.as_ptr().addr() || a.is_empty() || a == b)
}
