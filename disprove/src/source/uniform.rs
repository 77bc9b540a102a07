//! Uniform words, for the random number generators of other libraries.

use super::{
    Source, fuel,
    recorder::{Advice, RECORDING},
    sample::Word,
};
use crate::choice::{Bounds, Kind, Tree, predefined};

/// Consecutive zero words before one that is not zero: more than most values use. Some algorithms of `rand` draw again
/// until a word is acceptable, and would never end.
const MAX_ZEROS: u32 = 256;

/// The word after them: 2^64 divided by the golden ratio, which has ordinary bits.
const NOT_ZERO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The words of a random number generator of another library. Reduction makes them 0, but not all of them.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Consecutive zero words so far.
    zeros: u32,
}

impl Words {
    fn check<T: Default + PartialEq>(&mut self, word: T, other: T) -> T {
        self.zeros = if word == T::default() { self.zeros + 1 } else { 0 };
        if self.zeros <= MAX_ZEROS {
            return word;
        }
        self.zeros = 0;
        other
    }

    /// A word of 32 bits.
    pub fn short(&mut self, src: &mut Source) -> u32 {
        self.check(src.uniform_word::<u32>(), (NOT_ZERO >> 32) as u32)
    }

    /// A word of 64 bits.
    pub fn long(&mut self, src: &mut Source) -> u64 {
        self.check(src.uniform_word::<u64>(), NOT_ZERO)
    }

    /// Big-endian words of eight bytes: smaller words lead to lexicographically smaller bytes.
    pub fn fill(&mut self, src: &mut Source, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.long(src).to_be_bytes();
            chunk.copy_from_slice(&word[8 - chunk.len()..]);
        }
    }
}

impl Source {
    /// A word with uniform bits, unlike [`integer`](Source::integer), which prefers small numbers and boundaries. The
    /// simplest is 0.
    pub(crate) fn uniform_word<T: Word>(&mut self) -> T {
        let starving = self.burn(T::TYPE.bits.min(fuel::ENOUGH));
        let value = T::from_word(if self.is_recording() {
            self.record_even_word::<T>(starving)
        } else if starving {
            0
        } else {
            self.random.word()
        });
        self.drawn.keep(self.fuel, value.to_word());
        value
    }

    fn record_even_word<T: Word>(&mut self, starving: bool) -> u64 {
        let which = T::TYPE;
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let bits = match advice {
            Advice::Random => self.random.word(),
            Advice::Simplest => 0,
            Advice::Take(number) => {
                let Bounds::Integer(limits) = &predefined::PREDEFINED[which.bounds_number as usize]
                else {
                    unreachable!("integer types have integer bounds")
                };
                which.value(limits.nearest(number) as u64)
            }
        };
        recorder.push(Kind::Integer, which.bounds_number, which.offset(bits), site);
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{random::Random, source::Fill};
    use std::rc::Rc;

    const CASES: u64 = 100;

    fn recording(case: u64) -> Source {
        let mut src = Source::recording();
        src.record(Random::for_case(1, case), 100);
        src
    }

    fn replaying(tree: Tree) -> Source {
        let mut src = Source::recording();
        src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(2, 0), 100);
        src
    }

    fn words(src: &mut Source) -> (u64, u32, u64) {
        (src.uniform_word(), src.uniform_word(), src.uniform_word())
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
}
