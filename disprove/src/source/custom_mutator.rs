//! Custom mutators: steps of user code from a value to a neighbor, made during a replay.

use super::{
    Source,
    guide::Guide,
    recorder::{RECORDING, RejectedStep},
};
use crate::{choice::Tree, random::Random};
use std::{panic::Location, rc::Rc};

impl Source {
    /// Opens the span of a value with a custom mutator. Returns the temperature of the requested step, if there is one.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_custom_mutator(&mut self, name: &'static str) -> Option<f64> {
        self.open(name, 0);
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if let Some(span) = recorder.tree.spans.last_mut() {
            span.set_custom_mutator();
        }
        recorder.guide.as_ref()?.requested_step()
    }

    /// A source for draws that do not belong to the case.
    pub(crate) fn detached(&mut self) -> Source {
        let mut detached = Source::with(self.tables.dictionary);
        let size = self.case_seed().size;
        detached.restart(Random::from_state(self.random.word()), size);
        detached
    }

    /// Runs `body` with this tree as its guide.
    pub(crate) fn with_guide<T>(&mut self, tree: Tree, body: impl FnOnce(&mut Source) -> T) -> T {
        let before = self.follow(Some(Guide::new(Rc::new(tree))));
        let value = body(self);
        self.follow(before);
        value
    }

    fn follow(&mut self, guide: Option<Guide>) -> Option<Guide> {
        std::mem::replace(&mut self.recorder.as_mut().expect(RECORDING).guide, guide)
    }

    /// Counts a rejected step.
    pub(crate) fn reject_step(&mut self, place: &'static Location<'static>, broke: bool) {
        let steps = &mut self.recorder.as_mut().expect(RECORDING).rejected_steps;
        match steps.iter_mut().find(|known| known.place == place && known.broke == broke) {
            Some(step) => step.times += 1,
            None => steps.push(RejectedStep { place, broke, times: 1 }),
        }
    }

    /// The rejected steps of all cases.
    pub(crate) fn rejected_steps(&self) -> &[RejectedStep] {
        &self.recorder.as_ref().expect(RECORDING).rejected_steps
    }
}
