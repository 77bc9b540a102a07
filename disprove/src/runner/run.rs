//! A run: the known inputs, the search, and the reduction of what failed.

use super::{
    Event, Host, Mode, Phase, Progress, RunReport, Verdict,
    best_input::BestOrigins,
    broken::BrokenRun,
    engine::{Engine, Executions},
    found::{FoundFailure, Origin},
    harvest::Harvest,
    health::Figures,
    pace::Pace,
    phase::ReductionPhase,
    report::Statistics,
};
use crate::{
    case::{
        ABORTS, CaseOutcome, CaseResult, Cause, NoOutcome, Printing, Property, Quiet, RandomCases,
        SizeSchedule, Unwatched, attempt, begin_run, is_captured, run_case, show_output,
    },
    choice::Tree,
    database::Db,
    feedback::{ErasedHistory, Feedback, Recording, take_feedback},
    search::{Odometer, Search, count_inputs},
    settings::Settings,
    source::{Dictionary, FixedSize, Source},
    statistics::{Rejections, Tally},
    trace::{Numbering, Trace},
};
use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

/// After the first failure, the search continues for this multiple of the executions it took ...
const CONTINUE_FACTOR: u64 = 10;
/// ... and for at most this many executions.
const CONTINUE_LIMIT: u64 = 10_000;

/// Overruns before the first valid case that end the search: each takes as long as a hundred ordinary cases.
const MAX_OVERRUNS: u64 = 200;

/// The same if a value of fixed size did not fit: it never will.
const MAX_TOO_LARGE: u64 = 20;

/// Largest input space that is enumerated, if the settings ask for that many cases.
const SMALL_SPACE: u64 = 1 << 16;

/// Multiple of the requested cases that may run to decide a share of `cover!`. A share that is still undecided then
/// is within a few percent of the required one.
const COVER_FACTOR: u64 = 16;

/// What a run is given besides the property and its settings.
pub(crate) struct Context<'a> {
    /// Inputs from the regression file.
    pub(crate) regressions: Vec<Tree>,
    pub(crate) database: &'a Db,
    pub(crate) history: Option<&'a mut ErasedHistory>,
    /// Literals for random cases.
    pub(crate) dictionary: &'static Dictionary,
    pub(crate) listener: &'a mut dyn FnMut(Event<'_>),
    /// Whether the listener wants `Event::Executed`.
    pub(crate) wants_executions: bool,
    /// In a worker process: the process that started it.
    pub(crate) host: Option<&'a mut dyn Host>,
}

/// A run under way.
pub(super) struct Run<'a> {
    pub(super) engine: Engine<'a>,
    pub(super) settings: &'a Settings,
    pub(super) regressions: Vec<Tree>,
    pub(super) history: Option<&'a mut ErasedHistory>,
    pub(super) found: Vec<FoundFailure>,
    pub(super) executions: u64,
    pub(super) cases: u64,
    /// Cases before the search.
    known_cases: u64,
    unreached: u64,
    overruns: u64,
    rejections: Rejections,
    /// The first value of fixed size that did not fit into the budget.
    too_large: Option<FixedSize>,
    pub(super) distinct: u64,
    /// Tokens of the inputs that were replayed.
    pub(super) replayed: HashSet<String>,
    /// Entries of the database that fail like another input.
    pub(super) redundant: Vec<Tree>,
    /// Valid cases to run.
    pub(super) wanted: u64,
    /// Executions to run at most.
    pub(super) limit: u64,
    pub(super) pace: Pace,
    exhausted: bool,
    phase: Phase,
    pub(super) tally: Tally,
    best: BestOrigins,
    /// The search that proposed the case under way.
    pub(super) search: Search,
    /// Executions of each search that is not random.
    pub(super) shares: Vec<(Search, u64)>,
    pub(super) numbering: Numbering,
    pub(super) harvest: Harvest,
}

