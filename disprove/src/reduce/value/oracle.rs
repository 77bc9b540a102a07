//! The oracle of a value reduction: generates a value from each proposal and calls the predicate.

use super::{ReducedValue, ValueReducer, thread_pool::ThreadPool};
use crate::{
    case::Quiet,
    choice::Tree,
    feedback::clear_feedback,
    generator::Generator,
    random::Random,
    reduce::{
        oracle::{Attempt, FILL_SIZE, Oracle},
        reduction::{ReductionEnd, ReductionLimits},
        schedule::reduce,
    },
    source::{Fill, Source},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
    time::Instant,
};

pub(super) struct ValueOracle<'p, 'a, G: Generator> {
    settings: ValueReducer<'a, G>,
    deadline: Option<Instant>,
    pool: &'p ThreadPool<'p, G::Value>,
    reduced: ReducedValue<G::Value>,
    /// The choices of the smallest value.
    best: Tree,
    /// Speculative proposals, with their numbers in the pool.
    ahead: Vec<(Tree, u64)>,
    src: Source,
}

/// Payload of the panic that leaves the reducer from inside an attempt. The oracle keeps the best value.
struct Interrupted(ReductionEnd);

impl<'p, 'a, G: Generator> ValueOracle<'p, 'a, G> {
    pub(super) fn new(
        settings: ValueReducer<'a, G>,
        start: G::Value,
        deadline: Option<Instant>,
        pool: &'p ThreadPool<'p, G::Value>,
    ) -> ValueOracle<'p, 'a, G> {
        ValueOracle {
            settings,
            deadline,
            pool,
            reduced: ReducedValue {
                value: start,
                runs: 0,
                attempts: 0,
                end: ReductionEnd::Complete,
            },
            best: Tree::default(),
            ahead: Vec::new(),
            src: Source::recording(),
        }
    }

    pub(super) fn reduce(mut self) -> ReducedValue<G::Value> {
        self.reduced.end = self.run();
        self.reduced.runs = self.pool.runs();
        self.reduced
    }

    fn run(&mut self) -> ReductionEnd {
        let Some(start) = self.settings.generator.encode(&self.reduced.value) else {
            return ReductionEnd::Unencodable;
        };
        if let Some(end) = self.reached_limit() {
            return end;
        }
        if !self.pool.ask(&self.reduced.value) {
            return ReductionEnd::Uninteresting;
        }
        self.best = start.clone();
        match catch_unwind(AssertUnwindSafe(|| reduce(start, self, ReductionLimits::NONE))) {
            Ok(reduction) => reduction.end,
            Err(payload) => match payload.downcast::<Interrupted>() {
                Ok(interrupted) => interrupted.0,
                Err(payload) => resume_unwind(payload),
            },
        }
    }

    fn reached_limit(&self) -> Option<ReductionEnd> {
        if (self.settings.stop)() {
            Some(ReductionEnd::Stopped)
        } else if self.pool.runs() >= self.settings.runs {
            Some(ReductionEnd::Runs)
        } else {
            self.deadline.filter(|end| Instant::now() >= *end).map(|_| ReductionEnd::Time)
        }
    }

    /// Generates a value from a guide. Returns `None` if the generator rejects the guide or panics.
    fn generate(&mut self, guide: Rc<Tree>, fill: Option<u64>) -> Option<G::Value> {
        self.reduced.attempts += 1;
        match fill {
            // Only retries of filters use the random stream here.
            None => self.src.replay(guide, Fill::Simplest, Random::for_case(0, u64::MAX), 100),
            Some(number) => {
                self.src.replay(guide, Fill::Random, Random::for_case(0, number), FILL_SIZE);
            }
        }
        let _quiet = Quiet::start();
        let generated =
            catch_unwind(AssertUnwindSafe(|| self.settings.generator.generate(&mut self.src)));
        clear_feedback();
        generated.ok()
    }

    fn position_ahead(&self, tree: &Tree) -> Option<usize> {
        self.ahead.iter().position(|(asked, _)| asked.compare(tree).is_eq())
    }

    /// Calls the predicate, or takes the answer of a speculative call. In that case the returned value is the one
    /// that was tested, generated from the same choices.
    fn ask(&mut self, tree: &Tree, value: G::Value) -> (bool, G::Value) {
        let Some(position) = self.position_ahead(tree) else {
            return (self.pool.ask(&value), value);
        };
        let answer = self.pool.take(self.ahead.swap_remove(position).1);
        match answer.interesting {
            Ok(interesting) => (interesting, answer.value),
            Err(payload) => resume_unwind(payload),
        }
    }
}

impl<G: Generator> Oracle for ValueOracle<'_, '_, G> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        fill: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        if let Some(end) = self.reached_limit() {
            resume_unwind(Box::new(Interrupted(end)));
        }
        let Some(value) = self.generate(guide, fill) else { return Attempt::Unwanted };
        if !wanted(self.src.recorded()) {
            return Attempt::Unwanted;
        }
        let tree = self.src.take_tree();
        let (interesting, value) = self.ask(&tree, value);
        if !interesting {
            return Attempt::Passed(tree);
        }
        // The reducer also runs larger values than the best: to learn about it, or when it begins again.
        if tree.compare(&self.best).is_ge() {
            return Attempt::Failed(tree);
        }
        // The next proposals start from the new best, so the speculative ones are obsolete.
        self.ahead.clear();
        self.pool.clear();
        (self.settings.on_smaller)(&value);
        self.reduced.value = value;
        self.best = tree.clone();
        Attempt::Failed(tree)
    }

    fn parallelism(&self) -> usize {
        self.settings.jobs
    }

    fn prefetch(&mut self, guides: Vec<Rc<Tree>>) {
        let mut next = Vec::new();
        for guide in guides {
            if self.reached_limit().is_some() {
                return;
            }
            if let Some(value) = self.generate(guide, None) {
                next.push((self.src.take_tree(), value));
            }
        }
        // Proposals that are no longer expected would occupy threads that the new ones need.
        let ValueOracle { ahead, pool, .. } = self;
        ahead.retain(|(asked, number)| {
            let expected = next.iter().any(|(tree, _)| asked.compare(tree).is_eq());
            if !expected {
                pool.cancel(*number);
            }
            expected
        });
        for (tree, value) in next {
            if tree.compare(&self.best).is_lt() && self.position_ahead(&tree).is_none() {
                let number = self.pool.submit(value);
                self.ahead.push((tree, number));
            }
        }
    }
}
