//! The phases of a run: known inputs, then the search. What fails is reduced at the end.

use super::{Event, Report, Settings, Verdict, health::Figures, reduction::Reducer};
use crate::{
    choice::Tree,
    corpus::Seen,
    execute::{Ended, Fault, Quiet, Subject, execute},
    feedback::{Listening, Observed, Outcome, keep_observations, observing},
    random::Random,
    search::{Growth, Odometer, Search, count_inputs},
    source::{Fill, Source},
};
use std::{
    collections::HashSet,
    rc::Rc,
    time::{Duration, Instant},
};

/// A value the user wrote down, made anew each time it is needed, and its choices if they are known.
pub(crate) struct Example<'a, T> {
    pub(crate) value: &'a dyn Fn() -> T,
    pub(crate) choices: Option<Tree>,
}

/// Where a failing input came from.
#[derive(Debug)]
pub(super) enum Origin {
    /// A random case: its number, and how large it could become.
    Case(u64, u32),
    Choices(Tree),
    /// The number of an example whose choices are not known.
    Example(usize),
}

/// A failure that resembles none before it.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) fault: Fault,
    pub(super) origin: Origin,
    pub(super) at: u64,
}

/// After the first failure the search goes on for so many times the executions that it took ...
const LOOK_ON: u64 = 10;
/// ... but for at most so many, and until so many different failures were found.
const LOOK_ON_MOST: u64 = 10_000;
const MOST_FAILURES: u64 = 10;

/// Repeats in a row before one is run all the same: then the space is small or the generator lopsided.
const REPEATS: u32 = 100;

/// So many cases beyond the budget before the first valid one, and none is to be expected any more. Each
/// takes as long as a hundred others.
const HOPELESS: u64 = 200;

/// Spaces up to this size are tried completely, if that many cases are wanted.
const SMALL_SPACE: u64 = 1 << 16;

struct Run<'a, S: Subject> {
    subject: &'a S,
    settings: &'a Settings,
    seed: u64,
    examples: &'a [Example<'a, S::Value>],
    listener: &'a mut dyn FnMut(Event<'_>),
    history: Option<&'a mut dyn FnMut(&Observed)>,
    /// Records and replays.
    watching: Source,
    found: Vec<Found>,
    executions: u64,
    cases: u64,
    unreached: u64,
    overruns: u64,
    distinct: u64,
    /// The tokens of the inputs that were replayed.
    known: HashSet<String>,
    /// No execution beyond this one.
    limit: u64,
    exhausted: bool,
}

/// What a run is given besides its settings.
pub(crate) struct Context<'a, T> {
    pub(crate) examples: &'a [Example<'a, T>],
    pub(crate) history: Option<&'a mut dyn FnMut(&Observed)>,
    pub(crate) listener: &'a mut dyn FnMut(Event<'_>),
}

/// Runs a property.
///
/// # Panics
/// If the settings make no sense, or the generator panics.
#[track_caller]
pub(crate) fn run<'a, S: Subject>(
    subject: &'a S,
    settings: &'a Settings,
    context: Context<'a, S::Value>,
) -> Report<S::Value> {
    let replays = settings.verify();
    let listening = Listening::start();
    keep_observations(context.history.is_some());
    let quiet = Quiet::start();
    let mut run = Run {
        subject,
        settings,
        seed: settings.seed_or_fresh(),
        examples: context.examples,
        listener: context.listener,
        history: context.history,
        watching: Source::watching(),
        found: Vec::new(),
        executions: 0,
        cases: 0,
        unreached: 0,
        overruns: 0,
        distinct: 0,
        known: HashSet::new(),
        limit: settings.executions(),
        exhausted: false,
    };
    let done = run.all_phases(replays);
    drop(quiet);
    drop(listening);
    match done {
        Ok(report) => report,
        Err(fault) => panic!(
            "{}: the generator panicked{}: {}",
            settings.name,
            fault.location.map(|place| format!(" at {place}")).unwrap_or_default(),
            fault.message
        ),
    }
}

