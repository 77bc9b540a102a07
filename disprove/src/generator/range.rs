//! Ranges as generators.

use super::{Encoder, Generator, IntoGenerator, sealed::Sealed};
use crate::source::Source;
use std::{
    fmt::Debug,
    ops::{Range, RangeFrom, RangeInclusive},
};

/// The types whose ranges are generators: integers, floats and characters. Only this crate implements it.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((1..=6, 0.0..1.0, 'a'..='f', 250..)).run(|(n, share, c, high)| {
///     let _: (i8, f64, char, u8) = (n, share, c, high);
///     assert!(share < 1.0 && c.is_ascii_hexdigit() && high >= 250);
/// });
/// assert!(report.failures().is_empty());
/// ```
pub trait Ranged: Sealed + Debug + Sized {
    /// The generator of the values of a range.
    type Generator: Generator<Value = Self> + Clone + Debug;

    #[doc(hidden)]
    fn half_open(min: Self, end: Self) -> Option<Self::Generator>;
    #[doc(hidden)]
    fn closed(min: Self, max: Self) -> Option<Self::Generator>;
    #[doc(hidden)]
    fn open(min: Self) -> Option<Self::Generator>;

    /// Why a range has no generator, as the end of a sentence.
    #[doc(hidden)]
    fn problem(_bounds: &[&Self]) -> &'static str {
        "is empty: its start must be below its end"
    }
}

/// The values of a range.
///
/// One type serves integers, floats and characters, and its values have the type of the bounds. So the compiler infers the
/// type of the literals in `check(1..=6).run(|die: u8| ..)`.
#[derive(Clone, Debug)]
pub struct Ranges<T: Ranged>(T::Generator);

#[diagnostic::do_not_recommend]
impl<T: Ranged> Generator for Ranges<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        self.0.generate(src)
    }

    #[inline(always)]
    fn always_chooses(&self) -> bool {
        true
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        self.0.encode_into(value, encoder)
    }
}

#[cold]
#[track_caller]
fn refuse<T: Ranged>(range: &impl Debug, bounds: &[&T]) -> ! {
    panic!("the range {range:?} {}", T::problem(bounds))
}

#[diagnostic::do_not_recommend]
impl<T: Ranged + Clone> IntoGenerator for Range<T> {
    type Value = T;
    type Generator = Ranges<T>;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> Ranges<T> {
        match T::half_open(self.start.clone(), self.end.clone()) {
            Some(generator) => Ranges(generator),
            None => refuse(&self, &[&self.start, &self.end]),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Ranged + Clone> IntoGenerator for RangeInclusive<T> {
    type Value = T;
    type Generator = Ranges<T>;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> Ranges<T> {
        match T::closed(self.start().clone(), self.end().clone()) {
            Some(generator) => Ranges(generator),
            None => refuse(&self, &[self.start(), self.end()]),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Ranged + Clone> IntoGenerator for RangeFrom<T> {
    type Value = T;
    type Generator = Ranges<T>;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> Ranges<T> {
        match T::open(self.start.clone()) {
            Some(generator) => Ranges(generator),
            None => refuse(&self, &[&self.start]),
        }
    }
}
