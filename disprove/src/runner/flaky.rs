//! Flaky failures: how often they fail, and small inputs that fail about as often.

use super::{
    phase::ReductionPhase,
    reduced::{FailingRun, ReducedFailure},
};
use crate::{
    case::CaseOutcome,
    choice::Tree,
    reduce::{ReductionEnd, now},
    statistics::FailureRate,
};

/// The share of `reduction_time` for a flaky failure, 10 seconds by default: its report says to find the cause, so the
/// smallest input matters less than for other failures.
const TIME_SHARE: u32 = 6;

/// Runs to estimate how often an input fails. A failure of rate 1/2 then fails 6 to 14 times with a probability of
/// 96 %, one of rate 1/10 at least twice with a probability of 61 %.
const RATE_RUNS: u64 = 20;

impl ReductionPhase<'_, '_> {
    /// Estimates how often a failure occurs, and reduces it if that is often enough.
    pub(super) fn reduce_flaky(&mut self, reduced: &mut ReducedFailure, original: FailingRun) {
        let end = now().checked_add(self.settings.reduction_time / TIME_SHARE);
        reduced.deadline = reduced.deadline.into_iter().chain(end).min();
        let is_smaller = reduced.tree.compare(&original.tree).is_ne();
        let smaller = is_smaller.then(|| {
            let rate = self.rate(reduced);
            (reduced.failing_run(), rate)
        });
        reduced.set_failing_run(original);
        let mut rate = self.rate(reduced);
        // Before the failure was known to be flaky, a single failure was enough to accept a smaller input.
        let smaller = smaller.filter(|(_, smaller)| smaller.failed > 0 && smaller.is_half_of(rate));
        if let Some((run, rate_of_smaller)) = smaller {
            reduced.set_failing_run(run);
            rate = rate_of_smaller;
        } else {
            reduced.end = ReductionEnd::Skipped;
        }
        reduced.rate = rate;
        if !rate.is_reducible() || reduced.is_late() {
            return;
        }
        let tree = reduced.tree.clone();
        if self.engine.save_failure(reduced.number, &reduced.cause, &tree) {
            self.engine.remove_replaced(&reduced.saved, &tree);
        }
        while !rate.is_known() && !reduced.is_late() {
            self.repeat(reduced, &mut rate, &mut None);
        }
        let start = reduced.failing_run();
        self.minimize(reduced, Some(rate));
        reduced.printed = None;
        if reduced.tree.compare(&start.tree).is_ne() {
            let (before, now) = (reduced.rate, self.rate(reduced));
            if now.failed > 0 {
                reduced.rate = now;
            } else {
                // Something other than the input has changed; the original is known to fail sometimes.
                reduced.set_failing_run(start);
                reduced.rate = before;
            }
        }
    }

    /// Estimates how often the input fails. After the deadline, it does not run.
    fn rate(&mut self, reduced: &mut ReducedFailure) -> FailureRate {
        let (mut rate, mut recorded) = (FailureRate::default(), None);
        while rate.runs < RATE_RUNS && !reduced.is_late() {
            self.repeat(reduced, &mut rate, &mut recorded);
        }
        rate
    }

    /// Runs the input once more, and keeps the cause and the transcript if it fails.
    fn repeat(
        &mut self,
        reduced: &mut ReducedFailure,
        rate: &mut FailureRate,
        recorded: &mut Option<Tree>,
    ) {
        let mut transcript = None;
        let outcome = self.run_again(reduced, recorded, |_, now| transcript = Some(now));
        let failed = match outcome {
            Ok(CaseOutcome::Failed(cause)) if cause.resembles(&reduced.cause) => {
                (reduced.cause, reduced.transcript) = (*cause, transcript.unwrap_or_default());
                true
            }
            _ => false,
        };
        rate.add(failed);
    }
}

#[cfg(test)]
mod tests {
    use super::{RATE_RUNS, TIME_SHARE};
    use crate::{
        humanize::assert_said,
        random::Random,
        reduce::{CountedClock, ReductionEnd},
        runner::testing::TestProperty,
        settings::Settings,
        source::Source,
        statistics::FailureRate,
        vec,
    };
    use std::{cell::Cell, time::Duration};

    #[test]
    fn the_guide_states_the_limits() {
        let is_enough = |failed: &u64| FailureRate { failed: *failed, runs: 20 }.is_reducible();
        let least = (0..=RATE_RUNS).find(is_enough).expect("a number");
        let all = Settings::named(String::new()).reduction_time.as_secs();
        for part in [
            format!("The input then runs {RATE_RUNS} times,"),
            format!("at least {least} times in these {RATE_RUNS} runs"),
            format!("{} of {all} seconds by default", all / u64::from(TIME_SHARE)),
        ] {
            assert_said("guides/flaky.md", &part);
        }
        assert_eq!(TIME_SHARE, 6);
        assert_said("how/reduction.md", "a sixth of the time");
    }

    #[test]
    fn a_flaky_failure_gets_ten_seconds_by_default() {
        let mut settings = Settings::named("lists".to_owned());
        assert_eq!(settings.reduction_time, Duration::from_secs(60));
        settings.seed = Some(1);
        for (all, share) in [(60, 10), (30, 5)] {
            settings.reduction_time = Duration::from_secs(all);
            // A run takes 50 ms on a clock that nothing else advances.
            let (_clock, calls) = (CountedClock::start(), Cell::new(0));
            let body = |list: Vec<u32>, _: &mut Source| {
                CountedClock::advance(Duration::from_millis(50));
                if !list.iter().zip(1..).all(|(n, limit)| *n >= limit) {
                    return true;
                }
                calls.set(calls.get() + 1);
                let is_heads = Random::for_case(1, calls.get()).word() % 2 == 0;
                calls.get() > 2 && !is_heads
            };
            let lists = vec(0..1_000_000_u32).len(100);
            let property = TestProperty { draws: false, ..TestProperty::drawing(lists, body) };
            let report = property.run(&settings, None);
            let failure = &report.failures()[0];
            assert!(failure.is_flaky() && failure.reduction_ended() == ReductionEnd::Time);
            // Some runs found out that it is flaky.
            let time = failure.reduction_time();
            assert!((share..share + 5).contains(&time.as_secs()), "{time:?}");
        }
    }
}
