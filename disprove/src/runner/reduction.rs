//! From a failing input to the failure that is reported.

use super::{
    Encounter, Event, Example, Failure, Phase,
    keeper::Keeper,
    phases::{FOUND_BY, Found, Origin, tell},
};
use crate::{
    choice::Tree,
    execute::{Ended, Fault, Subject, execute_if},
    feedback::{Remarks, Told, keep_told, take_told},
    random::Random,
    reduce::{Attempt, Limits, Oracle, Step, reduce},
    source::{Fill, Source},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    time::{Duration, Instant},
};

/// How often in a row the smallest input must fail before it counts as one that always fails.
const CONFIRMATIONS: u32 = 2;

/// So often a flaky input is run, to tell how often it fails.
const REPEATS: u64 = 10;

/// Makes failing inputs small, and sees whether they fail again.
pub(super) struct Reducer<'a, S: Subject> {
    pub(super) subject: &'a S,
    pub(super) examples: &'a [Example<'a, S::Value>],
    pub(super) src: &'a mut Source,
    pub(super) seed: u64,
    pub(super) reduce: bool,
    pub(super) keeper: Keeper<'a>,
    pub(super) tell_all: bool,
}

impl<S: Subject> Reducer<'_, S> {
    /// The failure to report. An error is a panic of the generator.
    pub(super) fn failure(&mut self, found: Found) -> Result<Failure<S::Value>, Fault> {
        let start = Instant::now();
        let Found { fault, origin, at } = found;
        let mut stored = None;
        // They are run before everything else.
        let mut encounter = match at {
            number if number <= self.examples.len() as u64 => {
                Encounter::Example { number, has_choices: true }
            }
            _ => Encounter::Case,
        };
        match origin {
            Origin::Example(number) => return Ok(self.example(fault, number, at)),
            Origin::Choices(tree) => self.replay(tree),
            Origin::Regression(tree) => {
                self.replay(tree);
                encounter = Encounter::Kept;
            }
            Origin::Stored { drawn, entry } => {
                self.replay(drawn);
                stored = Some(entry);
                encounter = Encounter::Kept;
            }
            // It was not recorded when it failed.
            Origin::Case(number, size) => {
                self.src.record(Random::for_case(self.seed, number), size);
            }
        }
        let (again, told) = self.tell_once();
        let original = self.src.take_tree();
        let (runs, flaky) = match again {
            Ended::Broken(fault) => return Err(*fault),
            Ended::Failed(again) => (1, !again.resembles(&fault)),
            Ended::Rejected { unreached: true, .. } => (0, true),
            _ => (1, true),
        };
        // Before the reduction, which may be long, and be interrupted.
        self.keeper.save(&original);
        let mut failure =
            Smallest { tree: original.clone(), fault, told, runs, attempts: 0, flaky };
        if !flaky {
            self.smallest(&mut failure);
        }
        let again = if failure.flaky { self.again(&mut failure) } else { (0, 0) };
        let saved = self.keeper.save(&failure.tree);
        for old in stored.iter().chain([&original]) {
            if old.to_token() != failure.tree.to_token() {
                self.keeper.remove(old);
            }
        }
        Ok(Failure {
            value: self.value(&failure.tree)?,
            original: self.value(&original)?,
            found_at: at,
            reduction_runs: failure.runs,
            reduction_attempts: failure.attempts,
            reduction_time: start.elapsed(),
            replay_token: failure.tree.to_token(),
            found_by: FOUND_BY,
            told: failure.told,
            flaky: failure.flaky,
            saved,
            choices: (original.len(), failure.tree.len()),
            encounter,
            again,
            message: failure.fault.message,
            location: failure.fault.location,
        })
    }

    /// Makes a failure small, and sees whether it fails outside of reduction as well. Twice: what fails at
    /// every third call would fail once by its turn.
    fn smallest(&mut self, failure: &mut Smallest) {
        if self.reduce {
            let mut retry = Retry { fault: failure.fault.clone(), reducer: self };
            let reduction = reduce(failure.tree.clone(), &mut retry, Limits::NONE);
            failure.fault = retry.fault;
            for Step { pass, choices } in reduction.steps {
                (self.keeper.listener)(Event::Reduced { pass, choices });
            }
            failure.tree = reduction.tree;
            failure.runs += reduction.runs;
            failure.attempts = reduction.attempts;
        }
        for _ in 0..CONFIRMATIONS {
            self.replay(failure.tree.clone());
            let (last, told) = self.tell_once();
            failure.told = told;
            failure.runs += u64::from(!matches!(last, Ended::Rejected { unreached: true, .. }));
            self.tell(Phase::Confirm, &last);
            match last {
                Ended::Failed(last) if last.resembles(&failure.fault) => failure.fault = *last,
                _ => {
                    failure.flaky = true;
                    return;
                }
            }
        }
    }

    /// How often a flaky input fails, and how often it was run for that.
    fn again(&mut self, failure: &mut Smallest) -> (u64, u64) {
        let mut failed = 0;
        for _ in 0..REPEATS {
            self.replay(failure.tree.clone());
            let ended = execute_if(self.subject, self.src, &mut |_| true);
            failure.runs += u64::from(!matches!(ended, Ended::Rejected { unreached: true, .. }));
            let same = |fault: &Fault| fault.resembles(&failure.fault);
            failed += u64::from(matches!(ended, Ended::Failed(fault) if same(&fault)));
        }
        (failed, REPEATS)
    }

    /// An example whose choices are not known is reported as it is.
    fn example(&mut self, fault: Fault, number: usize, at: u64) -> Failure<S::Value> {
        self.src.record(self.chance(), 100);
        keep_told();
        let again = self.examples[number].run(self.subject, self.src);
        let told = take_told();
        let drawn = self.src.take_tree();
        let flaky = !matches!(again, Ended::Failed(again) if again.resembles(&fault));
        Failure {
            value: (self.examples[number].value)(),
            original: (self.examples[number].value)(),
            found_at: at,
            reduction_runs: 1,
            reduction_attempts: 0,
            reduction_time: Duration::ZERO,
            replay_token: drawn.to_token(),
            found_by: FOUND_BY,
            told,
            flaky,
            saved: false,
            choices: (drawn.len(), drawn.len()),
            encounter: Encounter::Example { number: at, has_choices: false },
            again: (u64::from(!flaky), 1),
            message: fault.message,
            location: fault.location,
        }
    }

    fn replay(&mut self, tree: Tree) {
        self.src.replay(Rc::new(tree), Fill::Simplest, self.chance(), 100);
    }

    /// Runs the case that the source is ready for, and keeps what it tells.
    fn tell_once(&mut self) -> (Ended, Told) {
        keep_told();
        let ended = execute_if(self.subject, self.src, &mut |_| true);
        (ended, take_told())
    }

    fn tell(&mut self, phase: Phase, ended: &Ended) {
        if self.tell_all {
            tell(&mut *self.keeper.listener, phase, ended, &Remarks::default());
        }
    }

    /// For what a guide lacks and a second attempt of a filter has to make up.
    fn chance(&self) -> Random {
        Random::for_case(self.seed, u64::MAX)
    }

    /// The value these choices make.
    fn value(&mut self, tree: &Tree) -> Result<S::Value, Fault> {
        self.src.replay(Rc::new(tree.clone()), Fill::Simplest, self.chance(), 100);
        let made = catch_unwind(AssertUnwindSafe(|| self.subject.generate(self.src)));
        made.map_err(|_| Fault {
            message: "it does not make the same value of the same choices again: it must not \
                      depend on anything but its source"
                .to_owned(),
            location: None,
        })
    }
}

