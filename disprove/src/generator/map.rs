//! Values made out of others.

use super::{Encoder, Generator};
use crate::source::Source;

/// See [`Generator::map`].
#[derive(Clone, Debug)]
pub struct Map<G, F> {
    inner: G,
    with: F,
}

impl<G, F> Map<G, F> {
    #[inline(always)]
    pub(super) fn new(inner: G, with: F) -> Map<G, F> {
        Map { inner, with }
    }
}

impl<G: Generator, T, F: Fn(G::Value) -> T> Generator for Map<G, F> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        (self.with)(self.inner.generate(src))
    }
}

/// See [`Generator::map_with`].
#[derive(Clone, Debug)]
pub struct MapWith<G, F, I> {
    inner: G,
    with: F,
    inverse: I,
}

impl<G, F, I> MapWith<G, F, I> {
    #[inline(always)]
    pub(super) fn new(inner: G, with: F, inverse: I) -> MapWith<G, F, I> {
        MapWith { inner, with, inverse }
    }
}

impl<G, T, F, I> Generator for MapWith<G, F, I>
where
    G: Generator,
    F: Fn(G::Value) -> T,
    I: Fn(&T) -> Option<G::Value>,
{
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        (self.with)(self.inner.generate(src))
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        (self.inverse)(value).is_some_and(|inner| self.inner.encode_into(&inner, encoder))
    }
}