/// Runs a property. An error is a panic of the generator or the history.
///
/// # Panics
/// If the settings are invalid.
#[track_caller]
pub(crate) fn run<'a>(
    property: &'a dyn Property,
    settings: &'a Settings,
    context: Context<'a>,
) -> Result<RunReport, Box<BrokenRun>> {
    let replays = settings.verify();
    // A run inside a case is part of that case.
    let unwatched = Unwatched::start();
    let recording = Recording::start(context.history.is_some());
    let quiet = Quiet::start();
    // A process for one property is asked for its output only if it crashes.
    let printing = Printing::start(context.host.is_some() || !is_captured());
    let seed = settings.seed_or_fresh();
    let Context {
        regressions,
        database,
        history,
        dictionary,
        listener,
        wants_executions,
        mut host,
    } = context;
    if let Some(host) = &mut host {
        host.start(seed);
    }
    begin_run(seed);
    let mut run = Run {
        engine: Engine {
            property,
            src: Source::recording_with(dictionary),
            dictionary,
            seed,
            database,
            key: &settings.name,
            listener,
            executions: wants_executions.then(Executions::default),
            host,
        },
        settings,
        regressions,
        history,
        found: Vec::new(),
        executions: 0,
        cases: 0,
        known_cases: 0,
        unreached: 0,
        overruns: 0,
        rejections: Rejections::default(),
        too_large: None,
        distinct: 0,
        replayed: HashSet::new(),
        redundant: Vec::new(),
        wanted: settings.cases,
        limit: settings.executions(),
        pace: Pace::new(Instant::now(), settings.time),
        exhausted: false,
        phase: Phase::Known,
        tally: Tally::default(),
        best: BestOrigins::default(),
        search: Search::Random,
        shares: Vec::new(),
        numbering: Numbering::default(),
        harvest: Harvest::default(),
    };
    let done = run.all_phases(replays);
    if let Some(host) = &mut run.engine.host {
        host.stop();
    }
    drop(printing);
    drop(quiet);
    drop(recording);
    drop(unwatched);
    if let (Ok(report), Some(host)) = (&done, &mut run.engine.host) {
        host.finish(report);
    }
    done
}

impl<'a> Run<'a> {
    fn all_phases(&mut self, replays: Vec<Tree>) -> Result<RunReport, Box<BrokenRun>> {
        let start = Instant::now();
        let broken = self.run_cases(replays).err();
        self.report_progress(true);
        let time = start.elapsed();
        Recording::stop();
        show_output(self.engine.host.is_some());
        let found = std::mem::take(&mut self.found);
        let (failures, broken) = self.reduction().run(found, broken)?;
        self.remove_redundant(&failures);
        Ok(self.report(failures, broken, time))
    }

    /// Runs the known inputs and the search. An error is a panic of the generator or the history.
    fn run_cases(&mut self, replays: Vec<Tree>) -> Result<(), Box<BrokenRun>> {
        if self.engine.host.as_ref().is_none_or(|host| host.runs_known_inputs()) {
            // Examples and tokens that fail are saved at once, and need not run again.
            let stored = self.engine.load();
            // All of them run: a panic of the generator must not hide a known failure.
            let known = [self.run_examples(), self.run_replays(replays), self.run_stored(stored)];
            for done in known {
                done?;
            }
        }
        self.known_cases = self.cases;
        self.phase = Phase::Search;
        match self.mode() {
            Mode::Suspects => self.run_suspects(),
            Mode::MinimizeCorpus => {
                let corpus = self.load_corpus();
                let random = RandomCases::new(
                    self.engine.seed,
                    SizeSchedule::over(1),
                    self.engine.dictionary,
                );
                self.run_guided(random, corpus)
            }
            Mode::Search => self.run_search(),
        }
    }

    fn reduction(&mut self) -> ReductionPhase<'_, 'a> {
        ReductionPhase::new(&mut self.engine, self.settings)
    }

