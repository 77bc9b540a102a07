//! Draws that only a guide changes, for libraries with their own reduction.

use super::{
    Source,
    recorder::{Advice, RECORDING},
};
use crate::choice::{Bounds, IntegerBounds, Kind, Tree, predefined};

impl Source {
    /// Takes the last of `count` alternatives, unless a guide says otherwise. Never random.
    pub(crate) fn guided_branch(&mut self, count: u32) -> u32 {
        let last = count - 1;
        if !self.is_recording() {
            return last;
        }
        let span = u128::from(last);
        let limits = IntegerBounds { min: 0, span, origin: 0, signed: false, branch: true };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, false, Tree::number);
        let branch = match advice {
            Advice::Take(number) => limits.nearest(number) as u32,
            Advice::Simplest | Advice::Random => last,
        };
        let bounds = recorder.tree.intern(&Bounds::Integer(limits));
        recorder.push(Kind::Integer, bounds, u64::from(branch), site);
        branch
    }

    /// Records this many forced choices in a discarded span: they make a case longer, and tokens do not store them.
    pub(crate) fn pad(&mut self, name: &'static str, choices: usize) {
        if !self.is_recording() || choices == 0 {
            return;
        }
        self.open(name, 1);
        let recorder = self.recorder.as_mut().expect(RECORDING);
        for _ in 0..choices {
            recorder.push(Kind::Bool, predefined::NEVER, 0, 0);
        }
        if let Some(span) = recorder.close() {
            span.discard();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{random::Random, source::Fill};
    use std::rc::Rc;

    fn recording() -> Source {
        let mut src = Source::recording();
        src.record(Random::for_case(1, 0), 100);
        src
    }

    fn replaying(tree: Tree) -> Source {
        let mut src = Source::recording();
        src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(2, 0), 100);
        src
    }

    #[test]
    fn only_a_guide_changes_the_branch() {
        let mut plain = Source::new();
        assert_eq!(plain.guided_branch(5), 4);
        let mut src = recording();
        assert_eq!((src.guided_branch(5), src.guided_branch(5)), (4, 4));
        let mut tree = src.take_tree();
        assert!(tree.set(0, &tree.bounds(0).simplest()));
        let mut src = replaying(tree);
        assert_eq!((src.guided_branch(5), src.guided_branch(5)), (0, 4));
        assert_eq!(replaying(Tree::default()).guided_branch(5), 4);
    }

    #[test]
    fn padding_makes_a_case_longer_and_is_not_stored() {
        let mut src = recording();
        src.guided_branch(2);
        src.pad("padding", 7);
        let tree = src.take_tree();
        assert_eq!((tree.len(), tree.flattened().len()), (8, 1));
        let mut src = replaying(tree.flattened());
        src.guided_branch(2);
        src.pad("padding", 7);
        assert!(src.take_tree().compare(&tree).is_eq());
    }
}
