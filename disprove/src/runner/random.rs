//! The random part of the search, and when it becomes guided.

use super::{broken::BrokenRun, engine::Engine, found::Origin, run::Run};
use crate::{
    case::{CaseOutcome, CaseResult, Jobs, OnThread, Property, RandomCases, SizeSchedule},
    feedback::Feedback,
    machine::StepLimit,
    search::{REJECTED, Search},
    trace::{Trace, watch},
};

/// First cases that are traced, to find out whether the code under test has probes.
const TRACED_CASES: u64 = 16;

/// Cases to run before judging the rejection rate.
const ENOUGH: u64 = 30;

/// Whether there is feedback that could guide the search.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a run")]
struct FeedbackSeen {
    search: Search,
    cases: u64,
    rejected: u64,
    scored: bool,
    seeded: bool,
    history_changed: bool,
    traced: bool,
}

impl FeedbackSeen {
    fn new(search: Search) -> FeedbackSeen {
        let (scored, seeded, history_changed, traced) = (false, false, false, false);
        FeedbackSeen { search, cases: 0, rejected: 0, scored, seeded, history_changed, traced }
    }

    fn add(&mut self, result: &CaseResult, executions: u64) {
        self.cases = executions;
        let is_rejected = result.rejection().is_some_and(|rejection| !rejection.overrun);
        self.rejected += u64::from(is_rejected);
        self.scored |= !result.feedback.scores.is_empty();
        self.seeded |= !result.feedback.seeds.is_empty();
        self.history_changed |= result.history_changed;
    }

    fn wants_trace(&self, executions: u64) -> bool {
        self.search == Search::Auto && executions < TRACED_CASES
    }

    /// Whether the search should be guided from now on.
    fn is_enough(&self) -> bool {
        match self.search {
            Search::Random => false,
            Search::Auto => {
                self.scored
                    || self.seeded
                    || self.history_changed
                    || self.traced
                    || self.cases >= ENOUGH && self.rejected * REJECTED > self.cases
            }
            _ => true,
        }
    }
}

impl<'a> Run<'a> {
    /// Runs random cases until feedback can guide the search, then the guided search.
    pub(super) fn run_random(&mut self) -> Result<(), Box<BrokenRun>> {
        let sizes = SizeSchedule::over(self.settings.cases);
        let mut random = RandomCases::new(self.engine.seed, sizes, self.engine.dictionary);
        if self.settings.search != Search::Random {
            let corpus = self.load_corpus();
            if !corpus.is_empty() {
                return self.run_guided(random, corpus);
            }
        }
        let is_guided = match self.on_thread() {
            Some(on_thread) => {
                let (jobs, steps) = (self.settings.jobs, StepLimit::of_this_thread());
                let prepare = || StepLimit::inherit(steps);
                Jobs::start(jobs, &mut random, on_thread, &prepare, |random, jobs| {
                    self.run_random_cases(random, Some(jobs))
                })?
            }
            None => self.run_random_cases(&mut random, None)?,
        };
        if is_guided { self.run_guided(random, Vec::new()) } else { Ok(()) }
    }

    /// How other threads run cases, if they should: histories, observers and parent processes see cases in order, and as
    /// they begin.
    fn on_thread(&self) -> Option<&'a OnThread<'a>> {
        let Engine { property, executions, host, .. } = &self.engine;
        let property: &'a dyn Property = *property;
        let is_alone = self.history.is_none() && executions.is_none() && host.is_none();
        if self.settings.jobs > 1 && is_alone { property.on_thread() } else { None }
    }

    /// Runs random cases; returns whether feedback can guide the search.
    fn run_random_cases(
        &mut self,
        random: &mut RandomCases,
        mut jobs: Option<&mut Jobs<'_>>,
    ) -> Result<bool, Box<BrokenRun>> {
        let mut seen = FeedbackSeen::new(self.settings.search);
        while self.continues() {
            if seen.is_enough() {
                return Ok(true);
            }
            let is_traced = seen.wants_trace(self.executions);
            let limit = self.batch_limit(random, is_traced);
            let mut trace = Trace::default();
            let watch = is_traced.then(watch);
            let property = self.engine.property;
            let batch = match (&mut self.engine.executions, &mut jobs) {
                (Some(executions), _) => random.run_described(property, limit, &mut |describe| {
                    executions.begin(describe);
                }),
                (None, Some(jobs)) if !is_traced => random.run_on(jobs, property, limit),
                _ => random.run(property, limit),
            };
            if let Some(watch) = watch {
                watch.take(&mut trace);
                self.numbering.apply(&mut trace);
                seen.traced |= !trace.events().is_empty();
            }
            self.executions += batch.passed;
            self.cases += batch.passed;
            self.distinct += batch.passed - batch.repeated;
            if batch.passed > 0 {
                self.emit_passed();
            }
            let result = match batch.last {
                Some(last) => {
                    let (case, size) = random.last();
                    let origin = || Origin::Random { case, size };
                    let result = self.finish_case(last.outcome, last.is_new, trace, &origin)?;
                    seen.add(&result, self.executions);
                    result
                }
                // The corpus looks at the traces of cases without feedback too.
                None if is_traced => {
                    CaseResult::new(CaseOutcome::Passed, Feedback::default(), trace, true)
                }
                None => continue,
            };
            self.add_random_case_to_corpus(random, &result);
        }
        Ok(false)
    }

