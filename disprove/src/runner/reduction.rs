//! The reduction phase: from the failures of the search to the failures of the report.

use super::{
    Event, Phase,
    broken::{BrokenRun, GENERATOR},
    failure::{FailureDetails, ReportedBacktrace},
    found::{FoundFailure, Origin},
    oracle::PropertyOracle,
    phase::ReductionPhase,
    reduced::ReducedFailure,
    reproduce::{ReproducedFailure, Reproduction},
};
use crate::{
    case::{CaseOutcome, Cause},
    choice::Tree,
    explain::Explanation,
    feedback::Feedback,
    reduce::{ReductionEnd, ReductionLimits, ReductionStep, now, reduce},
    statistics::FailureRate,
};
use std::collections::VecDeque;

/// Times in a row that the smallest input must fail again before it counts as deterministic. With the run before
/// reduction that makes three, which a failure of rate 1/2 passes once in eight times.
const CONFIRMATIONS: u64 = 2;

/// The same if a run behaved differently before: a failure of rate 1/2 passes once in a thousand times.
const CONFIRMATIONS_IN_DOUBT: u64 = 9;

impl ReductionPhase<'_, '_> {
    /// Reduces the failures that were found, and those met on the way. Returns them with the first panic of the
    /// generator, which is the error if there is no failure.
    pub(super) fn run(
        &mut self,
        found: Vec<FoundFailure>,
        mut broken: Option<Box<BrokenRun>>,
    ) -> Result<(Vec<FailureDetails>, Option<Box<BrokenRun>>), Box<BrokenRun>> {
        let limit = self.settings.most_failures();
        let mut waiting = VecDeque::new();
        for found in found {
            self.reported.push(found.cause.clone());
            // All are saved before the first is reduced, which may take long or be interrupted.
            match self.reproduce(found) {
                Ok(reproduction) => waiting.push_back(reproduction),
                Err(why) => broken = broken.or(Some(why)),
            }
        }
        let mut failures = Vec::new();
        while let Some(reproduction) = waiting.pop_front() {
            let failure = match reproduction {
                Reproduction::Final(failure) => *failure,
                Reproduction::Reduce(failure) => match self.reduce(*failure) {
                    Ok(failure) => failure,
                    Err(why) => {
                        broken = broken.or(Some(why));
                        continue;
                    }
                },
            };
            let slippage = std::mem::take(&mut self.slippage);
            let (execution, search) = (failure.found_at, failure.found_by);
            // A flaky failure shows many faces: what was met in its reduction is not reported.
            let room = if failure.reduced.is_flaky { 0 } else { limit };
            failures.push(failure);
            for met in slippage.into_vec() {
                if (failures.len() + waiting.len()) as u64 >= room {
                    break;
                }
                let number = self.reported.len();
                self.reported.push(met.cause.clone());
                self.engine.emit_found(&met.cause, execution);
                let (cause, origin) = (met.cause, Origin::Slippage(met.tree));
                let saved = None;
                let found = FoundFailure { number, saved, cause, origin, execution, search };
                // If the generator panics now, the failure it was met in is still reported.
                waiting.extend(self.reproduce(found).ok());
            }
        }
        match broken {
            Some(why) if failures.is_empty() => Err(why),
            broken => Ok((failures, broken)),
        }
    }

    /// Reduces one failure. An error is a panic of the generator.
    fn reduce(&mut self, failure: ReproducedFailure) -> Result<FailureDetails, Box<BrokenRun>> {
        let start = now();
        let ReproducedFailure { provenance, execution, search, stored, start: mut reduced } =
            failure;
        let first = reduced.failing_run();
        let original = first.tree.clone();
        reduced.deadline = start.checked_add(self.settings.reduction_time);
        if !reduced.is_flaky {
            self.minimize(&mut reduced, None);
            self.confirm(&mut reduced);
        }
        if reduced.is_flaky {
            self.reduce_flaky(&mut reduced, first);
        }
        let saved = self.engine.save_failure(reduced.number, &reduced.cause, &reduced.tree);
        if saved {
            for old in stored.iter().chain([&original, &reduced.saved]) {
                self.engine.remove_replaced(old, &reduced.tree);
            }
        }
        reduced.time += now() - start;
        // Runs of a flaky failure explain nothing.
        let mut explanation =
            if reduced.is_flaky { Explanation::default() } else { self.explain(&reduced) };
        explanation.runs += self.show_hidden_output(&reduced.tree);
        Ok(FailureDetails {
            value: self.keep(&reduced.tree, &reduced, false)?,
            original: self.keep(&original, &reduced, true)?,
            provenance,
            found_at: execution,
            found_by: search,
            saved,
            replay_token: reduced.tree.to_token(),
            backtrace: ReportedBacktrace::of(&reduced),
            reduced,
            explanation,
        })
    }

