//! `arbitrary`: types that are made of bytes, as fuzzers do it.

use crate::{
    generator::{Generator, bytes},
    source::Source,
};
use arbitrary::{Arbitrary, Unstructured};
use std::{fmt, marker::PhantomData};

/// See [`from_arbitrary`].
pub struct FromArbitrary<T> {
    /// The least and the greatest number of bytes.
    lengths: (usize, usize),
    made: PhantomData<fn() -> T>,
}

/// How many bytes there are at most beyond the least where a type has no limit of its own: a hundred
/// numbers of eight bytes each. Half of the time there are fewer than half as many, and so on.
const SPARE: usize = 1_024;

/// Values of a type that implements `Arbitrary` of the crate `arbitrary` (1). Feature `arbitrary`.
///
/// They are made of a string of bytes, which is what is reduced: fewer bytes are simpler, and smaller
/// ones. Bytes that the type refuses are drawn again. The bytes are given to the type in reverse order, as
/// most of them are read as numbers with the lowest byte first.
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
    FromArbitrary { lengths: (least, most), made: PhantomData }
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

impl<T: for<'a> Arbitrary<'a>> Generator for FromArbitrary<T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        let (least, most) = self.lengths;
        let made = bytes().len(least..=most).map(|mut bytes| {
            bytes.reverse();
            // Not `arbitrary_take_rest`, with which the last element of an array is always the same.
            T::arbitrary(&mut Unstructured::new(&bytes)).ok()
        });
        made.filter(Option::is_some).generate(src).expect("others were refused")
    }
}
