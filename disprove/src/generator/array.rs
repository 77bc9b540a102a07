//! Arrays: from one generator, or from one per element.

use super::{Arbitrary, Encoder, Generator, IntoGenerator, TypeNumber, Types, any};
use crate::{
    choice::{Bounds, Value},
    source::{LONG, Source, sample::Lengths},
};
use std::any::type_name;

/// Arrays with one generator for all elements: see [`array()`].
#[derive(Clone, Debug)]
pub struct Arrays<G, const N: usize>(G);

/// Arrays with one generator for all elements. An array of generators has one for each element.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(array::<3, _>(0..10u8)).run(|digits| digits.iter().all(|d| *d < 10));
/// assert!(report.failures().is_empty());
/// ```
#[inline(always)]
#[track_caller]
pub fn array<const N: usize, G: IntoGenerator>(element: G) -> Arrays<G::Generator, N> {
    Arrays(element.into_generator())
}

/// Arrays of more bytes are checked against the stack of the thread.
const SMALL: usize = 4096;

/// Generates an array, and rejects the case if the array fits neither the stack nor the budget.
#[inline(always)]
fn checked<T, const N: usize>(
    src: &mut Source,
    elements: impl FnOnce(&mut Source) -> [T; N],
) -> [T; N] {
    if const { N <= LONG && size_of::<[T; N]>() <= SMALL } {
        return elements(src);
    }
    let is_outermost = src.begin_array(type_name::<[T; N]>(), N, size_of::<[T; N]>());
    let array = out_of_line(src, elements);
    src.end_fixed(is_outermost);
    array
}

/// Its frame has the copies of the array, and exists only after the check of the stack.
#[inline(never)]
fn out_of_line<T>(src: &mut Source, elements: impl FnOnce(&mut Source) -> T) -> T {
    elements(src)
}

/// Byte arrays from this length on are one choice, as byte strings are: a choice for each byte would be slow to draw and
/// to reduce.
const ONE_CHOICE: usize = 1024;

/// The lengths of a byte array that is one choice.
const fn one_choice(length: usize) -> Option<Lengths> {
    if length < ONE_CHOICE {
        return None;
    }
    Some(Lengths { min: length, max: length, explicit: true })
}

/// Generates a byte array.
#[inline]
pub(super) fn byte_array<const N: usize>(src: &mut Source) -> [u8; N] {
    let Some(lengths) = (const { one_choice(N) }) else {
        src.credit_array(N);
        return std::array::from_fn(|_| src.integer());
    };
    let mut array = [0; N];
    array.copy_from_slice(&src.bytes(&lengths));
    array
}

/// Writes the choices of a byte array.
#[inline]
pub(super) fn encode_byte_array(bytes: &[u8], encoder: &mut Encoder) -> bool {
    match one_choice(bytes.len()) {
        Some(lengths) => {
            let (min, max) = lengths.as_bounds();
            encoder.choice(&Bounds::Bytes { min, max }, &Value::Bytes(bytes.to_vec()))
        }
        None => bytes.iter().all(|byte| encoder.any_integer(*byte)),
    }
}

#[diagnostic::do_not_recommend]
impl<G: Generator, const N: usize> Generator for Arrays<G, N> {
    type Value = [G::Value; N];

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> [G::Value; N] {
        src.span(type_name::<Self>(), |src| checked(src, |src| self.0.generate_array(src)))
    }

    fn encode_into(&self, value: &[G::Value; N], encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| self.0.encode_array(value, encoder))
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> [T; N] {
        Arrays::<_, N>(any::<T>()).generate(src)
    }

    fn encode(value: &[T; N], encoder: &mut Encoder) -> bool {
        Arrays::<_, N>(any::<T>()).encode_into(value, encoder)
    }

    fn describe(types: &mut Types) -> TypeNumber {
        if N == 0 { types.leaf() } else { T::describe(types) }
    }
}

/// Arrays with one generator for each element: what an array of generators converts into.
#[derive(Clone, Debug)]
pub struct EachOf<G, const N: usize>([G; N]);

#[diagnostic::do_not_recommend]
impl<G: IntoGenerator, const N: usize> IntoGenerator for [G; N] {
    type Value = [G::Value; N];
    type Generator = EachOf<G::Generator, N>;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> Self::Generator {
        EachOf(self.map(G::into_generator))
    }
}

#[diagnostic::do_not_recommend]
impl<G: Generator, const N: usize> Generator for EachOf<G, N> {
    type Value = [G::Value; N];

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> [G::Value; N] {
        let elements = |src: &mut Source| {
            src.credit_array(N);
            std::array::from_fn(|i| self.0[i].generate(src))
        };
        src.span(type_name::<Self>(), |src| checked(src, elements))
    }

    fn encode_into(&self, value: &[G::Value; N], encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            self.0
                .iter()
                .zip(value)
                .all(|(generator, element)| generator.encode_into(element, encoder))
        })
    }
}
