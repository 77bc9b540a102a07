//! Case seeds: all that determines a case.

use super::{Fill, Source, guide::Guide, recorder::DrawObserver, size_and_distribution};
use crate::{choice::Tree, random::Random};
use std::rc::Rc;

/// The start of a case. The same seed makes the same case, in another process as well.
#[derive(Clone, Debug)]
pub(crate) struct CaseSeed {
    /// The state of its random stream.
    pub(crate) random_state: u64,
    /// The size and the distribution.
    pub(crate) size: u32,
    pub(crate) fill: Fill,
    /// Whether inputs are enumerated.
    pub(crate) strict: bool,
    pub(crate) guide: Option<Rc<Tree>>,
}

impl CaseSeed {
    /// The seed of a case that replays a tree.
    pub(crate) fn of(tree: Tree) -> CaseSeed {
        let fill = Fill::Simplest;
        CaseSeed { random_state: 0, size: 100, fill, strict: false, guide: Some(Rc::new(tree)) }
    }

    /// The seed of a random case.
    pub(crate) fn random(random_state: u64, size: u32) -> CaseSeed {
        CaseSeed { random_state, size, fill: Fill::Random, strict: false, guide: None }
    }
}

impl Source {
    /// The seed of the current case, before its first draw.
    pub(crate) fn case_seed(&self) -> CaseSeed {
        let random_state = self.random.state();
        let size = size_and_distribution(self.size, self.tables.distribution);
        let Some(recorder) = &self.recorder else { return CaseSeed::random(random_state, size) };
        let guide = recorder.guide.as_ref().map(|guide| Rc::clone(&guide.tree));
        CaseSeed { random_state, size, fill: recorder.fill, strict: recorder.strict, guide }
    }

    /// Starts the case of this seed, and records it.
    pub(crate) fn start_from(&mut self, case_seed: &CaseSeed) {
        let CaseSeed { random_state, size, fill, strict, .. } = *case_seed;
        let guide = case_seed.guide.clone().map(Guide::new);
        self.begin(guide, fill, strict, Random::from_state(random_state), size);
    }

    /// A source for the same cases that records them.
    pub(crate) fn recording_alike(&self) -> Source {
        Source::recording_with(self.tables.dictionary)
    }

    /// Adopts the tree that the same case drew in another process.
    pub(crate) fn adopt(&mut self, tree: Tree) {
        if let Some(recorder) = &mut self.recorder {
            recorder.open.clear();
            recorder.tree = tree;
        }
    }

    pub(crate) fn observer(&self) -> Option<&DrawObserver> {
        self.recorder.as_ref()?.observer.as_ref()
    }

    pub(crate) fn set_observer(&mut self, observer: Option<DrawObserver>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.observer = observer;
        }
    }

    /// Calls the observer with the tree recorded so far.
    #[inline(never)]
    pub(super) fn notify_observer(&self) {
        if let Some(recorder) = &self.recorder {
            if let Some(DrawObserver(see)) = &recorder.observer {
                see(&recorder.tree);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{any, vec};
    use std::cell::Cell;

    fn draw(src: &mut Source) -> Vec<u64> {
        src.draw(vec(any::<u64>()))
    }

    #[test]
    fn the_same_case_seed_makes_the_same_case() {
        let mut plain = Source::new();
        plain.restart(Random::for_case(1, 7), 40);
        let case_seed = plain.case_seed();
        let value = draw(&mut plain);
        let mut src = Source::recording();
        src.start_from(&case_seed);
        assert_eq!(draw(&mut src), value);
        let tree = src.take_tree();
        src.start_from(&CaseSeed::of(tree));
        assert_eq!(draw(&mut src), value);
    }

    #[test]
    fn an_observer_sees_each_draw_and_a_fork_has_none() {
        let seen = Rc::new(Cell::new(0));
        let observed = Rc::clone(&seen);
        let mut src = Source::recording();
        src.set_observer(Some(DrawObserver(Rc::new(move |tree| observed.set(tree.len())))));
        src.start_from(&CaseSeed::random(5, 100));
        src.draw(any::<u8>());
        src.draw(any::<u8>());
        assert_eq!(seen.get(), 2);
        src.fork().draw(any::<u8>());
        assert_eq!(seen.get(), 2);
    }
}
