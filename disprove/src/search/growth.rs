//! Cases start small and grow over a run.

/// How large the next case may become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// The case from which on nothing grows any more.
    full: u64,
}

/// Small cases fail fast and are read fast; a hundred of them are enough before the large ones. A
/// short run spends half of its cases on growing.
const SMALL_CASES: u64 = 100;

impl Growth {
    pub(crate) fn over(cases: u64) -> Growth {
        Growth { full: (cases / 2).clamp(1, SMALL_CASES) }
    }

    /// The one that was given so many as its limit, which never exceeds a hundred.
    pub(crate) fn with_full(full: u32) -> Growth {
        Growth { full: u64::from(full.max(1)) }
    }

    pub(crate) fn full(self) -> u64 {
        self.full
    }

    /// From 0 to 100, for a case counted from 0.
    #[inline(always)]
    pub(crate) fn size(self, case: u64) -> u32 {
        if case >= self.full { 100 } else { (case * 100 / self.full) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::Growth;

    #[test]
    fn sizes_grow_to_the_full_size_within_half_of_the_run() {
        for cases in [1, 2, 20, 500, 100_000] {
            let growth = Growth::over(cases);
            let sizes: Vec<u32> = (0..cases.min(200)).map(|case| growth.size(case)).collect();
            assert!(sizes.is_sorted() && sizes[0] == 0, "{cases}");
            assert_eq!(growth.size(cases / 2 + 1), 100, "{cases}");
        }
    }
}
