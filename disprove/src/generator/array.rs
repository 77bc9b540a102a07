//! Arrays: from one generator, or from one per element.

use super::{Arbitrary, Encoder, Generator, IntoGenerator, TypeNumber, Types, any};
use crate::source::Source;
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

impl<G: Generator, const N: usize> Generator for Arrays<G, N> {
    type Value = [G::Value; N];

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> [G::Value; N] {
        src.span(type_name::<Self>(), |src| std::array::from_fn(|_| self.0.generate(src)))
    }

    fn encode_into(&self, value: &[G::Value; N], encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            value.iter().all(|element| self.0.encode_into(element, encoder))
        })
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

impl<G: IntoGenerator, const N: usize> IntoGenerator for [G; N] {
    type Value = [G::Value; N];
    type Generator = EachOf<G::Generator, N>;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> Self::Generator {
        EachOf(self.map(G::into_generator))
    }
}

impl<G: Generator, const N: usize> Generator for EachOf<G, N> {
    type Value = [G::Value; N];

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> [G::Value; N] {
        src.span(type_name::<Self>(), |src| std::array::from_fn(|i| self.0[i].generate(src)))
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
