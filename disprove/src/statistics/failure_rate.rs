//! Failure rates of flaky inputs, and a sequential test that compares them.

use super::interval;

/// How often an input failed in repeated runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FailureRate {
    pub(crate) failed: u64,
    pub(crate) runs: u64,
}

/// Standard deviations of the reported interval: it contains the true rate with a confidence of 95 %.
const DEVIATIONS: f64 = 1.96;

/// Failures an input needs to be reduced. One failure gives no estimate of a rate, and reducing an input that
/// fails so rarely would take thousands of runs.
const MIN_FAILURES: u64 = 2;

/// Failures after which the estimate is good enough to compare other inputs with it. After ten, it is mostly
/// within a third of the true rate.
const FAILURES_KNOWN: u64 = 10;

/// Runs after which the estimate is used in any case. An input that fails in 10 % of its runs takes 100 runs to
/// reach [`FAILURES_KNOWN`].
const RUNS_KNOWN: u64 = 100;

impl FailureRate {
    pub(crate) fn add(&mut self, failed: bool) {
        self.failed += u64::from(failed);
        self.runs += 1;
    }

    /// Whether the input fails often enough to be reduced.
    pub(crate) fn is_reducible(self) -> bool {
        self.failed >= MIN_FAILURES
    }

    /// Whether this rate is at least half of the other.
    pub(crate) fn is_half_of(self, other: FailureRate) -> bool {
        2 * self.failed * other.runs >= other.failed * self.runs
    }

    /// Whether the estimate is good enough to compare others with it.
    pub(crate) fn is_known(self) -> bool {
        self.failed >= FAILURES_KNOWN || self.runs >= RUNS_KNOWN
    }

    fn estimate(self) -> f64 {
        self.failed as f64 / self.runs.max(1) as f64
    }

    /// The 95 % confidence interval of the rate, in percent (Wilson's score interval).
    pub(crate) fn interval(self) -> (u64, u64) {
        let (low, high) = interval(self.failed as f64, self.runs.max(1) as f64, DEVIATIONS);
        let percent = |share: f64| (share.clamp(0.0, 1.0) * 100.0).round() as u64;
        (percent(low), percent(high))
    }
}

/// Wald's sequential probability ratio test. It tells inputs that fail about as often as a given one from inputs
/// that fail at most half as often, in as few runs as possible.
#[derive(Clone)]
pub(crate) struct FailureRateTest {
    /// Log-likelihood ratio of one failure.
    failed: f64,
    /// Log-likelihood ratio of one pass.
    passed: f64,
    /// Log-likelihood ratio of all runs so far.
    ratio: f64,
    runs: u32,
}

/// Log-likelihood ratio at which the test decides: ln 99, for an error probability of 1 % on either side.
const THRESHOLD: f64 = 4.595;

/// Runs after which an undecided input is refused: its rate lies between the two hypotheses.
const MAX_RUNS: u32 = 5_000;

/// Highest rate assumed for the start. An input that failed in all runs may still pass in a later one.
const MAX_RATE: f64 = 0.95;

/// Share of the rate of the start that counts as "about as often". It is below 1 because that rate is an estimate.
const ACCEPTED_SHARE: f64 = 0.75;

/// Share of the rate of the start that counts as too rare.
const REFUSED_SHARE: f64 = 0.5;

impl FailureRateTest {
    /// A test that compares an input with one of this rate.
    pub(crate) fn against(start: FailureRate) -> FailureRateTest {
        let rate = start.estimate().min(MAX_RATE);
        let (accepted, refused) = (rate * ACCEPTED_SHARE, rate * REFUSED_SHARE);
        FailureRateTest {
            failed: (accepted / refused).ln(),
            passed: ((1.0 - accepted) / (1.0 - refused)).ln(),
            ratio: 0.0,
            runs: 0,
        }
    }

