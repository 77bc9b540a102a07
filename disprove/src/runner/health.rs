//! Health checks: weaknesses of a property or its generator that a run shows.

use crate::source::FixedSize;
use std::time::Duration;

/// A weakness of a property or its generator. Its text is in `report/advice.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// `assume!` or a filter rejected most inputs.
    MostlyRejected {
        executions: u64,
        cases: u64,
        unreached: u64,
        /// The places of `assume!` that rejected inputs, most first.
        places: Vec<(String, u64)>,
    },
    /// Most inputs exceeded the budget of a case.
    TooLarge { executions: u64, unreached: u64 },
    /// A value of fixed size does not fit into a case.
    DoesNotFit(FixedSize),
    /// A case takes long.
    TooSlow { per_case: Duration },
    /// Most inputs are duplicates.
    FewDistinct { cases: u64, distinct: u64 },
    /// A score is NaN.
    Nonsense { name: &'static str, times: u64, cases: u64 },
    /// A `neighbor` function returns unusable values.
    RejectedStep { place: String, broke: bool, times: u64 },
    /// Values of `seed!` that their generator cannot encode, and those without a place in the input.
    UnusedSeeds { unencoded: u64, misplaced: u64 },
}

/// The figures that the checks look at.
#[derive(Clone, Copy)]
pub(crate) struct Figures {
    pub(crate) executions: u64,
    pub(crate) cases: u64,
    pub(crate) unreached: u64,
    pub(crate) overruns: u64,
    pub(crate) too_large: Option<FixedSize>,
    pub(crate) distinct: u64,
    pub(crate) exhausted: bool,
    pub(crate) time: Duration,
}

/// Executions to run before judging a property: fewer say little about its rates.
const ENOUGH: u64 = 20;

/// Time per case above which a property counts as slow: 500 cases then take 50 seconds.
const SLOW: Duration = Duration::from_millis(100);

impl Figures {
    /// The weaknesses that these figures show. `places` are those of `assume!` that rejected inputs.
    pub(crate) fn advice(&self, places: &[(String, u64)]) -> Vec<Advice> {
        let Figures { executions, cases, unreached, overruns, distinct, exhausted, time, .. } =
            *self;
        let mut all = Vec::new();
        if executions < ENOUGH {
            return all;
        }
        if overruns * 2 > executions {
            let too_large = Advice::TooLarge { executions, unreached: overruns };
            all.push(self.too_large.map_or(too_large, Advice::DoesNotFit));
        } else if cases * 10 < executions {
            let places = places.to_vec();
            all.push(Advice::MostlyRejected { executions, cases, unreached, places });
        }
        let per_case = time / u32::try_from(executions).unwrap_or(u32::MAX);
        if per_case > SLOW {
            all.push(Advice::TooSlow { per_case });
        }
        if !exhausted && distinct * 2 < cases {
            all.push(Advice::FewDistinct { cases, distinct });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: Figures = Figures {
        executions: 500,
        cases: 500,
        unreached: 0,
        overruns: 0,
        too_large: None,
        distinct: 500,
        exhausted: false,
        time: Duration::from_millis(1),
    };

    #[test]
    fn a_healthy_run_gets_no_advice() {
        assert_eq!(FINE.advice(&[]), []);
    }

    #[test]
    fn each_weakness_is_found() {
        let rejected = Figures { executions: 50_000, cases: 12, distinct: 12, ..FINE };
        let places = vec![("src/lib.rs:7:9".to_owned(), 49_988)];
        let advice = rejected.advice(&places);
        let (executions, cases, unreached) = (50_000, 12, 0);
        assert_eq!(advice, [Advice::MostlyRejected { executions, cases, unreached, places }]);
        let tenth = Figures { executions: 5_000, ..FINE };
        assert_eq!(tenth.advice(&[]), []);
        assert_eq!(Figures { executions: 5_001, ..tenth }.advice(&[]).len(), 1);
        let large = Figures { cases: 0, distinct: 0, unreached: 500, overruns: 500, ..FINE };
        let advice = Advice::TooLarge { executions: 500, unreached: 500 };
        assert_eq!(large.advice(&[]), [advice]);
        let slow = Figures { time: Duration::from_secs(100), ..FINE };
        assert_eq!(slow.advice(&[]), [Advice::TooSlow { per_case: Duration::from_millis(200) }]);
        let few = Figures { distinct: 7, ..FINE };
        assert_eq!(few.advice(&[]), [Advice::FewDistinct { cases: 500, distinct: 7 }]);
    }

    #[test]
    fn duplicates_are_fine_in_half_of_the_cases_and_in_small_spaces() {
        let less_than_half = Figures { distinct: 249, ..FINE };
        assert_eq!(less_than_half.advice(&[]).len(), 1);
        let short = Figures { executions: 19, cases: 19, distinct: 1, ..FINE };
        for fine in [
            Figures { executions: 600, distinct: 250, ..FINE },
            Figures { distinct: 7, exhausted: true, ..FINE },
            short,
        ] {
            assert_eq!(fine.advice(&[]), []);
        }
        let enough = Figures { executions: 20, ..short };
        assert_eq!(enough.advice(&[]).len(), 1);
    }
}
