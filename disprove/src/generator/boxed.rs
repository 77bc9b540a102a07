//! Generators whose type is hidden.

use super::{Encoder, Generator};
use crate::source::Source;
use std::{fmt, rc::Rc};

/// A generator of which only the type of its values is known: see [`Generator::boxed`].
///
/// A clone is cheap and shares the generator.
pub struct Boxed<'a, T>(Rc<dyn Generator<Value = T> + 'a>);

impl<'a, T> Boxed<'a, T> {
    pub(super) fn new(generator: impl Generator<Value = T> + 'a) -> Boxed<'a, T> {
        Boxed(Rc::new(generator))
    }
}

impl<T> Clone for Boxed<'_, T> {
    fn clone(&self) -> Self {
        Boxed(Rc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Boxed<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Boxed<{}>", std::any::type_name::<T>())
    }
}

impl<T> Generator for Boxed<'_, T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        self.0.generate(src)
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        self.0.encode_into(value, encoder)
    }
}
