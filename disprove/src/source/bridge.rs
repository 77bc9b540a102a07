//! Draws for other libraries: words of even bits, and steps that only a guide takes.

use super::{
    Source, identity,
    sample::Word,
    watch::{Advice, WATCHED},
};
use crate::choice::{Bounds, Integers, Kind, Tree, known};

impl Source {
    /// All bits evenly: what a random number generator promises, unlike [`whole`](Source::whole), which
    /// prefers small and awkward numbers. The simplest is 0.
    pub(crate) fn even_word<T: Word>(&mut self) -> T {
        let starving = self.burn(T::WHOLE.bits.min(identity::ENOUGH));
        let value = T::from_word(if self.is_watched() {
            self.watched_even_word::<T>(starving)
        } else if starving {
            0
        } else {
            self.random.word()
        });
        self.drawn.keep(self.fuel, value.to_word());
        value
    }

    fn watched_even_word<T: Word>(&mut self, starving: bool) -> u64 {
        let which = T::WHOLE;
        let watch = self.watch.as_mut().expect(WATCHED);
        let (site, advice) = watch.advice(Kind::Integer, starving, Tree::number);
        let bits = match advice {
            Advice::Random => self.random.word(),
            Advice::Simplest => 0,
            Advice::Take(number) => {
                let Bounds::Integer(limits) = &known::KNOWN[which.known as usize] else {
                    unreachable!("whole types are integers")
                };
                which.value(limits.nearest(number) as u64)
            }
        };
        watch.push(Kind::Integer, which.known, which.offset(bits), site);
        bits
    }

    /// One of `count` alternatives: the last one, unless a guide says otherwise. Chance has no part in it.
    #[cfg(any(feature = "proptest", feature = "quickcheck"))]
    pub(crate) fn guided_branch(&mut self, count: u32) -> u32 {
        let last = count - 1;
        if !self.is_watched() {
            return last;
        }
        let span = u128::from(last);
        let limits = Integers { min: 0, span, origin: 0, signed: false, branch: true };
        let watch = self.watch.as_mut().expect(WATCHED);
        let (site, advice) = watch.advice(Kind::Integer, false, Tree::number);
        let branch = match advice {
            Advice::Take(number) => limits.nearest(number) as u32,
            Advice::Simplest | Advice::Random => last,
        };
        let bounds = watch.tree.intern(&Bounds::Integer(limits));
        watch.push(Kind::Integer, bounds, u64::from(branch), site);
        branch
    }

    /// Writes so many choices that cannot be otherwise, in a span that counts as discarded: they make
    /// a case longer, and are not kept in tokens.
    #[cfg(any(feature = "proptest", feature = "quickcheck"))]
    pub(crate) fn pad(&mut self, name: &'static str, choices: usize) {
        if !self.is_watched() || choices == 0 {
            return;
        }
        self.open(name, 1);
        let watch = self.watch.as_mut().expect(WATCHED);
        for _ in 0..choices {
            watch.push(Kind::Bool, known::NEVER, 0, 0);
        }
        if let Some(span) = watch.close() {
            span.discard();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{random::Random, source::Fill};
    use std::rc::Rc;

    const CASES: u64 = 100;

    fn recording(case: u64) -> Source {
        let mut src = Source::watching();
        src.record(Random::for_case(1, case), 100);
        src
    }

    fn replaying(tree: Tree) -> Source {
        let mut src = Source::watching();
        src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(2, 0), 100);
        src
    }

    fn words(src: &mut Source) -> (u64, u32, u64) {
        (src.even_word(), src.even_word(), src.even_word())
    }

    #[test]
    fn words_are_the_same_in_every_mode() {
        for case in 0..CASES {
            let mut plain = Source::new();
            plain.restart(Random::for_case(1, case), 100);
            let drawn = words(&mut plain);
            let mut recording = recording(case);
            assert_eq!(words(&mut recording), drawn);
            assert_eq!(words(&mut replaying(recording.take_tree())), drawn);
        }
        assert_eq!(words(&mut replaying(Tree::default())), (0, 0, 0));
    }

    #[cfg(any(feature = "proptest", feature = "quickcheck"))]
    #[test]
    fn only_a_guide_takes_a_step() {
        let mut plain = Source::new();
        assert_eq!(plain.guided_branch(5), 4);
        let mut src = recording(0);
        assert_eq!((src.guided_branch(5), src.guided_branch(5)), (4, 4));
        let mut tree = src.take_tree();
        assert!(tree.set(0, &tree.bounds(0).simplest()));
        let mut src = replaying(tree);
        assert_eq!((src.guided_branch(5), src.guided_branch(5)), (0, 4));
        assert_eq!(replaying(Tree::default()).guided_branch(5), 4);
    }

    #[cfg(any(feature = "proptest", feature = "quickcheck"))]
    #[test]
    fn padding_makes_a_case_longer_and_is_not_kept() {
        let mut src = recording(0);
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
