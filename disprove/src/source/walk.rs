//! Hand-written steps from a value to a near one, made while a guide is followed.

use super::{Source, guide::Guide, watch::WATCHED};
use crate::{choice::Tree, random::Random};
use std::{panic::Location, rc::Rc};

/// Steps that led nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stray {
    /// Where the function was given that makes them.
    pub(crate) place: &'static Location<'static>,
    /// It panicked or gave up; otherwise it made something that its generator cannot make.
    pub(crate) broke: bool,
    pub(crate) times: u64,
}

impl Source {
    /// Opens the span of a value that steps can be made from. The temperature, if one is to be made now.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_walk(&mut self, name: &'static str) -> Option<f64> {
        self.open(name, 0);
        let watch = self.watch.as_mut().expect(WATCHED);
        if let Some(span) = watch.tree.spans.last_mut() {
            span.let_walk();
        }
        watch.guide.as_ref()?.step()
    }

    /// A source for what does not belong to the case.
    pub(crate) fn aside(&mut self) -> Source {
        let mut aside = Source::new();
        aside.restart(Random::from_state(self.random.word()), self.size);
        aside
    }

    /// Runs `body` with another guide.
    pub(crate) fn following<T>(&mut self, tree: Tree, body: impl FnOnce(&mut Source) -> T) -> T {
        let before = self.follow(Some(Guide::new(Rc::new(tree))));
        let value = body(self);
        self.follow(before);
        value
    }

    fn follow(&mut self, guide: Option<Guide>) -> Option<Guide> {
        std::mem::replace(&mut self.watch.as_mut().expect(WATCHED).guide, guide)
    }

    /// Takes down that a step led nowhere.
    pub(crate) fn stray(&mut self, place: &'static Location<'static>, broke: bool) {
        let strays = &mut self.watch.as_mut().expect(WATCHED).strays;
        match strays.iter_mut().find(|known| known.place == place && known.broke == broke) {
            Some(stray) => stray.times += 1,
            None => strays.push(Stray { place, broke, times: 1 }),
        }
    }

    /// The steps of all cases that led nowhere.
    pub(crate) fn strays(&self) -> &[Stray] {
        &self.watch.as_ref().expect(WATCHED).strays
    }
}