/// The smallest failing input so far.
struct Smallest {
    tree: Tree,
    fault: Fault,
    told: Told,
    runs: u64,
    attempts: u64,
    flaky: bool,
}

/// Runs the property for the reducer.
struct Retry<'r, 'a, S: Subject> {
    reducer: &'r mut Reducer<'a, S>,
    /// As it was seen last.
    fault: Fault,
}

impl<S: Subject> Oracle for Retry<'_, '_, S> {
    fn attempt(&mut self, guide: Rc<Tree>, wanted: &mut dyn FnMut(&Tree) -> bool) -> Attempt {
        let chance = self.reducer.chance();
        let Reducer { subject, src, .. } = self.reducer;
        src.replay(guide, Fill::Simplest, chance, 100);
        let ended = execute_if(*subject, src, &mut |src| S::DRAWS || wanted(src.recorded()));
        self.reducer.tell(Phase::Reduce, &ended);
        let src = &mut *self.reducer.src;
        match ended {
            Ended::Failed(fault) if fault.resembles(&self.fault) => {
                self.fault = *fault;
                Attempt::Failed(src.take_tree())
            }
            // A generator that panics on choices nobody has drawn is no reason to end the reduction.
            Ended::Unwanted | Ended::Broken(_) | Ended::Rejected { unreached: true, .. } => {
                Attempt::Unwanted
            }
            _ => Attempt::Passed(src.take_tree()),
        }
    }
}
