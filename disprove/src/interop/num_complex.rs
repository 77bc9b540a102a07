//! Feature `num-complex`: `Complex`.

use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types},
    source::Source,
};
use num_complex::Complex;
use std::any::type_name;

/// The simplest has the simplest parts.
impl<T: Arbitrary> Arbitrary for Complex<T> {
    #[inline]
    fn arbitrary(src: &mut Source) -> Complex<T> {
        src.span(type_name::<Self>(), |src| Complex {
            re: T::arbitrary(src),
            im: T::arbitrary(src),
        })
    }

    #[inline]
    fn encode(value: &Complex<T>, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Self>(), 0, |encoder| {
            T::encode(&value.re, encoder) && T::encode(&value.im, encoder)
        })
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        <(T, T)>::describe(types)
    }
}
