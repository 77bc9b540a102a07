//! Generators that depend on a value drawn before.

use super::{Generator, IntoGenerator, Then};
use crate::source::Source;
use std::any::type_name;

#[diagnostic::do_not_recommend]
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
