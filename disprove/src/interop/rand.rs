//! Feature `rand`: a random number generator whose words are choices.

use crate::{
    generator::Generator,
    source::{Source, Words},
};
use rand_core::TryRng;
use std::{any::type_name, convert::Infallible, fmt};

/// A random number generator that draws from a [`Source`]: see [`Source::rng`].
#[derive(Debug)]
pub struct SourceRng<'a> {
    src: &'a mut Source,
    words: Words,
}

impl TryRng for SourceRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.words.short(self.src))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.words.long(self.src))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.words.fill(self.src, bytes);
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
        SourceRng { src: self, words: Words::default() }
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
