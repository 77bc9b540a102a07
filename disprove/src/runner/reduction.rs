//! From a failing input to the failure that is reported.

use super::{
    Event, Example, Failure,
    phases::{FOUND_BY, Found, Origin, run_example},
};
use crate::{
    choice::Tree,
    execute::{Ended, Fault, Subject, execute},
    feedback::{keep_notes, take_notes},
    random::Random,
    reduce::{Attempt, Oracle, Step, reduce},
    source::{Fill, Source},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};

/// How often in a row the smallest input must fail before it counts as one that always fails.
const CONFIRMATIONS: u32 = 2;

/// Makes failing inputs small, and sees whether they fail again.
pub(super) struct Reducer<'a, S: Subject> {
    pub(super) subject: &'a S,
    pub(super) examples: &'a [Example<'a, S::Value>],
    pub(super) src: &'a mut Source,
    pub(super) seed: u64,
    pub(super) reduce: bool,
    pub(super) listener: &'a mut dyn FnMut(Event<'_>),
}

impl<S: Subject> Reducer<'_, S> {
    /// The failure to report. An error is a panic of the generator.
    pub(super) fn failure(&mut self, found: Found) -> Result<Failure<S::Value>, Fault> {
        let Found { fault, origin, at } = found;
        match origin {
            Origin::Example(number) => return Ok(self.example(fault, number, at)),
            Origin::Choices(tree) => {
                self.src.replay(Rc::new(tree), Fill::Simplest, self.chance(), 100);
            }
            // It was not recorded when it failed.
            Origin::Case(number, size) => {
                self.src.record(Random::for_case(self.seed, number), size);
            }
        }
        keep_notes();
        let again = execute(self.subject, self.src, |_| true);
        let notes = take_notes();
        let original = self.src.take_tree();
        let (mut runs, flaky) = match again {
            Ended::Broken(fault) => return Err(*fault),
            Ended::Failed(again) => (1, !again.resembles(&fault)),
            Ended::Rejected { unreached: true, .. } => (0, true),
            _ => (1, true),
        };
        let mut retry = Retry { fault, reducer: self };
        let mut smallest = original.clone();
        let (mut more, mut attempts) = (0, 0);
        if !flaky && retry.reducer.reduce {
            let reduction = reduce(original.clone(), &mut retry);
            for Step { pass, choices } in reduction.steps {
                (retry.reducer.listener)(Event::Reduced { pass, choices });
            }
            (smallest, more, attempts) = (reduction.tree, reduction.runs, reduction.attempts);
        }
        let mut fault = retry.fault;
        runs += more;
        let (mut notes, mut flaky) = (notes, flaky);
        // The notes of the smallest, and whether it fails outside of reduction as well. Twice: what fails
        // at every third call would fail once by its turn.
        for _ in 0..CONFIRMATIONS {
            if flaky {
                break;
            }
            self.src.replay(Rc::new(smallest.clone()), Fill::Simplest, self.chance(), 100);
            keep_notes();
            let last = execute(self.subject, self.src, |_| true);
            notes = take_notes();
            runs += u64::from(!matches!(last, Ended::Rejected { unreached: true, .. }));
            match last {
                Ended::Failed(last) if last.resembles(&fault) => fault = *last,
                _ => flaky = true,
            }
        }
        Ok(Failure {
            value: self.value(&smallest)?,
            original: self.value(&original)?,
            found_at: at,
            reduction_runs: runs,
            reduction_attempts: attempts,
            replay_token: smallest.to_token(),
            found_by: FOUND_BY,
            notes,
            flaky,
            choices: (original.len(), smallest.len()),
            message: fault.message,
            location: fault.location,
        })
    }

    /// An example whose choices are not known is reported as it is.
    fn example(&mut self, fault: Fault, number: usize, at: u64) -> Failure<S::Value> {
        self.src.record(self.chance(), 100);
        keep_notes();
        let again = run_example(self.subject, &self.examples[number], self.src);
        let notes = take_notes();
        let drawn = self.src.take_tree();
        Failure {
            value: (self.examples[number].value)(),
            original: (self.examples[number].value)(),
            found_at: at,
            reduction_runs: 1,
            reduction_attempts: 0,
            replay_token: drawn.to_token(),
            found_by: FOUND_BY,
            notes,
            flaky: !matches!(again, Ended::Failed(again) if again.resembles(&fault)),
            choices: (drawn.len(), drawn.len()),
            message: fault.message,
            location: fault.location,
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

/// Runs the property for the reducer.
struct Retry<'r, 'a, S: Subject> {
    reducer: &'r mut Reducer<'a, S>,
    /// As it was seen last.
    fault: Fault,
}

impl<S: Subject> Oracle for Retry<'_, '_, S> {
    fn attempt(&mut self, guide: Tree, wanted: &mut dyn FnMut(&Tree) -> bool) -> Attempt {
        let chance = self.reducer.chance();
        let Reducer { subject, src, .. } = self.reducer;
        src.replay(Rc::new(guide), Fill::Simplest, chance, 100);
        let ended = execute(*subject, src, |src| S::DRAWS || wanted(src.recorded()));
        match ended {
            Ended::Failed(fault) if fault.resembles(&self.fault) => {
                self.fault = *fault;
                Attempt::Failed(src.take_tree())
            }
            // A generator that panics on choices nobody has drawn is no reason to end the reduction.
            Ended::Unwanted | Ended::Broken(_) | Ended::Rejected { unreached: true, .. } => {
                Attempt::Unwanted
            }
            _ => Attempt::Passed,
        }
    }
}