    fn report(
        &mut self,
        failures: Vec<super::failure::FailureDetails>,
        broken: Option<Box<BrokenRun>>,
        time: Duration,
    ) -> RunReport {
        if self.exhausted {
            self.tally.mark_exact();
        }
        let guidance = self.guidance_advice();
        for (name, input) in std::mem::take(&mut self.best).inputs(&mut self.engine) {
            self.tally.set_best_input(name, input);
        }
        let statistics = Statistics::new(std::mem::take(&mut self.tally), time);
        let verdict = match () {
            () if failures.iter().any(|failure| !failure.reduced.is_flaky) => Verdict::Falsified,
            () if !failures.is_empty() => Verdict::Flaky,
            () if self.cases == 0 => Verdict::GaveUp,
            () if statistics.lacks_cases() => Verdict::GaveUp,
            () if self.exhausted => Verdict::Exhausted,
            // If fewer than one input in a hundred is valid, the valid ones show little.
            () if self.cases < self.settings.cases && self.cases * 100 < self.executions => {
                Verdict::GaveUp
            }
            () => Verdict::Passed,
        };
        let figures = Figures {
            executions: self.executions,
            cases: self.cases,
            unreached: self.unreached,
            overruns: self.overruns,
            too_large: self.too_large,
            distinct: self.distinct,
            exhausted: self.exhausted,
            time,
        };
        let rejections = std::mem::take(&mut self.rejections).sorted();
        let mut advice = figures.advice(&rejections);
        advice.extend(guidance);
        for line in &advice {
            (self.engine.listener)(Event::Advised { advice: &line.to_string() });
        }
        RunReport {
            name: self.settings.name.clone(),
            verdict,
            seed: self.engine.seed,
            repeatable_seed: self.engine.repeatable_seed(),
            executions: self.executions,
            cases: self.cases,
            known: self.known_cases,
            unreached: self.unreached,
            rejections,
            distinct: self.distinct,
            failures,
            broken,
            advice,
            searches: self.searches(),
            statistics,
        }
    }

    /// Enumerates a small input space, or searches a large one.
    fn run_search(&mut self) -> Result<(), Box<BrokenRun>> {
        let property = self.engine.property;
        // Counting tries inputs that filters reject.
        if self.continues() && !property.draws() && !ABORTS {
            let most = self.settings.cases.min(self.limit).min(SMALL_SPACE);
            let seed = self.engine.seed;
            let count = count_inputs(
                &mut |src| run_case(property, src, &mut |_| false),
                &mut self.engine.src,
                most,
                seed,
            );
            if count.is_some_and(|count| count > 0) {
                return self.run_enumeration();
            }
        }
        self.run_random()
    }

    /// Whether another case should run.
    pub(super) fn continues(&mut self) -> bool {
        self.report_progress(false);
        self.executions < self.limit
            && (self.cases < self.wanted || self.needs_more_cases())
            && !self.pace.is_over(self.executions)
    }

    /// Asks for more cases while a share of `cover!` is undecided.
    fn needs_more_cases(&mut self) -> bool {
        let most = self.settings.cases.saturating_mul(COVER_FACTOR);
        let more = self.found.is_empty() && self.wanted < most && self.tally.is_undecided();
        if more {
            // Known inputs are cases too, and may be more than the settings ask for.
            self.wanted = self.wanted.max(self.cases).saturating_mul(2);
        }
        more
    }

    /// Runs every input once.
    fn run_enumeration(&mut self) -> Result<(), Box<BrokenRun>> {
        let mut odometer = Odometer::new();
        while let Some(guide) = odometer.next() {
            if self.executions >= self.limit || self.pace.is_over(self.executions) {
                return Ok(());
            }
            self.engine.src.enumerate(guide);
            let outcome = self.engine.run(&mut |_| true);
            let tree = self.engine.src.take_tree();
            odometer.advance(&tree);
            // An input that the generator rejects is not part of the space.
            if !matches!(&outcome, Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached) {
                let is_new = self.replayed.is_empty() || !self.replayed.contains(&tree.to_token());
                let origin = || Origin::Choices(tree.clone());
                self.finish_case(outcome, is_new, Trace::default(), &origin)?;
            }
        }
        self.exhausted = self.found.is_empty();
        Ok(())
    }

