//! The size of random cases: small at first, growing over a run.

use crate::source::{sample::DistributionOrder, size_and_distribution};

/// The size schedule of a run.
#[derive(Clone, Copy)]
pub(crate) struct SizeSchedule {
    /// The first case of full size.
    full: u64,
}

/// Cases that are smaller than full size. Small cases run fast and fail readably; a short run grows over half of its
/// cases instead.
const SMALL_CASES: u64 = 20;

impl SizeSchedule {
    pub(crate) fn over(cases: u64) -> SizeSchedule {
        SizeSchedule { full: (cases / 2).clamp(1, SMALL_CASES) }
    }

    /// A schedule that reaches full size at this case.
    pub(crate) fn with_full(full: u32) -> SizeSchedule {
        SizeSchedule { full: u64::from(full.max(1)) }
    }

    pub(crate) fn full(self) -> u64 {
        self.full
    }

    /// The size and the distribution of a case counted from 0.
    pub(crate) fn size(self, case: u64, order: &DistributionOrder) -> u32 {
        size_and_distribution(self.percent(case), order.of_case(case))
    }

    /// The size of a case counted from 0, in percent.
    #[inline(always)]
    pub(crate) fn percent(self, case: u64) -> u32 {
        if case >= self.full { 100 } else { (case * 100 / self.full) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::SizeSchedule;

    #[test]
    fn reaches_full_size_within_half_of_the_run() {
        for cases in [1, 2, 20, 500, 100_000] {
            let schedule = SizeSchedule::over(cases);
            let sizes: Vec<u32> = (0..cases.min(200)).map(|case| schedule.percent(case)).collect();
            assert!(sizes.is_sorted() && sizes[0] == 0, "{cases}");
            assert_eq!(schedule.percent(cases / 2 + 1), 100, "{cases}");
        }
    }
}
