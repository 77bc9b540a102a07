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
