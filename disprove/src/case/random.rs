//! Random cases, one after the other.

use super::{
    ABORTS, CaseOutcome, Input, NoOutcome, Property, Texts,
    batch::{MAX_DUPLICATES, RandomCases},
    run::{concluded, run_input, unwound},
    watcher::{self, Batch},
};
use crate::{
    feedback::{Kind, Outcome, Signals, has_feedback},
    random::Random,
    source::size_and_distribution,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Smallest size of a guided case, in percent: smaller inputs leave a search little to change.
const SMALLEST_GUIDED: u64 = 25;

/// A batch of random cases.
pub(crate) struct RandomBatch {
    /// Cases that passed without feedback.
    pub(crate) passed: u64,
    /// Of these, cases with an input that was seen before.
    pub(crate) repeated: u64,
    /// The case after them, unless the batch reached its limit: one that has feedback, was rejected or failed.
    pub(crate) last: Option<LastCase>,
}

/// The case that ended a batch.
pub(crate) struct LastCase {
    pub(crate) outcome: Result<CaseOutcome, NoOutcome>,
    pub(crate) is_new: bool,
}

impl RandomCases {
    /// Announces the next cases to a watcher of this thread.
    pub(crate) fn announce(&self, limit: u64) {
        let (full, count) = (self.sizes.full() as u32, limit as u32);
        watcher::announce(Batch { seed: self.seed, first: self.next, count, full });
    }

    /// The number and the size of the last case.
    pub(crate) fn last(&self) -> (u64, u32) {
        let case = self.next - 1;
        (case, self.sizes.size(case, self.order))
    }

    /// A random stream and a size for a guided case, which draws from it where its guide ends. With scores, it has the
    /// plain distribution: small steps matter more than variety, see `case-studies spells`.
    pub(crate) fn fill(&mut self, is_scored: bool) -> (Random, u32) {
        let mut random = Random::for_case(self.seed, self.next);
        let distribution = self.order.of_case(if is_scored { 0 } else { self.next });
        self.next += 1;
        let percent = SMALLEST_GUIDED + ((random.word() >> 32) * (101 - SMALLEST_GUIDED) >> 32);
        (random, size_and_distribution(percent as u32, distribution))
    }

    /// Runs cases until `limit` have passed, or one ends otherwise.
    pub(crate) fn run(&mut self, property: &dyn Property, limit: u64) -> RandomBatch {
        if watcher::is_watched() || ABORTS {
            return self.run_described(property, limit, &mut |_| ());
        }
        (self.passed, self.repeated, self.limit) = (0, 0, limit);
        self.signals = Signals::default();
        let last = self.run_batch(property);
        RandomBatch { passed: self.passed, repeated: self.repeated, last }
    }

    /// The same, case by case: a watcher of this thread sees each of them, and `called` each value.
    pub(crate) fn run_described(
        &mut self,
        property: &dyn Property,
        limit: u64,
        called: &mut dyn FnMut(&dyn Fn() -> Texts),
    ) -> RandomBatch {
        (self.passed, self.repeated, self.limit) = (0, 0, limit);
        let last = self.run_each(property, called);
        RandomBatch { passed: self.passed, repeated: self.repeated, last }
    }

    fn run_batch(&mut self, property: &dyn Property) -> Option<LastCase> {
        let outcome = match catch_unwind(AssertUnwindSafe(|| property.run_random(self))) {
            Ok(Outcome(Kind::Pass)) if self.signals.is_silent() => return None,
            Ok(outcome) => Ok(concluded(outcome, self.signals)),
            Err(payload) => {
                if property.draws() && self.seen.is_open() {
                    self.is_new = self.seen.is_new(&self.src);
                }
                unwound(payload.as_ref(), self.reached, &self.src)
            }
        };
        self.duplicates = 0;
        Some(LastCase { outcome, is_new: self.is_new })
    }

    fn run_each(
        &mut self,
        property: &dyn Property,
        called: &mut dyn FnMut(&dyn Fn() -> Texts),
    ) -> Option<LastCase> {
        let draws = property.draws();
        loop {
            let size = self.sizes.size(self.next, self.order);
            self.src.restart(Random::for_case(self.seed, self.next), size);
            self.next += 1;
            self.is_new = true;
            let RandomCases { src, seen, is_new, duplicates, .. } = self;
            let outcome = run_input(property, Input::Drawn, src, &mut |src, describe| {
                if !draws && seen.is_open() {
                    *is_new = seen.is_new(src);
                }
                let proceeds = *is_new || *duplicates >= MAX_DUPLICATES;
                if proceeds {
                    called(describe);
                }
                proceeds
            });
            if draws && self.seen.is_open() {
                self.is_new = self.seen.is_new(&self.src);
            }
            match outcome {
                Err(NoOutcome::Skipped) => self.duplicates += 1,
                Ok(CaseOutcome::Passed) if !has_feedback() => {
                    self.duplicates = 0;
                    self.passed += 1;
                    self.repeated += u64::from(!self.is_new);
                    if self.passed == self.limit {
                        return None;
                    }
                }
                outcome => {
                    self.duplicates = 0;
                    return Some(LastCase { outcome, is_new: self.is_new });
                }
            }
        }
    }
}
