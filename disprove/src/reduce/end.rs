//! Why a reduction ended.

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
