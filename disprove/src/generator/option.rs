//! Options and results.

use super::{
    Arbitrary, Encoder, Generator, IntoGenerator, Shape, TypeNumber, Types, any, boolean::FAIR,
    encode_variant, variant,
};
use crate::source::Source;
use std::any::type_name;

/// Options: see [`option`].
#[derive(Clone, Debug)]
pub struct Options<G>(G);

/// `Some` value of a generator, or `None`. `Some` has the probability 3/4 (less inside deeply nested values).
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(option(1..=3)).run(|n: Option<u8>| n.is_none_or(|n| n <= 3));
/// assert_eq!(report.cases(), 4);
/// ```
#[inline(always)]
#[track_caller]
pub fn option<G: IntoGenerator>(inner: G) -> Options<G::Generator> {
    Options(inner.into_generator())
}

/// The probability of `Some`: 3/4, as a share of `2^64`.
pub(super) const SOME: u64 = 3 << 62;

/// The probability of `Some` here: 3/4, then 1/2 at the third level of nesting, halved with each further level. So
/// recursive types that nest through options stay finite.
#[inline(always)]
fn threshold(src: &Source) -> u64 {
    let pressure = src.pressure();
    if pressure < 3 { SOME } else { FAIR >> (pressure - 3).min(62) }
}

#[diagnostic::do_not_recommend]
impl<G: Generator> Generator for Options<G> {
    type Value = Option<G::Value>;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> Option<G::Value> {
        src.span(type_name::<Self>(), |src| {
            let threshold = threshold(src);
            src.boolean(threshold).then(|| self.0.generate(src))
        })
    }

    fn encode_into(&self, value: &Option<G::Value>, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            encoder.boolean(SOME, value.is_some())
                && value.as_ref().is_none_or(|value| self.0.encode_into(value, encoder))
        })
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Option<T> {
        Options(any::<T>()).generate(src)
    }

    fn encode(value: &Option<T>, encoder: &mut Encoder) -> bool {
        Options(any::<T>()).encode_into(value, encoder)
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

/// Results: see [`result`].
#[derive(Clone, Debug)]
pub struct Results<G, E> {
    ok: G,
    err: E,
}

/// `Ok` with a value of the first generator, or `Err` with one of the second.
///
/// ```
/// use disprove::prelude::*;
///
/// let answers = result(any::<bool>(), 400..=402u16);
/// let report = check(answers).run(|answer| answer.is_ok() || answer.unwrap_err() >= 400);
/// assert!(report.failures().is_empty());
/// assert_eq!(report.cases(), 5);
/// ```
#[inline(always)]
#[track_caller]
pub fn result<G: IntoGenerator, E: IntoGenerator>(
    ok: G,
    err: E,
) -> Results<G::Generator, E::Generator> {
    Results { ok: ok.into_generator(), err: err.into_generator() }
}

#[diagnostic::do_not_recommend]
impl<G: Generator, E: Generator> Generator for Results<G, E> {
    type Value = Result<G::Value, E::Value>;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> Self::Value {
        src.span(type_name::<Self>(), |src| {
            if src.branch(2, 0) == 0 {
                Ok(self.ok.generate(src))
            } else {
                Err(self.err.generate(src))
            }
        })
    }

    fn encode_into(&self, value: &Self::Value, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| match value {
            Ok(value) => encoder.branch(2, 0, 0) && self.ok.encode_into(value, encoder),
            Err(value) => encoder.branch(2, 0, 1) && self.err.encode_into(value, encoder),
        })
    }
}

/// Uses the shape of the type: both sides may be recursive, and one of them must end the recursion.
impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn arbitrary(src: &mut Source) -> Result<T, E> {
        variant(src, Shape::of::<Self>(), |src, side| match side {
            0 => Ok(T::arbitrary(src)),
            _ => Err(E::arbitrary(src)),
        })
    }

    fn encode(value: &Result<T, E>, encoder: &mut Encoder) -> bool {
        let shape = Shape::of::<Self>();
        match value {
            Ok(value) => encode_variant(encoder, shape, 0, |encoder| T::encode(value, encoder)),
            Err(value) => encode_variant(encoder, shape, 1, |encoder| E::encode(value, encoder)),
        }
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.define(type_name::<Self>(), &[1, 1], |types| {
            vec![vec![T::describe(types)], vec![E::describe(types)]]
        })
    }
}
