//! Ranges where a generator is wanted.

use super::{Generator, IntoGenerator};
use std::{
    fmt::Debug,
    ops::{Range, RangeFrom, RangeInclusive},
};

/// Types whose ranges are generators: integers, floats and characters.
pub trait Ranged: Debug + Sized {
    /// What generates the values of a range.
    type Generator: Generator<Value = Self>;

    #[doc(hidden)]
    fn half_open(min: Self, end: Self) -> Option<Self::Generator>;
    #[doc(hidden)]
    fn closed(min: Self, max: Self) -> Option<Self::Generator>;
    #[doc(hidden)]
    fn open(min: Self) -> Option<Self::Generator>;

    /// What is wrong with a range that has no generator.
    #[doc(hidden)]
    fn complaint(_bounds: &[&Self]) -> &'static str {
        "is empty: its start must lie before its end"
    }
}

#[cold]
#[track_caller]
fn refuse<T: Ranged>(range: &impl Debug, bounds: &[&T]) -> ! {
    panic!("the range {range:?} {}", T::complaint(bounds))
}

impl<T: Ranged + Clone> IntoGenerator for Range<T> {
    type Value = T;
    type Generator = T::Generator;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> T::Generator {
        match T::half_open(self.start.clone(), self.end.clone()) {
            Some(generator) => generator,
            None => refuse(&self, &[&self.start, &self.end]),
        }
    }
}

impl<T: Ranged + Clone> IntoGenerator for RangeInclusive<T> {
    type Value = T;
    type Generator = T::Generator;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> T::Generator {
        match T::closed(self.start().clone(), self.end().clone()) {
            Some(generator) => generator,
            None => refuse(&self, &[self.start(), self.end()]),
        }
    }
}

impl<T: Ranged + Clone> IntoGenerator for RangeFrom<T> {
    type Value = T;
    type Generator = T::Generator;

    #[inline(always)]
    #[track_caller]
    fn into_generator(self) -> T::Generator {
        match T::open(self.start.clone()) {
            Some(generator) => generator,
            None => refuse(&self, &[&self.start]),
        }
    }
}
