//! Ranges and their bounds. The end may be below the start: such a range is empty.

use super::equivalents::encode_option;
use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types, boolean::FAIR},
    source::Source,
};
use std::{
    any::type_name,
    ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive},
};

impl<T: Arbitrary> Arbitrary for Range<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Range<T> {
        src.span(type_name::<Self>(), |src| T::arbitrary(src)..T::arbitrary(src))
    }

    #[inline]
    fn encode(value: &Range<T>, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            T::encode(&value.start, encoder) && T::encode(&value.end, encoder)
        })
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::describe(types)
    }
}

impl<T: Arbitrary> Arbitrary for RangeInclusive<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> RangeInclusive<T> {
        src.span(type_name::<Self>(), |src| T::arbitrary(src)..=T::arbitrary(src))
    }

    #[inline]
    fn encode(value: &RangeInclusive<T>, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            T::encode(value.start(), encoder) && T::encode(value.end(), encoder)
        })
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::describe(types)
    }
}

/// Ranges with one bound.
macro_rules! half {
    ($($range:ident: $end:ident;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $range<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $range<T> {
                $range { $end: T::arbitrary(src) }
            }

            #[inline]
            fn encode(value: &$range<T>, encoder: &mut Encoder) -> bool {
                T::encode(&value.$end, encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                T::describe(types)
            }
        }
    )*};
}

half! {
    RangeFrom: start;
    RangeTo: end;
    RangeToInclusive: end;
}

impl Arbitrary for RangeFull {
    #[inline(always)]
    fn arbitrary(_src: &mut Source) -> RangeFull {
        RangeFull
    }

    #[inline]
    fn encode(_value: &RangeFull, _encoder: &mut Encoder) -> bool {
        true
    }
}

// An option and a boolean, so that bounds in recursive types become rarer with depth, as options do.
impl<T: Arbitrary> Arbitrary for Bound<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Bound<T> {
        src.span(type_name::<Self>(), |src| match Option::arbitrary(src) {
            None => Bound::Unbounded,
            Some(end) if src.boolean(FAIR) => Bound::Excluded(end),
            Some(end) => Bound::Included(end),
        })
    }

    #[inline]
    fn encode(value: &Bound<T>, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| match value {
            Bound::Unbounded => encode_option::<T>(None, encoder),
            Bound::Included(end) => {
                encode_option(Some(end), encoder) && encoder.boolean(FAIR, false)
            }
            Bound::Excluded(end) => {
                encode_option(Some(end), encoder) && encoder.boolean(FAIR, true)
            }
        })
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}