    /// Creates the result of a case, and counts it. An error is a panic of the generator or the history.
    pub(super) fn finish_case(
        &mut self,
        outcome: Result<CaseOutcome, NoOutcome>,
        is_new: bool,
        trace: Trace,
        origin: &dyn Fn() -> Origin,
    ) -> Result<CaseResult, Box<BrokenRun>> {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(NoOutcome::GeneratorPanicked(cause)) => {
                Recording::stop();
                return Err(self.reduction().generator_panicked(*cause, origin()));
            }
            Err(NoOutcome::Skipped) => unreachable!("callers count no skipped case"),
        };
        let feedback = take_feedback();
        let mut result = CaseResult::new(outcome, feedback, trace, is_new);
        self.executions += 1;
        self.update_history(&mut result)?;
        self.engine.emit_execution(self.phase, &result.outcome, &result.feedback);
        if let Some(rejection) = result.rejection() {
            self.unreached += u64::from(!rejection.reached);
            self.overruns += u64::from(rejection.overrun);
            self.too_large = self.too_large.or(rejection.too_large);
            if let Some(place) = rejection.place {
                self.rejections.add(place);
            }
            let most = if self.too_large.is_some() { MAX_TOO_LARGE } else { MAX_OVERRUNS };
            if self.cases == 0 && self.overruns >= most {
                self.limit = self.limit.min(self.executions);
            }
        } else {
            self.cases += 1;
            self.distinct += u64::from(is_new);
            let best = self.tally.add(&result.feedback);
            self.best.keep(&best, origin);
        }
        // The statistics count scores that are not numbers; the search ignores them.
        result.feedback.scores.retain(|(_, score)| !score.is_nan());
        if let CaseOutcome::Failed(cause) = &result.outcome {
            self.add_failure(cause, origin());
        }
        Ok(result)
    }

    /// Shows the history what the case observed.
    fn update_history(&mut self, result: &mut CaseResult) -> Result<(), Box<BrokenRun>> {
        let Some(history) = &mut self.history else { return Ok(()) };
        for observed in &result.feedback.observed {
            match attempt(&mut || history(observed)) {
                Ok(changed) => result.history_changed |= changed,
                Err(cause) => return Err(self.reduction().broken("its history", cause, None)),
            }
        }
        Ok(())
    }

    /// Reports the only case of a batch, which passed without feedback.
    pub(super) fn emit_passed(&mut self) {
        self.engine.emit_execution(self.phase, &CaseOutcome::Passed, &Feedback::default());
    }

    pub(super) fn found_enough(&self) -> bool {
        self.found.len() as u64 >= self.settings.most_failures()
    }

    fn add_failure(&mut self, cause: &Cause, origin: Origin) {
        if self.found.iter().any(|found| found.cause.resembles(cause))
            || self.engine.host.as_ref().is_some_and(|host| host.knows(cause))
        {
            return;
        }
        let execution = self.executions;
        self.engine.emit_found(cause, execution);
        let number = self.found.len();
        let saved = self.engine.save_found(number, cause, &origin);
        self.found.push(FoundFailure {
            number,
            saved,
            cause: cause.clone(),
            origin,
            execution,
            search: self.search,
        });
        if self.found_enough() {
            self.limit = execution;
        } else if self.found.len() == 1 {
            let more = execution.saturating_mul(CONTINUE_FACTOR).min(CONTINUE_LIMIT);
            self.limit = self.limit.min(execution + more);
        }
    }

    pub(super) fn mode(&self) -> Mode {
        self.engine.host.as_ref().map_or(Mode::Search, |host| host.mode())
    }

    pub(super) fn load_corpus(&mut self) -> Vec<Tree> {
        self.engine.host.as_mut().map(|host| host.load_corpus()).unwrap_or_default()
    }

    fn report_progress(&mut self, now: bool) {
        if !self.engine.host.as_mut().is_some_and(|host| now || host.wants_progress()) {
            return;
        }
        let searches = self.searches();
        let (executions, cases, distinct) = (self.executions, self.cases, self.distinct);
        let (covered, sites) = (self.numbering.seen(), self.numbering.sites());
        if let Some(host) = &mut self.engine.host {
            let progress = Progress { executions, cases, distinct, searches, covered, sites };
            host.report_progress(progress);
        }
    }
}