    /// Makes a failure smaller; a flaky one of this rate by repeated runs.
    pub(super) fn minimize(&mut self, reduced: &mut ReducedFailure, rate: Option<FailureRate>) {
        if !self.settings.reduce {
            return;
        }
        let runs = self.settings.reduction_runs.saturating_sub(reduced.reducing_runs);
        let limits = ReductionLimits { runs, deadline: reduced.deadline };
        let start = reduced.tree.clone();
        let mut oracle = PropertyOracle::new(self, reduced, rate, limits);
        let reduction = reduce(start, &mut oracle, limits);
        let (oracle_runs, cause) = (oracle.runs, oracle.cause);
        reduced.saved = oracle.checkpoint.into_saved();
        reduced.end = reduction.end;
        // The reducer does not know how many runs a flaky input takes.
        if rate.is_some() && reduced.end == ReductionEnd::Complete && oracle_runs >= limits.runs {
            reduced.end = ReductionEnd::Runs;
        }
        reduced.runs += oracle_runs;
        reduced.reducing_runs += oracle_runs;
        reduced.attempts += reduction.attempts;
        (reduced.tree, reduced.cause) = (reduction.tree, cause);
        for ReductionStep { pass, choices } in reduction.steps {
            reduced.path.push((pass, choices));
            (self.engine.listener)(Event::Reduced { pass, choices });
        }
    }

    /// Checks that the smallest input fails outside of reduction too. After the deadline one run must do.
    fn confirm(&mut self, reduced: &mut ReducedFailure) {
        let mut recorded: Option<Tree> = None;
        let mut done = 0;
        while done < if reduced.is_doubtful { CONFIRMATIONS_IN_DOUBT } else { CONFIRMATIONS } {
            if done > 0 && reduced.is_late() {
                break;
            }
            let outcome = self.run_again(reduced, &mut recorded, |reduced, transcript| {
                reduced.transcript = transcript;
            });
            if let Ok(outcome) = &outcome {
                self.engine.emit_execution(Phase::Confirm, outcome, &Feedback::default());
            }
            match outcome {
                Ok(CaseOutcome::Failed(last)) if last.resembles(&reduced.cause) => {
                    reduced.is_doubtful |= last.message != reduced.cause.message;
                    reduced.cause = *last;
                }
                _ => {
                    reduced.is_flaky = true;
                    return;
                }
            }
            done += 1;
        }
    }

    fn keep(
        &mut self,
        tree: &Tree,
        reduced: &ReducedFailure,
        is_original: bool,
    ) -> Result<usize, Box<BrokenRun>> {
        if let Some(number) = self.engine.keep(tree, is_original) {
            return Ok(number);
        }
        let message = format!(
            "the generator is not deterministic: the recorded choices no longer produce a value; make it depend \
             only on its source; the choices are `{}`, and their failure was: {}",
            tree.to_token(),
            reduced.cause.message
        );
        Err(self.broken(GENERATOR, Cause { message, location: None }, None))
    }
}

#[cfg(test)]
mod tests {
    use super::CONFIRMATIONS;
    use crate::{
        database::Db,
        generator::{Generator, any},
        property::check,
        reduce::{CountedClock, ReductionEnd},
        runner::testing::TestProperty,
        settings::Settings,
        source::Source,
        vec,
    };
    use std::{cell::Cell, iter, time::Duration};

    #[test]
    fn one_passing_confirmation_makes_a_failure_flaky() {
        let calls = Cell::new(0);
        let run = |passing: u64| {
            calls.set(0);
            let bytes = check(any::<u8>()).seed(1).database(Db::none()).max_failures(1);
            let report = bytes.explain(false).run(|_| {
                calls.set(calls.get() + 1);
                calls.get() == passing
            });
            report.failures()[0].is_flaky()
        };
        assert!(!run(0));
        let last = calls.get();
        for earlier in 0..CONFIRMATIONS {
            assert!(run(last - earlier), "{earlier} runs before the last");
        }
    }

    #[test]
    fn each_failure_has_the_limit_of_time_for_itself() {
        let lists = vec(any::<u64>());
        let mut settings = Settings::named("lists".to_owned());
        (settings.seed, settings.cases) = (Some(1), 2);
        settings.reduction_time = Duration::from_millis(500);
        // It limits the search only.
        settings.time = Some(Duration::from_millis(200));
        for first in [123_456_789_u64, 987_654_321] {
            let list: Vec<u64> = iter::once(first).chain(1_000..1_040).collect();
            settings.replays.push(lists.encode(&list).expect("a list").to_token());
        }
        // A run takes 50 ms on a clock that nothing else advances.
        let _clock = CountedClock::start();
        let body = |list: Vec<u64>, _: &mut Source| {
            CountedClock::advance(Duration::from_millis(50));
            if list.iter().filter(|n| **n > 500).count() <= 6 {
                return Ok(());
            }
            match list[0] {
                123_456_789 => Err("one"),
                987_654_321 => Err("the other"),
                _ => Ok(()),
            }
        };
        let property = TestProperty { draws: false, ..TestProperty::drawing(lists, body) };
        let report = property.run(&settings, None);
        assert_eq!(report.failures().len(), 2, "{report}");
        for failure in report.failures() {
            assert_eq!(failure.reduction_ended(), ReductionEnd::Time, "{report}");
            let time = failure.reduction_time();
            assert!(time >= settings.reduction_time, "{report}");
            // The run under way ends, and one more confirms the failure.
            assert!(time <= settings.reduction_time + Duration::from_millis(150), "{time:?}");
        }
    }
}
