//! The marker of traits that only this crate implements.

use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// A supertrait that other crates cannot name, so that they cannot implement its subtraits.
pub trait Sealed {}

macro_rules! sealed {
    ($($type:ty),*) => {$(
        impl Sealed for $type {}
    )*};
}

sealed!(u8, u16, u32, u64, usize, u128, i8, i16, i32, i64, isize, i128, f32, f64, char);
sealed!(
    Range<usize>,
    RangeInclusive<usize>,
    RangeFrom<usize>,
    RangeTo<usize>,
    RangeToInclusive<usize>
);
