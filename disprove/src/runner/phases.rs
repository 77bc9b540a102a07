//! The phases of a run: known inputs, then the search. What fails is reduced at the end.

mod guided;
mod hired;
mod known;

use super::{
    Event, Example, Failure, Phase, Report, Verdict,
    chance::{Chance, Pace},
    event::tell,
    health::Figures,
    keeper::Keeper,
    reduction::Reducer,
    report::Statistics,
    slippage::Slippage,
};
use crate::{
    case::{Aside, Ended, Fault, Quiet, Subject, execute_if},
    choice::Tree,
    database::Db,
    feedback::{ErasedHistory, Feedback, Recording, take_feedback},
    search::{Growth, Odometer, Search, count_inputs},
    settings::Settings,
    source::Source,
    statistics::Tally,
    trace::{Numbering, Trace, watch},
    worker::{Desk, Task, order},
};
use guided::{Heard, LISTENED, Signs};
use std::{collections::HashSet, time::Instant};

/// Where a failing input came from.
#[derive(Debug)]
pub(super) enum Origin {
    /// A random case: its number, and how large it could become.
    Case(u64, u32),
    Choices(Tree),
    /// The same, written down as a regression.
    Regression(Tree),
    /// The same, and the entry of the database they came from.
    Stored {
        drawn: Tree,
        entry: Tree,
    },
    /// The same, of a smaller input that was tried while another failure was reduced.
    Slip(Tree),
    /// The number of an example whose choices are not known.
    Example(usize),
}

/// A failure that resembles none before it.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) fault: Fault,
    pub(super) origin: Origin,
    pub(super) at: u64,
    pub(super) by: Search,
}

/// After the first failure the search goes on for so many times the executions that it took ...
const LOOK_ON: u64 = 10;
/// ... but for at most so many.
const LOOK_ON_MOST: u64 = 10_000;

/// So many cases beyond the budget before the first valid one, and none is to be expected any more. Each
/// takes as long as a hundred others.
const HOPELESS: u64 = 200;

/// Spaces up to this size are tried completely, if that many cases are wanted.
const SMALL_SPACE: u64 = 1 << 16;

/// So many times the cases wanted are run at most to find out whether a share that `cover!` requires is
/// reached. What is undecided then lies within a few percent of it.
const COVER_MOST: u64 = 16;

struct Run<'a, S: Subject> {
    subject: &'a S,
    settings: &'a Settings,
    seed: u64,
    context: Context<'a, S::Value>,
    /// Records and replays.
    watching: Source,
    found: Vec<Found>,
    executions: u64,
    cases: u64,
    /// Those of them before the search.
    known_cases: u64,
    unreached: u64,
    overruns: u64,
    distinct: u64,
    /// The tokens of the inputs that were replayed.
    known: HashSet<String>,
    /// Entries of the database that fail like another input.
    superfluous: Vec<Tree>,
    /// Valid cases wanted.
    wanted: u64,
    /// No execution beyond this one.
    limit: u64,
    pace: Pace,
    exhausted: bool,
    phase: Phase,
    tally: Tally,
    /// The search that proposed the case under way.
    by: Search,
    /// How many executions each search had that is not random.
    shares: Vec<(Search, u64)>,
    /// What the last case told.
    heard: Heard,
    /// By which numbers places in traces are known.
    numbering: Numbering,
    /// Whose panic has ended the run, if one did.
    broken: &'static str,
    /// If somebody else has started this process to run the property.
    desk: Option<Desk>,
}

/// What a run is given besides its settings.
pub(crate) struct Context<'a, T> {
    pub(crate) examples: &'a [Example<'a, T>],
    /// Inputs that failed once, and were written down.
    pub(crate) regressions: Vec<Tree>,
    pub(crate) database: &'a Db,
    pub(crate) history: Option<&'a mut ErasedHistory>,
    pub(crate) listener: &'a mut dyn FnMut(Event<'_>),
    /// The names and texts of the arguments.
    pub(crate) describe: &'a dyn Fn(&T) -> Vec<(&'static str, String)>,
    /// The listener wants to know of every execution.
    pub(crate) tell_all: bool,
}

