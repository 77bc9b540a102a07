//! Non-zero integers, atomics, and `Ordering`.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use std::{cmp::Ordering, num::NonZero, sync::atomic};

macro_rules! unsigned {
    ($($type:ty),*) => {$(
        impl Arbitrary for NonZero<$type> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> NonZero<$type> {
                let value = <$type as Int>::between(src, 1, <$type>::MAX);
                NonZero::new(value).expect("at least 1")
            }

            #[inline]
            fn encode(value: &NonZero<$type>, encoder: &mut Encoder) -> bool {
                value.get().encode_between(1, <$type>::MAX, encoder)
            }
        }
    )*};
}

/// From zero on, each drawn number stands for the next one, so that there is one choice for each value.
macro_rules! signed {
    ($($type:ty),*) => {$(
        impl Arbitrary for NonZero<$type> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> NonZero<$type> {
                let drawn = <$type as Int>::between(src, <$type>::MIN, <$type>::MAX - 1);
                let value = if drawn < 0 { drawn } else { drawn + 1 };
                NonZero::new(value).expect("not zero")
            }

            #[inline]
            fn encode(value: &NonZero<$type>, encoder: &mut Encoder) -> bool {
                let value = value.get();
                let drawn = if value < 0 { value } else { value - 1 };
                drawn.encode_between(<$type>::MIN, <$type>::MAX - 1, encoder)
            }
        }
    )*};
}

unsigned!(u8, u16, u32, u64, usize, u128);
signed!(i8, i16, i32, i64, isize, i128);

macro_rules! atomics {
    ($($size:literal: $($atomic:ident)*;)*) => {$($(
        #[cfg(target_has_atomic = $size)]
        impl Arbitrary for atomic::$atomic {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> atomic::$atomic {
                atomic::$atomic::new(Arbitrary::arbitrary(src))
            }

            #[inline]
            fn encode(value: &atomic::$atomic, encoder: &mut Encoder) -> bool {
                Arbitrary::encode(&value.load(atomic::Ordering::SeqCst), encoder)
            }
        }
    )*)*};
}

atomics! {
    "8": AtomicBool AtomicU8 AtomicI8;
    "16": AtomicU16 AtomicI16;
    "32": AtomicU32 AtomicI32;
    "64": AtomicU64 AtomicI64;
    "ptr": AtomicUsize AtomicIsize;
}

/// The simplest comes first.
const ORDERINGS: [Ordering; 3] = [Ordering::Equal, Ordering::Less, Ordering::Greater];

impl Arbitrary for Ordering {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Ordering {
        ORDERINGS[src.branch(3, 0) as usize]
    }

    #[inline]
    fn encode(value: &Ordering, encoder: &mut Encoder) -> bool {
        let index = ORDERINGS.iter().position(|ordering| ordering == value);
        index.is_some_and(|index| encoder.branch(3, 0, index as u32))
    }
}
