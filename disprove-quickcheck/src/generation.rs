//! `Gen`: what `arbitrary` draws from.

use crate::Arbitrary;
use disprove::{
    __private::{CaseSource, begin_list, begin_value, end_value, next_element},
    Generator, generator,
};
use std::{any::type_name, fmt};

/// What [`Arbitrary::arbitrary`] draws from, and a size.
///
/// In disprove: `Source`.
///
/// ```
/// use quickcheck::{Arbitrary, Gen};
///
/// let mut g = Gen::new(10);
/// assert!(Vec::<u8>::arbitrary(&mut g).len() < 10);
/// ```
pub struct Gen {
    size: usize,
    seed: Option<u64>,
    source: CaseSource,
}

impl fmt::Debug for Gen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Gen").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Gen {
    /// A generator of values of this size, with a random seed. Inside of `arbitrary` it draws from the same case.
    ///
    /// In disprove: none is needed, as sizes are bounded by themselves.
    ///
    /// ```
    /// assert_eq!(quickcheck::Gen::new(7).size(), 7);
    /// ```
    pub fn new(size: usize) -> Gen {
        Gen { size, seed: None, source: CaseSource::default() }
    }

    /// A generator of values of this size. Two with the same seed generate the same values.
    ///
    /// In disprove: `#[property(seed = 7)]`, `check(..).seed(7)`.
    ///
    /// ```
    /// use quickcheck::{Arbitrary, Gen};
    ///
    /// let draw = |seed| Vec::<u32>::arbitrary(&mut Gen::from_size_and_seed(100, seed));
    /// assert_eq!(draw(1), draw(1));
    /// ```
    pub fn from_size_and_seed(size: usize, seed: u64) -> Gen {
        Gen { size, seed: Some(seed), source: CaseSource::seeded(seed) }
    }

    /// A generator that draws from the case.
    pub(crate) fn of_case(size: usize) -> Gen {
        Gen { size, seed: None, source: CaseSource::of_case() }
    }

    /// The upper limit of lengths, itself excluded.
    ///
    /// In disprove: `vec(..).len(..)` and others.
    ///
    /// ```
    /// assert_eq!(quickcheck::Gen::new(7).size(), 7);
    /// ```
    pub fn size(&self) -> usize {
        self.size
    }

    /// The seed that was chosen for it.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// One of the elements; `None` if there is none.
    ///
    /// In disprove: `src.draw(sample([..]))`.
    ///
    /// ```
    /// let mut g = quickcheck::Gen::new(10);
    /// assert!([1, 2].contains(g.choose(&[1, 2]).unwrap()));
    /// assert_eq!(g.choose::<u8>(&[]), None);
    /// ```
    pub fn choose<'a, T>(&mut self, slice: &'a [T]) -> Option<&'a T> {
        let last = slice.len().checked_sub(1)?;
        slice.get(self.draw(&generator::int(0..=last)))
    }

    /// Draws from a generator of disprove.
    pub(crate) fn draw<G: Generator>(&mut self, generator: &G) -> G::Value {
        self.source.with(|src| generator.generate(src))
    }

    /// Draws a value as one part of the case, which reduction can remove or replace as a whole.
    pub(crate) fn part<T: Arbitrary>(&mut self) -> T {
        self.source.with(|src| begin_value(src, type_name::<T>()));
        let value = T::arbitrary(self);
        self.source.with(end_value);
        value
    }

    /// Draws a list of less than `size` elements.
    pub(crate) fn list<T: Arbitrary>(&mut self) -> Vec<T> {
        let most = self.most();
        let mut list = self
            .source
            .with(|src| begin_list(src, type_name::<Vec<T>>(), (0, most), type_name::<T>));
        let mut elements = Vec::new();
        while self.source.with(|src| next_element(src, &mut list)) {
            elements.push(T::arbitrary(self));
        }
        elements
    }

    /// The largest length.
    pub(crate) fn most(&self) -> usize {
        self.size.saturating_sub(1)
    }
}
