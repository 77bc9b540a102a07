//! Hand-written steps from a value to a near one, made while a guide is followed.

use super::{
    Source,
    guide::Guide,
    recorder::{RECORDING, RejectedStep},
};
use crate::{choice::Tree, random::Random};
use std::{panic::Location, rc::Rc};

impl Source {
    /// Opens the span of a value that steps can be made from. The temperature, if one is to be made now.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_custom_mutator(&mut self, name: &'static str) -> Option<f64> {
        self.open(name, 0);
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if let Some(span) = recorder.tree.spans.last_mut() {
            span.set_custom_mutator();
        }
        recorder.guide.as_ref()?.step()
    }

    /// A source for what does not belong to the case.
    pub(crate) fn detached(&mut self) -> Source {
        let mut aside = Source::new();
        aside.restart(Random::from_state(self.random.word()), self.size);
        aside
    }

    /// Runs `body` with another guide.
    pub(crate) fn with_guide<T>(&mut self, tree: Tree, body: impl FnOnce(&mut Source) -> T) -> T {
        let before = self.follow(Some(Guide::new(Rc::new(tree))));
        let value = body(self);
        self.follow(before);
        value
    }

    fn follow(&mut self, guide: Option<Guide>) -> Option<Guide> {
        std::mem::replace(&mut self.recorder.as_mut().expect(RECORDING).guide, guide)
    }

    /// Takes down that a step led nowhere.
    pub(crate) fn reject_step(&mut self, place: &'static Location<'static>, broke: bool) {
        let rejected_steps = &mut self.recorder.as_mut().expect(RECORDING).rejected_steps;
        match rejected_steps.iter_mut().find(|known| known.place == place && known.broke == broke) {
            Some(stray) => stray.times += 1,
            None => rejected_steps.push(RejectedStep { place, broke, times: 1 }),
        }
    }

    /// The steps of all cases that led nowhere.
    pub(crate) fn rejected_steps(&self) -> &[RejectedStep] {
        &self.recorder.as_ref().expect(RECORDING).rejected_steps
    }
}