/// Runs a property.
///
/// # Panics
/// If the settings make no sense, or the generator or the history panics.
#[track_caller]
pub(crate) fn run<'a, S: Subject>(
    subject: &'a S,
    settings: &'a Settings,
    context: Context<'a, S::Value>,
) -> Report<S::Value> {
    let replays = settings.verify();
    let order = order(&settings.name);
    // A run inside of a case is part of it.
    let _aside = Aside::put();
    let listening = Recording::start(context.history.is_some());
    let quiet = Quiet::start();
    if let Some(order) = order
        && order.task == Task::Case
    {
        order.run_case(subject);
    }
    if let Some(order) = order
        && order.task == Task::LocateCrash
    {
        order.sweep(subject);
    }
    let hired = order.map(|order| Desk::take(order, context.database));
    let (mut desk, watching) =
        hired.map_or((None, None), |(desk, watching)| (Some(desk), watching));
    let seed = settings.seed_or_fresh();
    if let Some(desk) = &mut desk {
        desk.tell_seed(seed);
    }
    let mut run = Run {
        subject,
        settings,
        seed,
        context,
        watching: Source::recording(),
        found: Vec::new(),
        executions: 0,
        cases: 0,
        known_cases: 0,
        unreached: 0,
        overruns: 0,
        distinct: 0,
        known: HashSet::new(),
        superfluous: Vec::new(),
        wanted: settings.cases,
        limit: settings.executions(),
        pace: Pace::new(Instant::now(), settings.time),
        exhausted: false,
        phase: Phase::Known,
        tally: Tally::default(),
        by: Search::Random,
        shares: Vec::new(),
        heard: Heard::default(),
        numbering: Numbering::default(),
        broken: "the generator",
        desk,
    };
    let done = run.all_phases(replays);
    drop(watching);
    drop(quiet);
    drop(listening);
    match done {
        Ok(report) => {
            if let Some(desk) = &mut run.desk {
                desk.end(&report);
            }
            report
        }
        Err(fault) => {
            let place = fault.location.map(|place| format!(" at {place}")).unwrap_or_default();
            let broken =
                format!("{}: {} panicked{place}: {}", settings.name, run.broken, fault.message);
            if let Some(desk) = &mut run.desk {
                desk.broken(&broken);
            }
            panic!("{broken}")
        }
    }
}

