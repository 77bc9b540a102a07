//! Feature `arbitrary`: types that implement `arbitrary::Arbitrary`.

use crate::{
    generator::{Generator, bytes},
    source::Source,
};
use arbitrary::{Arbitrary, Unstructured};
use std::{fmt, marker::PhantomData};

/// Values of types that implement `arbitrary::Arbitrary`: see [`from_arbitrary`].
pub struct FromArbitrary<T> {
    /// The smallest and the largest number of bytes.
    lengths: (usize, usize),
    value: PhantomData<fn() -> T>,
}

/// Bytes to offer beyond the minimum of a type without a maximum: enough for 128 integers of 64 bits. Lengths are drawn
/// with a bias to short ones.
const SPARE: usize = 1_024;

/// Values of a type that implements `Arbitrary` of the crate `arbitrary` (1). Feature `arbitrary`.
///
/// The values are built from a byte string, and reduction works on the bytes: fewer and smaller bytes are simpler. Bytes
/// that the type refuses are drawn again. The type receives the bytes in reverse order, because it reads most of them as
/// little-endian integers.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(from_arbitrary::<(u64, bool)>()).seed(1).run(|(n, _)| n < 1_000);
/// assert_eq!(report.failures()[0].value(), &(1_000, false));
/// ```
pub fn from_arbitrary<T: for<'a> Arbitrary<'a>>() -> FromArbitrary<T> {
    let (least, most) = T::size_hint(0);
    let most = most.map_or(least.saturating_add(SPARE), |most| most.max(least));
    FromArbitrary { lengths: (least, most), value: PhantomData }
}

impl<T> Clone for FromArbitrary<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FromArbitrary<T> {}

impl<T> fmt::Debug for FromArbitrary<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "FromArbitrary<{}>", std::any::type_name::<T>())
    }
}

#[diagnostic::do_not_recommend]
impl<T: for<'a> Arbitrary<'a>> Generator for FromArbitrary<T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        let (least, most) = self.lengths;
        let values = bytes().len(least..=most).map(|mut bytes| {
            bytes.reverse();
            // Not `arbitrary_take_rest`: with it, the last element of an array is always the same.
            T::arbitrary(&mut Unstructured::new(&bytes)).ok()
        });
        values.filter(Option::is_some).generate(src).expect("the filter keeps only `Some`")
    }
}
