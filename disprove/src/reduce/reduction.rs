//! The limits and the result of a reduction.

use super::clock::now;
use crate::choice::Tree;
use std::time::Instant;

/// ReductionLimits of a reduction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReductionLimits {
    /// Runs of the property.
    pub(crate) runs: u64,
    pub(crate) deadline: Option<Instant>,
}

impl ReductionLimits {
    pub(crate) const NONE: ReductionLimits = ReductionLimits { runs: u64::MAX, deadline: None };

    /// Whether the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| now() >= deadline)
    }
}

/// The smallest failing tree found, and the steps that led to it.
#[derive(Debug)]
pub(crate) struct Reduction {
    pub(crate) tree: Tree,
    pub(crate) steps: Vec<ReductionStep>,
    /// Runs of the generator.
    pub(crate) attempts: u64,
    /// Runs of the property, as far as the reducer knows. An oracle may run it more than once per attempt.
    pub(crate) runs: u64,
    /// Proposals after a limit was reached.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests check that passes end at once"))]
    pub(crate) late: u64,
    pub(crate) end: ReductionEnd,
}

/// A successful proposal: the pass that made it, and the number of choices it left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReductionStep {
    pub(crate) pass: &'static str,
    pub(crate) choices: usize,
}

/// Why a reduction ended: see [`Failure::reduction_ended`](crate::Failure::reduction_ended) and
/// [`ReducedValue::end`](crate::ReducedValue::end).
///
/// ```
/// use disprove::{ReductionEnd, prelude::*, reducer};
///
/// let report = check(any::<u64>()).seed(1).run(|n| n < 10);
/// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
///
/// let reduced = reducer(any::<u8>()).run(9, |n| *n > 10);
/// assert_eq!(reduced.end, ReductionEnd::Uninteresting);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReductionEnd {
    /// Every pass was tried, and nothing smaller fails.
    Complete,
    /// The limit on runs was reached: [`Check::reduction_runs`](crate::Check::reduction_runs) or
    /// [`ValueReducer::runs`](crate::ValueReducer::runs).
    Runs,
    /// The limit on time was reached: [`Check::reduction_time`](crate::Check::reduction_time) or
    /// [`ValueReducer::time`](crate::ValueReducer::time).
    Time,
    /// [`ValueReducer::stop_when`](crate::ValueReducer::stop_when) returned true.
    Stopped,
    /// No reduction took place: it was disabled, or the failure is too flaky to reduce.
    Skipped,
    /// The initial value passed to [`ValueReducer::run`](crate::ValueReducer::run) is not interesting.
    Uninteresting,
    /// The generator cannot produce the initial value, or cannot encode it as choices.
    Unencodable,
}