impl<S: Subject> Run<'_, S> {
    /// An error is a panic of the generator.
    fn all_phases(&mut self, replays: Vec<Tree>) -> Result<Report<S::Value>, Fault> {
        let start = Instant::now();
        self.known(replays)?;
        self.search()?;
        let time = start.elapsed();
        keep_observations(false);
        let start = Instant::now();
        let mut failures = Vec::new();
        for found in std::mem::take(&mut self.found) {
            let mut reducer = Reducer {
                subject: self.subject,
                examples: self.examples,
                src: &mut self.watching,
                seed: self.seed,
                reduce: self.settings.reduce,
                listener: &mut *self.listener,
            };
            failures.push(reducer.failure(found)?);
        }
        Ok(self.report(failures, time, start.elapsed()))
    }

    fn report(
        &mut self,
        failures: Vec<super::Failure<S::Value>>,
        time: Duration,
        reduction_time: Duration,
    ) -> Report<S::Value> {
        let verdict = match () {
            () if failures.iter().any(|failure| !failure.is_flaky()) => Verdict::Falsified,
            () if !failures.is_empty() => Verdict::Flaky,
            () if self.cases == 0 => Verdict::GaveUp,
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
        let advice = figures.advice();
        for line in &advice {
            (self.listener)(Event::Advised { advice: &line.to_string() });
        }
        Report {
            name: self.settings.name.clone(),
            verdict,
            seed: self.seed,
            executions: self.executions,
            cases: self.cases,
            unreached: self.unreached,
            distinct: self.distinct,
            failures,
            advice,
            reduction_time,
        }
    }

    /// Examples and replays, in the order they were given.
    fn known(&mut self, replays: Vec<Tree>) -> Result<(), Fault> {
        for (number, example) in self.examples.iter().enumerate() {
            if self.found_enough() || self.executions >= self.settings.executions() {
                return Ok(());
            }
            let random = Random::for_case(self.seed, 0);
            let (ended, origin) = match &example.choices {
                // What the property draws itself belongs to the input, so all of it is recorded.
                Some(choices) if S::DRAWS => {
                    self.watching.replay(Rc::new(choices.clone()), Fill::Random, random, 100);
                    let ended = execute(self.subject, &mut self.watching, |_| true);
                    (ended, Origin::Choices(self.watching.take_tree()))
                }
                choices => {
                    self.watching.record(random, 100);
                    let ended = run_example(self.subject, example, &mut self.watching);
                    let origin = choices.clone().map_or(Origin::Example(number), Origin::Choices);
                    (ended, origin)
                }
            };
            self.count(ended, true, || origin)?;
        }
        for tree in replays {
            if self.found_enough() || self.executions >= self.settings.executions() {
                return Ok(());
            }
            let random = Random::for_case(self.seed, 0);
            self.watching.replay(Rc::new(tree), Fill::Simplest, random, 100);
            let ended = execute(self.subject, &mut self.watching, |_| true);
            let drawn = self.watching.take_tree();
            let new = self.known.insert(drawn.to_token());
            self.count(ended, new, || Origin::Choices(drawn))?;
        }
        Ok(())
    }

    fn search(&mut self) -> Result<(), Fault> {
        if self.goes_on() && !S::DRAWS {
            let most = self.settings.cases.min(self.limit).min(SMALL_SPACE);
            let count = count_inputs(self.subject, &mut self.watching, most, self.seed);
            if count.is_some_and(|count| count > 0) {
                return self.enumerate();
            }
        }
        self.random()
    }

    fn goes_on(&self) -> bool {
        self.executions < self.limit && self.cases < self.settings.cases
    }

    /// Every input once.
    fn enumerate(&mut self) -> Result<(), Fault> {
        let mut odometer = Odometer::new();
        while let Some(guide) = odometer.next() {
            if self.executions >= self.limit {
                return Ok(());
            }
            self.watching.enumerate(guide);
            let ended = execute(self.subject, &mut self.watching, |_| true);
            let drawn = self.watching.take_tree();
            odometer.advance(&drawn);
            // What the generator refuses at the first attempt is not an input.
            if !matches!(ended, Ended::Rejected { unreached: true, .. }) {
                let new = self.known.is_empty() || !self.known.contains(&drawn.to_token());
                self.count(ended, new, || Origin::Choices(drawn))?;
            }
        }
        self.exhausted = self.found.is_empty();
        Ok(())
    }

    fn random(&mut self) -> Result<(), Fault> {
        let mut chance = Chance {
            src: Source::new(),
            seen: Seen::new(),
            growth: Growth::over(self.settings.cases),
            case: 0,
            repeats: 0,
        };
        while self.goes_on() {
            let wanted = (self.settings.cases - self.cases).min(self.limit - self.executions);
            // A history is told of each case before the next.
            let most = if self.history.is_some() { 1 } else { wanted };
            let (passed, repeated, ended) = chance.pass(self.subject, self.seed, most);
            self.executions += passed;
            self.cases += passed;
            self.distinct += passed - repeated;
            if passed > 0 {
                self.tell_history();
            }
            if let Some((ended, new)) = ended {
                let case = chance.case - 1;
                let size = chance.growth.size(case);
                self.count(ended, new, || Origin::Case(case, size))?;
            }
        }
        Ok(())
    }

    /// Takes an execution into account.
    #[cold]
    #[inline(never)]
    fn count(
        &mut self,
        ended: Ended,
        new: bool,
        origin: impl FnOnce() -> Origin,
    ) -> Result<(), Fault> {
        if let Ended::Broken(fault) = ended {
            return Err(*fault);
        }
        self.executions += 1;
        self.tell_history();
        match ended {
            Ended::Rejected { unreached, overrun } => {
                self.unreached += u64::from(unreached);
                self.overruns += u64::from(overrun);
                if self.cases == 0 && self.overruns >= HOPELESS {
                    self.limit = self.limit.min(self.executions);
                }
            }
            Ended::Failed(fault) => {
                self.cases += 1;
                self.distinct += u64::from(new);
                self.failed(*fault, origin);
            }
            _ => {
                self.cases += 1;
                self.distinct += u64::from(new);
            }
        }
        Ok(())
    }

    fn tell_history(&mut self) {
        if let Some(history) = &mut self.history {
            observing(|observed| history(observed));
        }
    }

    fn found_enough(&self) -> bool {
        self.found.len() as u64 >= self.settings.max_failures.unwrap_or(MOST_FAILURES)
    }

    fn failed(&mut self, fault: Fault, origin: impl FnOnce() -> Origin) {
        if self.found.iter().any(|found| found.fault.resembles(&fault)) {
            return;
        }
        let at = self.executions;
        let (message, location) = (&*fault.message, fault.location.as_deref());
        (self.listener)(Event::Found { message, location, execution: at });
        self.found.push(Found { fault, origin: origin(), at });
        if self.found_enough() {
            self.limit = at;
        } else if self.found.len() == 1 {
            let more = at.saturating_mul(LOOK_ON).min(LOOK_ON_MOST);
            self.limit = self.limit.min(at + more);
        }
    }
}

