//! Integers.

use super::{
    Arbitrary, Encoder, Generator, IntoGenerator, Ranged, Ranges,
    array::{byte_array, encode_byte_array},
    sealed::Sealed,
};
use crate::{
    choice,
    source::{Items, Source},
};
use std::fmt::Debug;

/// The integer types, from `u8` to `i128`. Only this crate implements it.
pub trait Int: Sealed + Copy + Debug + PartialOrd + Arbitrary + 'static {
    #[doc(hidden)]
    const LARGEST: Self;
    #[doc(hidden)]
    #[must_use]
    fn before(self) -> Self;
    #[doc(hidden)]
    fn between(src: &mut Source, min: Self, max: Self) -> Self;
    #[doc(hidden)]
    fn encode_between(self, min: Self, max: Self, encoder: &mut Encoder) -> bool;
}

/// Integers between two bounds: see [`int`].
#[derive(Clone, Copy, Debug)]
pub struct IntRange<T> {
    min: T,
    max: T,
}

/// The integers of a range. A range is a generator without this function; use it to call the methods of [`Generator`],
/// because those of a range are an iterator's.
///
/// ```
/// use disprove::prelude::*;
///
/// let dice = int(1..=6).map(|n: u8| format!("{n}!"));
/// assert_eq!(check(dice).run(|shown| shown.len() == 2).verdict(), Verdict::Exhausted);
/// ```
///
/// # Panics
/// If the range is empty, such as `5..5`.
#[track_caller]
#[inline]
pub fn int<T, R>(range: R) -> Ranges<T>
where
    T: Int + Ranged,
    R: IntoGenerator<Value = T, Generator = Ranges<T>>,
{
    range.into_generator()
}

#[diagnostic::do_not_recommend]
impl<T: Int> Generator for IntRange<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        T::between(src, self.min, self.max)
    }

    #[inline]
    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        self.min <= *value
            && *value <= self.max
            && value.encode_between(self.min, self.max, encoder)
    }
}

/// The bounds of a choice. The simplest value is the one nearest to 0.
macro_rules! limits {
    ($type:ty, $unsigned:ty, $wide:ty, $min:expr, $max:expr) => {{
        let (min, max): ($type, $type) = ($min, $max);
        let origin: $type = if min > 0 as $type {
            min
        } else if max < 0 as $type {
            max
        } else {
            0
        };
        choice::IntegerBounds {
            min: min as $wide as u128,
            span: u128::from(max.wrapping_sub(min) as $unsigned),
            origin: u128::from(origin.wrapping_sub(min) as $unsigned),
            signed: <$type>::MIN != 0,
            branch: false,
        }
    }};
}

macro_rules! common {
    ($type:ty, $unsigned:ty, $wide:ty) => {
        const LARGEST: $type = <$type>::MAX;

        #[inline(always)]
        fn before(self) -> $type {
            self - 1
        }

        #[inline]
        fn encode_between(self, min: $type, max: $type, encoder: &mut Encoder) -> bool {
            let offset = self.wrapping_sub(min) as $unsigned;
            encoder.integer(limits!($type, $unsigned, $wide, min, max), offset.into())
        }
    };
}

macro_rules! ranged {
    ($($type:ty),*) => {$(
        impl Ranged for $type {
            type Generator = IntRange<$type>;

            #[inline(always)]
            fn half_open(min: $type, end: $type) -> Option<IntRange<$type>> {
                (min < end).then(|| IntRange { min, max: end.before() })
            }

            #[inline(always)]
            fn closed(min: $type, max: $type) -> Option<IntRange<$type>> {
                (min <= max).then_some(IntRange { min, max })
            }

            #[inline(always)]
            fn open(min: $type) -> Option<IntRange<$type>> {
                Some(IntRange { min, max: <$type>::LARGEST })
            }
        }
    )*};
}