impl<S: Subject> Run<'_, S> {
    /// An error is a panic of what `broken` names.
    fn all_phases(&mut self, replays: Vec<Tree>) -> Result<Report<S::Value>, Fault> {
        let start = Instant::now();
        if self.tries_known() {
            self.examples()?;
            self.replays(replays)?;
            self.stored()?;
        }
        self.known_cases = self.cases;
        self.phase = Phase::Search;
        match self.task() {
            Some(Task::Reduce | Task::Replay) => self.suspects()?,
            Some(Task::Minimize) => {
                let corpus = self.corpus();
                self.guided(Chance::new(Growth::over(1)), corpus)?;
            }
            _ => self.search()?,
        }
        self.tell_progress(true);
        let time = start.elapsed();
        Recording::stop();
        let found = std::mem::take(&mut self.found);
        let mut reducer = Reducer {
            subject: self.subject,
            examples: self.context.examples,
            src: &mut self.watching,
            seed: self.seed,
            reduce: self.settings.reduce,
            explain: self.settings.explain,
            describe: self.context.describe,
            runs: self.settings.reduction_runs,
            time: self.settings.reduction_time,
            keeper: Keeper {
                database: self.context.database,
                key: &self.settings.name,
                listener: &mut *self.context.listener,
            },
            tell_all: self.context.tell_all,
            known: Vec::new(),
            slips: Slippage::default(),
        };
        let failures = reducer.failures(found, self.settings.most_failures())?;
        self.forget_superfluous(&failures);
        Ok(self.report(failures, time))
    }

    fn report(
        &mut self,
        failures: Vec<Failure<S::Value>>,
        time: std::time::Duration,
    ) -> Report<S::Value> {
        if self.exhausted {
            self.tally.is_complete();
        }
        let further = self.guidance_advice();
        let statistics = Statistics::new(std::mem::take(&mut self.tally), time);
        let verdict = match () {
            () if failures.iter().any(|failure| !failure.is_flaky()) => Verdict::Falsified,
            () if !failures.is_empty() => Verdict::Flaky,
            () if self.cases == 0 => Verdict::GaveUp,
            () if statistics.lacks_cases() => Verdict::GaveUp,
            () if self.exhausted => Verdict::Exhausted,
            // Below one in a hundred the valid ones say little, however many there are.
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
            distinct: self.distinct,
            exhausted: self.exhausted,
            time,
        };
        let mut advice = figures.advice();
        advice.extend(further);
        for line in &advice {
            (self.context.listener)(Event::Advised { advice: &line.to_string() });
        }
        Report {
            name: self.settings.name.clone(),
            verdict,
            seed: self.seed,
            executions: self.executions,
            cases: self.cases,
            known: self.known_cases,
            unreached: self.unreached,
            distinct: self.distinct,
            failures,
            advice,
            searches: self.searches(),
            statistics,
        }
    }

    fn search(&mut self) -> Result<(), Fault> {
        if self.goes_on() && !S::DRAWS {
            let most = self.settings.cases.min(self.limit).min(SMALL_SPACE);
            let count = count_inputs(
                &mut |src| execute_if(self.subject, src, &mut |_| false),
                &mut self.watching,
                most,
                self.seed,
            );
            if count.is_some_and(|count| count > 0) {
                return self.enumerate();
            }
        }
        self.random()
    }

    fn goes_on(&mut self) -> bool {
        self.tell_progress(false);
        self.executions < self.limit
            && (self.cases < self.wanted || self.needs_more_cases())
            && !self.pace.is_over(self.executions)
    }

    /// Asks for more cases where those wanted do not tell whether a required share is reached.
    fn needs_more_cases(&mut self) -> bool {
        let most = self.settings.cases.saturating_mul(COVER_MOST);
        let more = self.found.is_empty() && self.wanted < most && self.tally.is_undecided();
        if more {
            // Known inputs are cases as well, and there may be more of them than were wanted.
            self.wanted = self.wanted.max(self.cases).saturating_mul(2);
        }
        more
    }

    /// Every input once.
    fn enumerate(&mut self) -> Result<(), Fault> {
        let mut odometer = Odometer::new();
        while let Some(guide) = odometer.next() {
            if self.executions >= self.limit || self.pace.is_over(self.executions) {
                return Ok(());
            }
            self.watching.enumerate(guide);
            let ended = execute_if(self.subject, &mut self.watching, &mut |_| true);
            let drawn = self.watching.take_tree();
            odometer.advance(&drawn);
            // What the generator refuses at the first attempt is not an input.
            if !matches!(ended, Ended::Rejected { unreached: true, .. }) {
                let new = self.known.is_empty() || !self.known.contains(&drawn.to_token());
                self.count(ended, new, Origin::Choices(drawn))?;
            }
        }
        self.exhausted = self.found.is_empty();
        Ok(())
    }

    fn random(&mut self) -> Result<(), Fault> {
        let mut chance = Chance::new(Growth::over(self.settings.cases));
        let mut signs = Signs::new(self.settings.search);
        let mut trace = Trace::default();
        if self.settings.search != Search::Random {
            let corpus = self.corpus();
            if !corpus.is_empty() {
                return self.guided(chance, corpus);
            }
        }
        while self.goes_on() {
            if signs.ask_for_guidance() {
                return self.guided(chance, Vec::new());
            }
            let wanted = (self.wanted - self.cases).min(self.limit - self.executions);
            let most = if self.context.tell_all { 1 } else { self.pace.batch(wanted) };
            let most = self.announce(&chance, most);
            let listens = signs.listen_for_traces(self.executions);
            let (passed, repeated, ended) = if listens {
                // Where news are kept, each case has a trace of its own.
                let most = if self.keeps_news() { 1 } else { most.min(LISTENED) };
                let watch = watch();
                let passed = chance.pass(self.subject, self.seed, most);
                watch.take(&mut trace);
                self.numbering.apply(&mut trace);
                signs.hear_trace(&trace);
                passed
            } else {
                trace = Trace::default();
                chance.pass(self.subject, self.seed, most)
            };
            self.executions += passed;
            self.cases += passed;
            self.distinct += passed - repeated;
            if self.context.tell_all && passed > 0 {
                self.tell(&Ended::Passed, &Feedback::default());
            }
            if let Some((ended, new)) = ended {
                let (case, size) = chance.last();
                self.count(ended, new, Origin::Case(case, size))?;
                signs.hear(&self.heard, self.executions);
                self.keep_chance(&chance, &trace);
            } else if listens {
                self.heard = Heard { accepted: true, ..Heard::default() };
                self.keep_chance(&chance, &trace);
            }
        }
        Ok(())
    }

    /// Takes an execution into account.
    #[cold]
    #[inline(never)]
    fn count(&mut self, ended: Ended, new: bool, origin: Origin) -> Result<(), Fault> {
        if let Ended::Broken(fault) = ended {
            return Err(*fault);
        }
        self.executions += 1;
        let feedback = take_feedback();
        self.heard = Heard::new(&ended, &feedback);
        self.observed(&feedback)?;
        if self.context.tell_all {
            self.tell(&ended, &feedback);
        }
        match ended {
            Ended::Rejected { unreached, overrun } => {
                self.unreached += u64::from(unreached);
                self.overruns += u64::from(overrun);
                if self.cases == 0 && self.overruns >= HOPELESS {
                    self.limit = self.limit.min(self.executions);
                }
            }
            ended => {
                self.cases += 1;
                self.distinct += u64::from(new);
                self.tally.add(feedback);
                if let Ended::Failed(fault) = ended {
                    self.failed(*fault, origin);
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self, ended: &Ended, feedback: &Feedback) {
        tell(&mut *self.context.listener, self.phase, ended, feedback);
    }

    fn found_enough(&self) -> bool {
        self.found.len() as u64 >= self.settings.most_failures()
    }

    fn failed(&mut self, fault: Fault, origin: Origin) {
        if self.found.iter().any(|found| found.fault.resembles(&fault))
            || self.is_known_elsewhere(&fault)
        {
            return;
        }
        let at = self.executions;
        let (message, location) = (&*fault.message, fault.location.as_deref());
        (self.context.listener)(Event::Found { message, location, execution: at });
        self.found.push(Found { fault, origin, at, by: self.by });
        if self.found_enough() {
            self.limit = at;
        } else if self.found.len() == 1 {
            let more = at.saturating_mul(LOOK_ON).min(LOOK_ON_MOST);
            self.limit = self.limit.min(at + more);
        }
    }
}
