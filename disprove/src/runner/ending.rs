//! Why a reduction ended.

use crate::reduce::End;

/// Why the reduction of a failure ended: see [`Failure::reduction_ended`](crate::Failure::reduction_ended).
///
/// ```
/// use disprove::{ReductionEnd, prelude::*};
///
/// let report = check(any::<u64>()).seed(1).run(|n| n < 10);
/// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReductionEnd {
    /// Nothing smaller was found to fail.
    Complete,
    /// The property was run as often as [`reduction_runs`](crate::Check::reduction_runs) allows.
    Runs,
    /// It took as long as [`reduction_time`](crate::Check::reduction_time) allows.
    Time,
    /// It was not reduced: that was not asked for, or it hardly ever fails again.
    Skipped,
}

impl From<End> for ReductionEnd {
    fn from(end: End) -> ReductionEnd {
        match end {
            End::Smallest => ReductionEnd::Complete,
            End::Runs => ReductionEnd::Runs,
            End::Time => ReductionEnd::Time,
        }
    }
}
