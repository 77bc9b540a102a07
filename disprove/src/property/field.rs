//! Generators of arguments and fields, typed so that a mistake in one is reported once.

use crate::{
    generator::{Arbitrary, Encoder, Generator, IntoGenerator, any},
    source::Source,
};

/// A generator of values of type `T`, which infers the types of literals in it. The result is known to make a `T` even
/// if the argument does not.
#[inline(always)]
#[track_caller]
pub fn typed<T, G: IntoGenerator<Value = T>>(
    generator: G,
) -> impl Generator<Value = T> + use<T, G> {
    generator.into_generator()
}

/// The default generator of a type.
#[inline(always)]
pub fn own<T: Arbitrary>() -> impl Generator<Value = T> + use<T> {
    any::<T>()
}

/// Draws a field with `#[draw(..)]`.
#[inline(always)]
pub fn field<T, G: IntoGenerator<Value = T>>(src: &mut Source, generator: G) -> T {
    generator.into_generator().generate(src)
}

/// Encodes a field with `#[draw(..)]`.
pub fn encode_field<T, G: IntoGenerator<Value = T>>(
    generator: G,
    value: &T,
    encoder: &mut Encoder,
) -> bool {
    generator.into_generator().encode_into(value, encoder)
}
