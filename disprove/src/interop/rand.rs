//! Feature `rand`: a random number generator whose words are choices.

use crate::{generator::Generator, source::Source};
use rand_core::TryRng;
use std::{any::type_name, convert::Infallible, fmt};

/// A random number generator that draws from a [`Source`]: see [`Source::rng`].
#[derive(Debug)]
pub struct SourceRng<'a> {
    src: &'a mut Source,
    /// Consecutive zero words so far.
    zeros: u32,
}

/// Consecutive zero words before one that is not zero: more than most values use. Some algorithms of `rand` draw again
/// until a word is acceptable, and would never end.
const MAX_ZEROS: u32 = 256;

/// The word after them: 2^64 divided by the golden ratio, which has ordinary bits.
const NOT_ZERO: u64 = 0x9e37_79b9_7f4a_7c15;

impl SourceRng<'_> {
    fn check<T: Default + PartialEq>(&mut self, word: T, other: T) -> T {
        self.zeros = if word == T::default() { self.zeros + 1 } else { 0 };
        if self.zeros <= MAX_ZEROS {
            return word;
        }
        self.zeros = 0;
        other
    }

    fn word(&mut self) -> u64 {
        let word = self.src.uniform_word::<u64>();
        self.check(word, NOT_ZERO)
    }
}

impl TryRng for SourceRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let word = self.src.uniform_word::<u32>();
        Ok(self.check(word, (NOT_ZERO >> 32) as u32))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    /// Big-endian words of eight bytes: smaller words lead to lexicographically smaller bytes.
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.word().to_be_bytes();
            chunk.copy_from_slice(&word[8 - chunk.len()..]);
        }
        Ok(())
    }
}

impl Source {
    /// A random number generator for code that is written for `rand` (0.10). Feature `rand`.
    ///
    /// Its bits are uniformly distributed, as that code expects. Each word is a choice, and the simplest word is 0: numbers
    /// of a range reduce to its lower end, booleans that are true for small words reduce to `true`.
    ///
    /// ```
    /// use disprove::prelude::*;
    /// use rand::RngExt;
    ///
    /// fn point(src: &mut Source) -> (i32, i32) {
    ///     let mut rng = src.rng();
    ///     (rng.random_range(0..1_000), rng.random_range(0..1_000))
    /// }
    ///
    /// let report = check(point).seed(1).run(|(_, y)| y < 300);
    /// assert_eq!(report.failures()[0].value(), &(0, 300));
    /// ```
    pub fn rng(&mut self) -> SourceRng<'_> {
        SourceRng { src: self, zeros: 0 }
    }
}

/// Values of a function of a random number generator: see [`from_rng`].
#[derive(Clone)]
pub struct FromRng<F>(F);

/// Values that a function computes with a random number generator of `rand` (0.10). Feature `rand`.
///
/// ```
/// use disprove::prelude::*;
/// use rand::RngExt;
///
/// let dice = from_rng(|rng| [rng.random_range(1..=6), rng.random_range(1..=6)]);
/// let report = check(dice).seed(1).run(|[a, b]: [u8; 2]| a + b < 9);
/// assert_eq!(report.failures()[0].value(), &[3, 6]);
/// ```
///
/// [`Source::rng`] explains how such values are reduced.
pub fn from_rng<T, F: Fn(&mut SourceRng<'_>) -> T>(make: F) -> FromRng<F> {
    FromRng(make)
}

impl<F> fmt::Debug for FromRng<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "FromRng<{}>", type_name::<F>())
    }
}

#[diagnostic::do_not_recommend]
impl<T, F: Fn(&mut SourceRng<'_>) -> T> Generator for FromRng<F> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        src.span(type_name::<F>(), |src| (self.0)(&mut src.rng()))
    }
}
