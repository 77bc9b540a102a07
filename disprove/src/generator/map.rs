//! Generators whose values are computed from those of another.

use super::{Encoder, Generator, Map, MapWith};
use crate::source::Source;

#[diagnostic::do_not_recommend]
impl<G: Generator, T, F: Fn(G::Value) -> T> Generator for Map<G, F> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        (self.with)(self.inner.generate(src))
    }
}

#[diagnostic::do_not_recommend]
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
