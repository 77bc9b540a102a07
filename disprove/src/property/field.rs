//! Generators of arguments and fields, typed so that a mistake in one is reported once.

use crate::{
    generator::{Any, Arbitrary, Encoder, Generator, IntoGenerator, any},
    source::Source,
};
use std::{marker::PhantomData, ops::Deref};

/// A generator of values of type `T`.
#[cfg_attr(
    not(feature = "regex"),
    diagnostic::on_unimplemented(
        note = "a string is a pattern only with the feature `regex` of `disprove`, which is on by default: remove `default-features = false` from the dependency, or add `features = [\"regex\"]`"
    )
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator of `{T}`",
    label = "expected a generator of `{T}`",
    note = "a generator is a range, a regex, a function of `&mut Source`, a tuple or array of generators, or what `any()`, `vec(..)`, `one_of![..]` and others return",
    note = "for a fixed value write `just(..)`; `(0..9).map(..)` is an iterator, `int(0..9).map(..)` is a generator"
)]
pub trait Generates<T>: IntoGenerator<Value = T> {}

#[diagnostic::do_not_recommend]
impl<T, G: IntoGenerator<Value = T>> Generates<T> for G {}

/// Finds out by method resolution whether a generator fits: `Fits::<T, _>::of(&generator).check()`. The result makes the
/// generator. If it does not fit, it makes a `Misfit` of the right type, so that one error is reported, and at the
/// generator. The calls around it would report the same once more, on `#[property]`.
#[derive(Debug)]
pub struct Fits<T, G>(PhantomData<fn(T, G)>);

impl<T, G> Fits<T, G> {
    /// For the type of a generator.
    #[inline(always)]
    pub fn of(_: &G) -> Fits<T, G> {
        Fits(PhantomData)
    }
}

impl<T, G: Generates<T>> Fits<T, G> {
    /// It fits.
    #[inline(always)]
    pub fn check(&self) -> Fitting {
        Fitting
    }
}

/// Without the method above, that of the target is called.
impl<T, G> Deref for Fits<T, G> {
    type Target = Unknown;

    fn deref(&self) -> &Unknown {
        &Unknown
    }
}

/// The same for the default generator of a type: `FitsItself::<T>::NEW.check()`.
#[derive(Debug)]
pub struct FitsItself<T>(PhantomData<fn(T)>);

impl<T> FitsItself<T> {
    /// For the type that the caller names.
    pub const NEW: FitsItself<T> = FitsItself(PhantomData);
}

impl<T: Arbitrary> FitsItself<T> {
    /// It fits.
    #[inline(always)]
    pub fn check(&self) -> Fitting {
        Fitting
    }
}

impl<T> Deref for FitsItself<T> {
    type Target = Unknown;

    fn deref(&self) -> &Unknown {
        &Unknown
    }
}

/// What is not known to fit.
#[derive(Debug)]
pub struct Unknown;

#[expect(clippy::unused_self, reason = "method resolution chooses by the type")]
impl Unknown {
    /// It does not fit.
    pub fn check(&self) -> NotFitting {
        NotFitting
    }
}

/// Makes a generator that fits.
#[derive(Debug)]
pub struct Fitting;

/// Makes a generator of the right type instead of one that does not fit.
#[derive(Debug)]
pub struct NotFitting;

#[expect(clippy::unused_self, reason = "method resolution chooses by the type")]
impl Fitting {
    /// The generator.
    #[inline(always)]
    #[track_caller]
    pub fn generator<T, G: Generates<T>>(self, generator: G) -> G::Generator {
        generator.into_generator()
    }

    /// The default generator of the type.
    #[inline(always)]
    pub fn own<T: Arbitrary>(self) -> Any<T> {
        any::<T>()
    }
}

#[expect(clippy::unused_self, reason = "method resolution chooses by the type")]
impl NotFitting {
    /// Does not compile.
    pub fn generator<T, G: Generates<T>>(self, _: G) -> Misfit<T> {
        Misfit(PhantomData)
    }

    /// Does not compile.
    pub fn own<T: Arbitrary>(self) -> Misfit<T> {
        Misfit(PhantomData)
    }
}

/// Stands for a generator that did not compile.
#[derive(Debug)]
pub struct Misfit<T>(PhantomData<fn() -> T>);

#[diagnostic::do_not_recommend]
impl<T> Generator for Misfit<T> {
    type Value = T;

    fn generate(&self, _: &mut Source) -> T {
        unreachable!("the generator in its place did not compile")
    }
}

/// The default generator of a type that has one.
#[inline(always)]
pub fn own<T: Arbitrary>() -> Any<T> {
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
