//! Values that depend on others.

use super::{Generator, IntoGenerator};
use crate::source::Source;
use std::any::type_name;

/// See [`Generator::then`].
#[derive(Clone, Debug)]
pub struct Then<G, F> {
    inner: G,
    next: F,
}

impl<G, F> Then<G, F> {
    #[inline(always)]
    pub(super) fn new(inner: G, next: F) -> Then<G, F> {
        Then { inner, next }
    }
}

impl<G: Generator, H: IntoGenerator, F: Fn(G::Value) -> H> Generator for Then<G, F> {
    type Value = H::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> H::Value {
        src.span(type_name::<Self>(), |src| {
            let first = self.inner.generate(src);
            (self.next)(first).into_generator().generate(src)
        })
    }
}