macro_rules! narrow {
    ($($type:ty: $unsigned:ty, $wide:ty;)*) => {$(
        impl Int for $type {
            common!($type, $unsigned, $wide);

            #[inline(always)]
            fn between(src: &mut Source, min: $type, max: $type) -> $type {
                let signed = <$type>::MIN != 0;
                let origin: $type =
                    if min > 0 as $type { min } else if max < 0 as $type { max } else { 0 };
                let span = max.wrapping_sub(min) as $unsigned as u64;
                let origin = origin.wrapping_sub(min) as $unsigned as u64;
                let offset = src.offset(min as u64, span, origin, signed);
                min.wrapping_add(offset as $type)
            }
        }
    )*};
}

macro_rules! wide {
    ($($type:ty),*) => {$(
        impl Int for $type {
            common!($type, u128, $type);

            #[inline]
            fn between(src: &mut Source, min: $type, max: $type) -> $type {
                let limits = limits!($type, u128, $type, min, max);
                let offset = src.wide_offset(limits.min, limits.span, limits.origin, limits.signed);
                min.wrapping_add(offset as $type)
            }
        }

        impl Arbitrary for $type {
            const ALWAYS_CHOOSES: bool = true;

            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $type {
                <$type as Int>::between(src, <$type>::MIN, <$type>::MAX)
            }

            #[inline]
            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                value.encode_between(<$type>::MIN, <$type>::MAX, encoder)
            }
        }
    )*};
}

narrow! {
    u8: u8, u128;
    u16: u16, u128;
    u32: u32, u128;
    u64: u64, u128;
    i8: u8, i128;
    i16: u16, i128;
    i32: u32, i128;
    i64: u64, i128;
}

/// `u128::from(usize)` does not exist, so pointer-sized integers go through the fixed ones.
macro_rules! pointer_sized {
    ($($type:ty: $fixed:ty;)*) => {$(
        impl Int for $type {
            const LARGEST: $type = <$type>::MAX;

            #[inline(always)]
            fn before(self) -> $type {
                self - 1
            }

            #[inline(always)]
            fn between(src: &mut Source, min: $type, max: $type) -> $type {
                <$fixed>::between(src, min as $fixed, max as $fixed) as $type
            }

            #[inline]
            fn encode_between(self, min: $type, max: $type, encoder: &mut Encoder) -> bool {
                (self as $fixed).encode_between(min as $fixed, max as $fixed, encoder)
            }
        }
    )*};
}

pointer_sized! {
    usize: u64;
    isize: i64;
}

/// Types of up to 64 bits, for which the source has a faster way to draw any value.
macro_rules! words {
    ($($type:ty $({ $($special:tt)* })?),*) => {$(
        impl Arbitrary for $type {
            const ALWAYS_CHOOSES: bool = true;

            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $type {
                src.integer()
            }

            #[inline(always)]
            fn arbitrary_many(src: &mut Source, count: usize) -> Vec<$type> {
                src.integers(count)
            }

            // As in `integers`, which the profile makes repeat earlier draws.
            #[inline(always)]
            fn element(src: &mut Source) -> $type {
                src.integer()
            }

            // `#[inline]`: only crates that generate such vectors compile it.
            #[inline]
            fn record_many(src: &mut Source, items: &mut Items) -> Option<Vec<$type>> {
                src.record_integers(items)
            }

            #[inline]
            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                encoder.any_integer(*value)
            }

            $($($special)*)?
        }
    )*};
}

words!(u8 {
    #[inline]
    fn arbitrary_array<const N: usize>(src: &mut Source) -> [u8; N] {
        byte_array(src)
    }

    #[inline]
    fn encode_array(elements: &[u8], encoder: &mut Encoder) -> bool {
        encode_byte_array(elements, encoder)
    }
}, u16, u32, u64, usize, i8, i16, i32, i64, isize);
wide!(u128, i128);
ranged!(u8, u16, u32, u64, usize, u128, i8, i16, i32, i64, isize, i128);
