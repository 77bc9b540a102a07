//! The trait `Arbitrary`: types with a default generator.

use super::{Encoder, Generator, TypeNumber, Types};
use crate::source::{Items, Source};
use std::{any::type_name, marker::PhantomData};

/// A type with a default generator.
///
/// Use `#[derive(Arbitrary)]` for your own types, or implement it by hand:
///
/// ```
/// use disprove::prelude::*;
///
/// #[derive(Debug)]
/// struct Even(u32);
///
/// impl Arbitrary for Even {
///     fn arbitrary(src: &mut Source) -> Self {
///         Even(src.draw(any::<u32>()) & !1)
///     }
/// }
///
/// assert!(check(any::<Even>()).run(|n| n.0 % 2 == 0).failures().is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default generator",
    label = "`{Self}` does not implement `Arbitrary`",
    note = "add `#[derive(Arbitrary)]` to the type, or name a generator with `#[draw(..)]`"
)]
pub trait Arbitrary: Sized {
    /// Generates a value.
    fn arbitrary(src: &mut Source) -> Self;

    /// Generates `count` values: the same values as one by one, possibly faster.
    #[doc(hidden)]
    #[inline(always)]
    fn arbitrary_many(src: &mut Source, count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::element(src)).collect()
    }

    /// Generates an element of a collection, which may copy an earlier one.
    #[doc(hidden)]
    #[inline(always)]
    fn element(src: &mut Source) -> Self {
        let interrupted = src.begin_part(type_name::<Self>);
        let value = Self::arbitrary(src);
        src.end_part(interrupted);
        value
    }

    /// Generates all elements of a recorded collection at once. `None` if the type has no faster way.
    #[doc(hidden)]
    #[inline(always)]
    fn record_many(_src: &mut Source, _items: &mut Items) -> Option<Vec<Self>> {
        None
    }

    /// Whether each value takes at least one choice.
    #[doc(hidden)]
    const ALWAYS_CHOOSES: bool = false;

    /// Generates an array.
    #[doc(hidden)]
    #[inline(always)]
    fn arbitrary_array<const N: usize>(src: &mut Source) -> [Self; N] {
        src.credit_array(N);
        std::array::from_fn(|_| Self::element(src))
    }

    /// Writes the choices of an array.
    #[doc(hidden)]
    #[inline]
    fn encode_array(elements: &[Self], encoder: &mut Encoder) -> bool {
        elements.iter().all(|element| Self::encode(element, encoder))
    }

    /// Writes the choices that produce `value`: the inverse of [`arbitrary`](Arbitrary::arbitrary).
    ///
    /// Returns false if `arbitrary` cannot produce the value, or if the choices are not known (the default). Derived types
    /// implement it. To implement it by hand, see [`Encoder`].
    fn encode(_value: &Self, _encoder: &mut Encoder) -> bool {
        false
    }

    /// Describes the types this one contains, so that recursion is found. Derived types implement it.
    #[doc(hidden)]
    fn describe(types: &mut Types) -> TypeNumber {
        types.leaf()
    }
}

/// The default generator of a type: see [`any`].
#[derive(Debug)]
pub struct Any<T>(PhantomData<fn() -> T>);

impl<T> Clone for Any<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Any<T> {}

/// Any value of a type.
///
/// Small numbers, the ends of ranges and other edge cases are more likely than under a uniform distribution.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<(u8, Option<String>)>()).run(|(n, text)| {
///     assert!(u32::from(n) < 256 || text.is_some());
/// });
/// assert!(report.failures().is_empty());
/// ```
#[inline(always)]
pub fn any<T: Arbitrary>() -> Any<T> {
    Any(PhantomData)
}

#[diagnostic::do_not_recommend]
impl<T: Arbitrary> Generator for Any<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        T::arbitrary(src)
    }

    #[inline(always)]
    fn generate_many(&self, src: &mut Source, count: usize) -> Vec<T> {
        T::arbitrary_many(src, count)
    }

    #[inline(always)]
    fn generate_element(&self, src: &mut Source) -> T {
        T::element(src)
    }

    #[inline(always)]
    fn record_many(&self, src: &mut Source, items: &mut Items) -> Option<Vec<T>> {
        T::record_many(src, items)
    }

    #[inline(always)]
    fn always_chooses(&self) -> bool {
        T::ALWAYS_CHOOSES
    }

    #[inline(always)]
    fn generate_array<const N: usize>(&self, src: &mut Source) -> [T; N] {
        T::arbitrary_array(src)
    }

    #[inline]
    fn encode_array(&self, elements: &[T], encoder: &mut Encoder) -> bool {
        T::encode_array(elements, encoder)
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        T::encode(value, encoder)
    }
}