    /// Random cases to run in one batch.
    fn batch_limit(&self, random: &RandomCases, is_traced: bool) -> u64 {
        let wanted = (self.wanted - self.cases).min(self.limit - self.executions);
        if self.engine.executions.is_some() {
            return 1;
        }
        let mut limit = self.pace.batch(wanted);
        if let Some(host) = &self.engine.host {
            limit = limit.min(host.longest_batch());
            // Duplicates run too, and are not counted.
            random.announce(limit);
            if is_traced && host.has_corpus() {
                // The corpus needs the trace of each case.
                return 1;
            }
        }
        if is_traced { limit.min(TRACED_CASES) } else { limit }
    }

    /// A random case is not recorded: if the corpus wants its choices, it is generated again.
    fn add_random_case_to_corpus(&mut self, random: &RandomCases, result: &CaseResult) {
        let Some(host) = self.engine.host.take() else { return };
        host.learn(result, Search::Random, None, &mut || {
            let (case, size) = random.last();
            self.engine.record_random(case, size).unwrap_or_default()
        });
        self.engine.host = Some(host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{humanize::assert_said, prelude::*};
    use std::cell::{Cell, RefCell};

    #[test]
    fn random_cases_are_recorded_only_if_they_fail() {
        let (is_recorded, seen) = (Cell::new(false), RefCell::new(Vec::new()));
        let number = |src: &mut Source| {
            is_recorded.set(src.is_recording());
            src.draw(any::<u64>())
        };
        let run = |limit| {
            let check = check(number).seed(1).max_failures(1).reduce(false).database(Db::none());
            check.run(|n| {
                seen.borrow_mut().push((n, is_recorded.get()));
                n <= limit
            })
        };
        assert_eq!(run(u64::MAX).cases(), 500);
        assert!(seen.take().iter().all(|(_, is_recorded)| !is_recorded));
        let report = run(1 << 20);
        let failure = &report.failures()[0];
        let seen = seen.take();
        let (cases, _) = seen.split_at(failure.found_at() as usize);
        assert!(cases.iter().all(|(_, is_recorded)| !is_recorded));
        assert!(is_recorded.get(), "the case that fails is generated again");
        assert_eq!(Some(failure.value()), cases.last().map(|(n, _)| n));

        // Scores guide the search, which changes what it has recorded.
        let guided = RefCell::new(Vec::new());
        let report = check(number).seed(1).database(Db::none()).run(|n| {
            target!(n.count_ones());
            guided.borrow_mut().push(is_recorded.get());
        });
        let guided = guided.take();
        assert_eq!(report.cases(), 500);
        assert!(!guided[0] && guided[20..].iter().all(|is_recorded| *is_recorded), "{guided:?}");
    }

    #[test]
    fn rejections_guide_once_they_are_more_than_one_in_five() {
        let guides = |search, cases, rejected| {
            FeedbackSeen { cases, rejected, ..FeedbackSeen::new(search) }.is_enough()
        };
        assert!(!guides(Search::Auto, 1_000, 1_000 / REJECTED));
        assert!(guides(Search::Auto, 1_000, 1_000 / REJECTED + 1));
        assert!(!guides(Search::Auto, ENOUGH - 1, ENOUGH - 1), "few cases say little");
        assert!(guides(Search::Auto, ENOUGH, ENOUGH));
        assert!(!guides(Search::Random, 1_000, 1_000));
        assert_said("guides/steering.md", &format!("was rejected, of {ENOUGH} or more."));
    }

    #[test]
    fn the_first_cases_are_traced_as_the_page_says() {
        let traces = |search, executions| FeedbackSeen::new(search).wants_trace(executions);
        assert!(traces(Search::Auto, 0) && traces(Search::Auto, TRACED_CASES - 1));
        assert!(!traces(Search::Auto, TRACED_CASES) && !traces(Search::Random, 0));
        let said =
            format!("With `search = auto`, the first {TRACED_CASES} cases run on one thread.");
        assert_said("reference/settings.md", &said);
        let said = format!("if one of the first {TRACED_CASES} cases reaches it.");
        assert_said("guides/steering.md", &said);
    }

    #[test]
    fn any_other_feedback_guides_at_once() {
        let none = || FeedbackSeen::new(Search::Auto);
        assert!(!none().is_enough());
        assert!(FeedbackSeen { scored: true, ..none() }.is_enough());
        assert!(FeedbackSeen { seeded: true, ..none() }.is_enough());
        assert!(FeedbackSeen { history_changed: true, ..none() }.is_enough());
        assert!(FeedbackSeen { traced: true, ..none() }.is_enough());
    }
}
