//! How often an input fails that does not always fail, and whether another one fails as often.

use crate::statistics::interval;

/// How often an input failed when it was run again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) failed: u64,
    pub(crate) runs: u64,
}

/// The interval that is told holds the true rate in 95 of 100 cases.
const DEVIATIONS: f64 = 1.96;

/// Fewer failures than this say nothing about a rate, and reducing what fails so rarely would take thousands
/// of runs.
const ENOUGH: u64 = 2;

/// After ten failures a rate is known to within a third of it, mostly. What fails twice in twenty runs takes a
/// hundred for that.
const FAILURES_KNOWN: u64 = 10;
const RUNS_KNOWN: u64 = 100;

impl Rate {
    pub(super) fn add(&mut self, failed: bool) {
        self.failed += u64::from(failed);
        self.runs += 1;
    }

    /// Whether it fails often enough to be reduced.
    pub(super) fn is_enough(self) -> bool {
        self.failed >= ENOUGH
    }

    /// Whether it is at least half of another.
    pub(super) fn is_half_of(self, other: Rate) -> bool {
        2 * self.failed * other.runs >= other.failed * self.runs
    }

    /// Whether it is known well enough to compare others with it.
    pub(super) fn is_known(self) -> bool {
        self.failed >= FAILURES_KNOWN || self.runs >= RUNS_KNOWN
    }

    fn share(self) -> f64 {
        self.failed as f64 / self.runs.max(1) as f64
    }

    /// In percent, the lowest and the highest rate that is to be expected.
    pub(crate) fn between(self) -> (u64, u64) {
        let (low, high) = interval(self.failed as f64, self.runs.max(1) as f64, DEVIATIONS);
        let percent = |share: f64| (share.clamp(0.0, 1.0) * 100.0).round() as u64;
        (percent(low), percent(high))
    }
}

/// Tells inputs that fail about as often as a given one from those that fail less than half as often, in as few
/// runs as that takes: Wald's sequential probability ratio test.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// What a failure and a pass add to the balance.
    failed: f64,
    passed: f64,
    balance: f64,
    runs: u32,
}

/// Of inputs of either kind, one in a hundred is taken for one of the other: the logarithm of 99.
const CERTAIN: f64 = 4.595;

/// What is undecided after so many runs lies between the two, and is left alone.
const MOST: u32 = 5_000;

/// What always failed may not do so the next time.
const HIGHEST: f64 = 0.95;

/// Shares of the rate, of which only an estimate is known.
const AS_OFTEN: f64 = 0.75;
const HALF: f64 = 0.5;

impl Odds {
    pub(super) fn of(rate: Rate) -> Odds {
        let rate = rate.share().min(HIGHEST);
        let (as_often, half) = (rate * AS_OFTEN, rate * HALF);
        Odds {
            failed: (as_often / half).ln(),
            passed: ((1.0 - as_often) / (1.0 - half)).ln(),
            balance: 0.0,
            runs: 0,
        }
    }

    /// Takes a run into account. Tells whether it fails often enough, once that is known.
    pub(super) fn add(&mut self, failed: bool) -> Option<bool> {
        self.balance += if failed { self.failed } else { self.passed };
        self.runs += 1;
        match () {
            () if self.balance >= CERTAIN => Some(true),
            () if self.balance <= -CERTAIN || self.runs >= MOST => Some(false),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_interval_is_wilsons() {
        // Computed with another program, with z = 1.96.
        let between = |failed, runs| Rate { failed, runs }.between();
        assert_eq!(between(7, 20), (18, 57));
        assert_eq!(between(0, 20), (0, 16));
        assert_eq!(between(20, 20), (84, 100));
        assert_eq!(between(1, 1), (21, 100));
    }

    #[test]
    fn half_of_a_rate_counts_however_many_runs_there_were() {
        let rate = |failed, runs| Rate { failed, runs };
        assert!(rate(5, 20).is_half_of(rate(10, 20)) && rate(1, 4).is_half_of(rate(10, 20)));
        assert!(!rate(4, 20).is_half_of(rate(10, 20)) && rate(0, 20).is_half_of(rate(0, 20)));
    }

    /// How many of 2,000 inputs that fail so many times in a thousand are taken, and how many runs one takes.
    fn taken(start: Rate, per_thousand: u64) -> (u32, u64) {
        let (mut taken, mut runs) = (0, 0);
        for input in 0..2_000 {
            let (mut random, mut odds) = (Random::for_case(per_thousand, input), Odds::of(start));
            let answer = loop {
                runs += 1;
                if let Some(answer) = odds.add(random.word() % 1_000 < per_thousand) {
                    break answer;
                }
            };
            taken += u32::from(answer);
        }
        (taken, runs / 2_000)
    }

    #[test]
    fn of_a_hundred_inputs_of_either_kind_one_is_taken_for_the_other() {
        for (failed, per_thousand) in [(2, 100), (7, 350), (10, 500), (16, 800)] {
            let start = Rate { failed, runs: 20 };
            let (as_often, _) = taken(start, per_thousand);
            let (nearly, _) = taken(start, per_thousand * 3 / 4);
            let (half, _) = taken(start, per_thousand / 2);
            assert!(as_often >= 1_999 && nearly >= 1_975, "{failed}: {as_often} and {nearly}");
            assert!(half <= 25, "{failed}: {half}");
        }
    }

    #[test]
    fn what_never_fails_is_refused_after_few_runs() {
        let runs = |failed| taken(Rate { failed, runs: 20 }, 0);
        assert_eq!([2, 7, 10, 20].map(runs), [(0, 173), (0, 41), (0, 26), (0, 8)]);
        assert_eq!(taken(Rate { failed: 20, runs: 20 }, 1_000), (2_000, 12));
    }
}
