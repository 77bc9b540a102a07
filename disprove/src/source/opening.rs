//! How a case begins, which is all that makes it the case it is; and seeing what it draws on the way.

use super::{Fill, Source, guide::Guide};
use crate::{choice::Tree, random::Random};
use std::{fmt, rc::Rc};

/// What a source is told before a case. The same opening makes the same case, in another process as well.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The state of its chance.
    pub(crate) chance: u64,
    pub(crate) size: u32,
    pub(crate) fill: Fill,
    /// Inputs are being enumerated.
    pub(crate) strict: bool,
    pub(crate) guide: Option<Rc<Tree>>,
}

impl Opening {
    /// Of a case that follows a tree to its end.
    pub(crate) fn of(tree: Tree) -> Opening {
        let fill = Fill::Simplest;
        Opening { chance: 0, size: 100, fill, strict: false, guide: Some(Rc::new(tree)) }
    }

    /// Of a random case.
    pub(crate) fn random(chance: u64, size: u32) -> Opening {
        Opening { chance, size, fill: Fill::Random, strict: false, guide: None }
    }
}

/// Sees what was drawn, each time a draw of the property itself is done: should the process die, that is known.
#[derive(Clone)]
pub(crate) struct Tap(pub(crate) Rc<dyn Fn(&Tree)>);

impl fmt::Debug for Tap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Tap")
    }
}

impl Source {
    /// How the case begins that the source is ready for, before anything is drawn.
    pub(crate) fn opening(&self) -> Opening {
        let (chance, size) = (self.random.state(), self.size);
        let Some(watch) = &self.watch else { return Opening::random(chance, size) };
        let guide = watch.guide.as_ref().map(|guide| Rc::clone(&guide.tree));
        Opening { chance, size, fill: watch.fill, strict: watch.strict, guide }
    }

    /// The case of this opening, recorded.
    pub(crate) fn open_with(&mut self, opening: &Opening) {
        let Opening { chance, size, fill, strict, .. } = *opening;
        let guide = opening.guide.clone().map(Guide::new);
        self.begin(guide, fill, strict, Random::from_state(chance), size);
    }

    /// Takes over what the same case drew elsewhere.
    pub(crate) fn adopt(&mut self, tree: Tree) {
        if let Some(watch) = &mut self.watch {
            watch.open.clear();
            watch.tree = tree;
        }
    }

    pub(crate) fn tap(&self) -> Option<&Tap> {
        self.watch.as_ref()?.tap.as_ref()
    }

    pub(crate) fn set_tap(&mut self, tap: Option<Tap>) {
        if let Some(watch) = &mut self.watch {
            watch.tap = tap;
        }
    }

    /// Shows the tap what was recorded so far.
    #[inline(never)]
    pub(super) fn show(&self) {
        if let Some(watch) = &self.watch
            && let Some(Tap(see)) = &watch.tap
        {
            see(&watch.tree);
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
    fn the_same_opening_makes_the_same_case() {
        let mut plain = Source::new();
        plain.restart(Random::for_case(1, 7), 40);
        let opening = plain.opening();
        let value = draw(&mut plain);
        let mut src = Source::watching();
        src.open_with(&opening);
        assert_eq!(draw(&mut src), value);
        let tree = src.take_tree();
        src.open_with(&Opening::of(tree));
        assert_eq!(draw(&mut src), value);
    }

    #[test]
    fn a_tap_sees_each_draw_and_a_fork_has_none() {
        let seen = Rc::new(Cell::new(0));
        let tapped = Rc::clone(&seen);
        let mut src = Source::watching();
        src.set_tap(Some(Tap(Rc::new(move |tree| tapped.set(tree.len())))));
        src.open_with(&Opening::random(5, 100));
        src.draw(any::<u8>());
        src.draw(any::<u8>());
        assert_eq!(seen.get(), 2);
        src.fork().draw(any::<u8>());
        assert_eq!(seen.get(), 2);
    }
}
