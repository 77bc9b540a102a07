//! `Gen`: what `arbitrary` draws from.

use crate::{
    Arbitrary,
    lent::{self, State},
};
use disprove::{
    __private::{begin_list, begin_value, end_value, free_source, next_element},
    Generator, Source, generator,
};
use std::{
    any::type_name,
    fmt,
    hash::{BuildHasher, RandomState},
};

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
    /// A source of its own, unless it draws from the one that is lent.
    own: Option<Box<Source>>,
}

/// The seed of a `Gen` that a property makes, so that the property is the same when it runs again.
const FIXED_SEED: u64 = 0;

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
        let own = match lent::state() {
            State::Outside => Some(RandomState::new().hash_one(size)),
            State::Running => Some(FIXED_SEED),
            State::Drawing => None,
        };
        Gen { size, seed: None, own: own.map(|seed| Box::new(free_source(seed))) }
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
        Gen { size, seed: Some(seed), own: Some(Box::new(free_source(seed))) }
    }

    /// A generator that draws from the case.
    pub(crate) fn of_case(size: usize) -> Gen {
        Gen { size, seed: None, own: None }
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
        self.with(|src| generator.generate(src))
    }

    fn with<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        match &mut self.own {
            Some(own) => draw(own),
            None => lent::draw(draw),
        }
    }

    /// Draws a value as one part of the case, which reduction can remove or replace as a whole.
    pub(crate) fn part<T: Arbitrary>(&mut self) -> T {
        self.with(|src| begin_value(src, type_name::<T>()));
        let value = T::arbitrary(self);
        self.with(end_value);
        value
    }

    /// Draws a list of less than `size` elements.
    pub(crate) fn list<T: Arbitrary>(&mut self) -> Vec<T> {
        let most = self.most();
        let mut list =
            self.with(|src| begin_list(src, type_name::<Vec<T>>(), most, type_name::<T>));
        let mut elements = Vec::new();
        while self.with(|src| next_element(src, &mut list)) {
            elements.push(T::arbitrary(self));
        }
        elements
    }

    /// The largest length.
    pub(crate) fn most(&self) -> usize {
        self.size.saturating_sub(1)
    }
}
