//! Feature `ordered-float`: `OrderedFloat` and `NotNan`.

use crate::{
    generator::{Arbitrary, Encoder},
    source::Source,
};
use ordered_float::{NotNan, OrderedFloat};

macro_rules! floats {
    ($($float:ident),*) => {$(
        impl Arbitrary for OrderedFloat<$float> {
            #[inline]
            fn arbitrary(src: &mut Source) -> OrderedFloat<$float> {
                OrderedFloat($float::arbitrary(src))
            }

            #[inline]
            fn encode(value: &OrderedFloat<$float>, encoder: &mut Encoder) -> bool {
                $float::encode(&value.0, encoder)
            }
        }

        /// Infinities and negative zero occur. Where a NaN is drawn, the value is 0.
        impl Arbitrary for NotNan<$float> {
            #[inline]
            fn arbitrary(src: &mut Source) -> NotNan<$float> {
                NotNan::new($float::arbitrary(src)).unwrap_or_default()
            }

            #[inline]
            fn encode(value: &NotNan<$float>, encoder: &mut Encoder) -> bool {
                $float::encode(&value.into_inner(), encoder)
            }
        }
    )*};
}

floats!(f32, f64);
