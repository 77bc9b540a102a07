//! Puts the question to what the reducer proposes.

use super::{EndedBy, Reducer, Smallest, pool::Pool};
use crate::{
    case::Quiet,
    choice::Tree,
    feedback::clear_feedback,
    generator::Generator,
    random::Random,
    reduce::{Attempt, Limits, Oracle, SMALL, reduce},
    source::{Fill, Source},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
    time::Instant,
};

pub(super) struct Asking<'p, 'a, G: Generator> {
    settings: Reducer<'a, G>,
    end: Option<Instant>,
    pool: &'p Pool<'p, G::Value>,
    smallest: Smallest<G::Value>,
    /// The choices of the smallest.
    best: Tree,
    /// What was asked before it is known to be needed, with its number in the pool.
    ahead: Vec<(Tree, u64)>,
    src: Source,
}

/// Leaves the reducer from inside of an attempt. What is best is known here, so nothing is lost.
struct Over(EndedBy);

impl<'p, 'a, G: Generator> Asking<'p, 'a, G> {
    pub(super) fn new(
        settings: Reducer<'a, G>,
        start: G::Value,
        end: Option<Instant>,
        pool: &'p Pool<'p, G::Value>,
    ) -> Asking<'p, 'a, G> {
        Asking {
            settings,
            end,
            pool,
            smallest: Smallest { value: start, runs: 0, attempts: 0, ended_by: EndedBy::Complete },
            best: Tree::default(),
            ahead: Vec::new(),
            src: Source::watching(),
        }
    }

    pub(super) fn reduce(mut self) -> Smallest<G::Value> {
        self.smallest.ended_by = self.ended_by();
        self.smallest.runs = self.pool.runs();
        self.smallest
    }

    fn ended_by(&mut self) -> EndedBy {
        let Some(start) = self.settings.generator.encode(&self.smallest.value) else {
            return EndedBy::Unencodable;
        };
        if let Some(over) = self.over() {
            return over;
        }
        if !self.pool.ask(&self.smallest.value) {
            return EndedBy::Uninteresting;
        }
        self.best = start.clone();
        match catch_unwind(AssertUnwindSafe(|| reduce(start, self, Limits::NONE))) {
            Ok(_) => EndedBy::Complete,
            Err(payload) => match payload.downcast::<Over>() {
                Ok(over) => over.0,
                Err(payload) => resume_unwind(payload),
            },
        }
    }

    fn over(&self) -> Option<EndedBy> {
        if (self.settings.stop)() {
            Some(EndedBy::Stopped)
        } else if self.pool.runs() >= self.settings.runs {
            Some(EndedBy::Runs)
        } else {
            self.end.filter(|end| Instant::now() >= *end).map(|_| EndedBy::Time)
        }
    }

    /// What the generator makes of the guide; nothing, if it refuses or panics.
    fn realise(&mut self, guide: Rc<Tree>, chance: Option<u64>) -> Option<G::Value> {
        self.smallest.attempts += 1;
        match chance {
            // Chance only serves second attempts of filters.
            None => self.src.replay(guide, Fill::Simplest, Random::for_case(0, u64::MAX), 100),
            Some(number) => {
                self.src.replay(guide, Fill::Random, Random::for_case(0, number), SMALL);
            }
        }
        let _quiet = Quiet::start();
        let made =
            catch_unwind(AssertUnwindSafe(|| self.settings.generator.generate(&mut self.src)));
        clear_feedback();
        made.ok()
    }

    fn place_ahead(&self, tree: &Tree) -> Option<usize> {
        self.ahead.iter().position(|(asked, _)| asked.compare(tree).is_eq())
    }

    /// The answer, and the value it is about: another one of the same choices, if that was asked about before.
    fn answer(&mut self, tree: &Tree, value: G::Value) -> (bool, G::Value) {
        let Some(place) = self.place_ahead(tree) else {
            return (self.pool.ask(&value), value);
        };
        let answer = self.pool.take(self.ahead.swap_remove(place).1);
        match answer.interesting {
            Ok(interesting) => (interesting, answer.value),
            Err(payload) => resume_unwind(payload),
        }
    }
}

impl<G: Generator> Oracle for Asking<'_, '_, G> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        chance: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        if let Some(over) = self.over() {
            resume_unwind(Box::new(Over(over)));
        }
        let Some(value) = self.realise(guide, chance) else { return Attempt::Unwanted };
        if !wanted(self.src.recorded()) {
            return Attempt::Unwanted;
        }
        let tree = self.src.take_tree();
        let (interesting, value) = self.answer(&tree, value);
        if !interesting {
            return Attempt::Passed(tree);
        }
        // What was to come next comes no more.
        self.ahead.clear();
        self.pool.forget();
        (self.settings.on_smaller)(&value);
        self.smallest.value = value;
        self.best = tree.clone();
        Attempt::Failed(tree)
    }

    fn width(&self) -> usize {
        self.settings.jobs
    }

    fn ahead(&mut self, guides: Vec<Rc<Tree>>) {
        let mut next = Vec::new();
        for guide in guides {
            if self.over().is_some() {
                return;
            }
            if let Some(value) = self.realise(guide, None) {
                next.push((self.src.take_tree(), value));
            }
        }
        // What is not to come any more would keep others from being asked about.
        let Asking { ahead, pool, .. } = self;
        ahead.retain(|(asked, number)| {
            let comes = next.iter().any(|(tree, _)| asked.compare(tree).is_eq());
            if !comes {
                pool.cancel(*number);
            }
            comes
        });
        for (tree, value) in next {
            if tree.compare(&self.best).is_lt() && self.place_ahead(&tree).is_none() {
                let number = self.pool.give(value);
                self.ahead.push((tree, number));
            }
        }
    }
}
