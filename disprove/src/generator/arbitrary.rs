//! Types that have a generator of their own.

use super::{Encoder, Generator, TypeNumber, Types};
use crate::source::{Items, Source};
use std::marker::PhantomData;

/// A type whose values can be generated without being told how.
///
/// Use `#[derive(Arbitrary)]` for your own types, or write it by hand:
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
    message = "`{Self}` has no generator of its own",
    label = "how should a `{Self}` be made?",
    note = "add `#[derive(Arbitrary)]` to the type, or say where the value comes from with `#[draw(..)]`"
)]
pub trait Arbitrary: Sized {
    /// Makes a value.
    fn arbitrary(src: &mut Source) -> Self;

    /// Makes many values: the same as one by one, where that can be done faster.
    #[doc(hidden)]
    #[inline(always)]
    fn arbitrary_many(src: &mut Source, count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::arbitrary(src)).collect()
    }

    /// Makes all elements of a recorded collection at once, where that can be done faster.
    #[doc(hidden)]
    #[inline(always)]
    fn record_many(_src: &mut Source, _items: &mut Items) -> Option<Vec<Self>> {
        None
    }

    /// Writes the choices that make this value; false if that is not known. Derived types know.
    fn encode(_value: &Self, _encoder: &mut Encoder) -> bool {
        false
    }

    /// Says which types this one is made of, so that recursion is seen. Derived types do.
    #[doc(hidden)]
    fn describe(types: &mut Types) -> TypeNumber {
        types.leaf()
    }
}

/// The generator of a type's own values: see [`any`].
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
/// Small numbers, the ends of ranges and other awkward values are more likely than by chance alone.
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
    fn record_many(&self, src: &mut Source, items: &mut Items) -> Option<Vec<T>> {
        T::record_many(src, items)
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        T::encode(value, encoder)
    }
}