/// Random cases, one after the other.
struct Chance {
    src: Source,
    seen: Seen,
    growth: Growth,
    /// The number of the next case.
    case: u64,
    /// Cases in a row that were seen before.
    repeats: u32,
}

impl Chance {
    /// Runs cases until so many have passed, or one ends otherwise. Says how many passed, how many of
    /// them were repeats, and how the last ended and whether it was new. This is the loop in which a
    /// passing property spends its time: nothing is done in it that can be done outside.
    #[inline(never)]
    fn pass<S: Subject>(
        &mut self,
        subject: &S,
        seed: u64,
        most: u64,
    ) -> (u64, u64, Option<(Ended, bool)>) {
        let Chance { src, seen, growth, .. } = self;
        // Out of memory and into registers, for the length of the loop.
        let (growth, mut case, mut repeats) = (*growth, self.case, self.repeats);
        let (mut passed, mut repeated) = (0, 0);
        let ended = loop {
            src.restart(Random::for_case(seed, case), growth.size(case));
            case += 1;
            let mut new = true;
            let ended = execute(subject, src, |src| {
                if !S::DRAWS && seen.is_open() {
                    new = seen.is_new(src);
                }
                new || repeats >= REPEATS
            });
            if S::DRAWS && seen.is_open() {
                new = seen.is_new(src);
            }
            match ended {
                Ended::Passed => {
                    passed += 1;
                    repeated += u64::from(!new);
                    repeats = 0;
                    if passed == most {
                        break None;
                    }
                }
                Ended::Unwanted => repeats += 1,
                ended => {
                    repeats = 0;
                    break Some((ended, new));
                }
            }
        };
        (self.case, self.repeats) = (case, repeats);
        (passed, repeated, ended)
    }
}

/// The search every failure is attributed to, as long as there is one only.
pub(super) const FOUND_BY: Search = Search::Random;

/// The property, given a value that was written down.
struct Written<'a, S: Subject> {
    subject: &'a S,
    value: &'a dyn Fn() -> S::Value,
}

impl<S: Subject> Subject for Written<'_, S> {
    type Value = S::Value;
    const DRAWS: bool = S::DRAWS;

    fn generate(&self, _src: &mut Source) -> S::Value {
        (self.value)()
    }

    fn test(&self, value: S::Value, src: &mut Source) -> Outcome {
        self.subject.test(value, src)
    }
}

/// Runs an example, with the value as it was written.
pub(super) fn run_example<S: Subject>(
    subject: &S,
    example: &Example<'_, S::Value>,
    src: &mut Source,
) -> Ended {
    execute(&Written { subject, value: example.value }, src, |_| true)
}