    /// Adds a run. Returns whether the input fails often enough, once that is decided.
    pub(crate) fn add(&mut self, failed: bool) -> Option<bool> {
        self.ratio += if failed { self.failed } else { self.passed };
        self.runs += 1;
        match () {
            () if self.ratio >= THRESHOLD => Some(true),
            () if self.ratio <= -THRESHOLD || self.runs >= MAX_RUNS => Some(false),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{humanize::assert_said, random::Random};

    #[test]
    fn computes_wilsons_interval() {
        // Expected values computed with another program, with z = 1.96.
        let interval = |failed, runs| FailureRate { failed, runs }.interval();
        assert_eq!(interval(7, 20), (18, 57));
        assert_eq!(interval(0, 20), (0, 16));
        assert_eq!(interval(20, 20), (84, 100));
        assert_eq!(interval(1, 1), (21, 100));
    }

    #[test]
    fn compares_rates_whatever_the_number_of_runs() {
        let rate = |failed, runs| FailureRate { failed, runs };
        assert!(rate(5, 20).is_half_of(rate(10, 20)) && rate(1, 4).is_half_of(rate(10, 20)));
        assert!(!rate(4, 20).is_half_of(rate(10, 20)) && rate(0, 20).is_half_of(rate(0, 20)));
    }

    /// Tests 2,000 inputs of this failure rate. Returns how many are accepted, and the mean number of runs.
    fn accepted(start: FailureRate, per_thousand: u64) -> (u32, u64) {
        let (mut accepted, mut runs) = (0, 0);
        for input in 0..2_000 {
            let mut random = Random::for_case(per_thousand, input);
            let mut test = FailureRateTest::against(start);
            let answer = loop {
                runs += 1;
                if let Some(answer) = test.add(random.word() % 1_000 < per_thousand) {
                    break answer;
                }
            };
            accepted += u32::from(answer);
        }
        (accepted, runs / 2_000)
    }

    #[test]
    fn errs_for_about_one_input_in_a_hundred() {
        for (failed, per_thousand) in [(2, 100), (7, 350), (10, 500), (16, 800)] {
            let start = FailureRate { failed, runs: 20 };
            let (as_often, _) = accepted(start, per_thousand);
            let (nearly, _) = accepted(start, per_thousand * 3 / 4);
            let (half, _) = accepted(start, per_thousand / 2);
            assert!(as_often >= 1_999 && nearly >= 1_975, "{failed}: {as_often} and {nearly}");
            assert!(half <= 25, "{failed}: {half}");
            let (between, _) = accepted(start, per_thousand * 5 / 8);
            assert!((500..1_500).contains(&between), "{failed}: {between}");
        }
    }

    #[test]
    fn the_guide_names_the_rates_that_are_told_apart() {
        let percent = |share: f64| format!("{} % as often", share * 100.0);
        let accepted = format!("accepts an input that fails at least {}", percent(ACCEPTED_SHARE));
        let refused = format!("rejects one that fails at most {}", percent(REFUSED_SHARE));
        let wrong = "It judges at most about 1 % of these inputs wrongly. For a rate in between, chance decides.";
        for said in [&*accepted, &*refused, wrong] {
            assert_said("guides/flaky.md", said);
        }
        assert!((f64::exp(THRESHOLD) - 99.0).abs() < 0.1);
    }

    #[test]
    fn the_guide_says_how_many_passing_runs_confirm_a_fix() {
        for percent in 1..=100 {
            let rate = f64::from(percent) / 100.0;
            let all_pass = (1.0 - rate).powf(3.0 / rate);
            assert!(all_pass < 0.05, "{percent} %: {all_pass}");
        }
        let (low, high) = FailureRate { failed: 6, runs: 20 }.interval();
        assert_said("guides/flaky.md", &format!("(failure rate {low} to {high} %)"));
        assert_said("guides/flaky.md", &format!("at {low} %, {} runs", 300 / low));
        assert_said("guides/flaky.md", &format!("$(seq {})", 300 / low));
    }

    #[test]
    fn two_failures_are_enough_to_reduce_an_input() {
        assert!(!FailureRate { failed: 1, runs: 20 }.is_reducible());
        assert!(FailureRate { failed: 2, runs: 20 }.is_reducible());
    }

    #[test]
    fn refuses_an_input_that_never_fails_after_few_runs() {
        let runs = |failed| accepted(FailureRate { failed, runs: 20 }, 0);
        assert_eq!([2, 7, 10, 20].map(runs), [(0, 173), (0, 41), (0, 26), (0, 8)]);
        assert_eq!(accepted(FailureRate { failed: 20, runs: 20 }, 1_000), (2_000, 12));
    }
}
