//! Feature `num-rational`: `Ratio` of the integer types, and of `BigInt` with the feature `num-bigint`.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use num_rational::Ratio;
use std::any::type_name;

macro_rules! ratios {
    ($($type:ty),*) => {$(
        /// The simplest is 0. All are in lowest terms, with a positive denominator.
        impl Arbitrary for Ratio<$type> {
            fn arbitrary(src: &mut Source) -> Ratio<$type> {
                src.span(type_name::<Ratio<$type>>(), |src| {
                    let denominator = <$type as Int>::between(src, 1, <$type>::MAX);
                    Ratio::new(<$type>::arbitrary(src), denominator)
                })
            }

            fn encode(value: &Ratio<$type>, encoder: &mut Encoder) -> bool {
                let (numerator, denominator) = (*value.numer(), *value.denom());
                // `new_raw` makes others.
                let is_reduced = denominator > 0 && {
                    let again = Ratio::new(numerator, denominator);
                    (*again.numer(), *again.denom()) == (numerator, denominator)
                };
                is_reduced
                    && encoder.span(type_name::<Ratio<$type>>(), 0, |encoder| {
                        denominator.encode_between(1, <$type>::MAX, encoder)
                            && <$type>::encode(&numerator, encoder)
                    })
            }
        }
    )*};
}

ratios!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

/// The simplest is 0. All are in lowest terms, with a positive denominator.
#[cfg(feature = "num-bigint")]
impl Arbitrary for Ratio<num_bigint::BigInt> {
    fn arbitrary(src: &mut Source) -> Ratio<num_bigint::BigInt> {
        use num_bigint::{BigInt, BigUint};
        src.span(type_name::<Self>(), |src| {
            // One less, so that it is not 0.
            let denominator = BigInt::from(BigUint::arbitrary(src) + 1u8);
            Ratio::new(BigInt::arbitrary(src), denominator)
        })
    }

    fn encode(value: &Ratio<num_bigint::BigInt>, encoder: &mut Encoder) -> bool {
        use num_bigint::{BigInt, BigUint, Sign};
        let is_reduced = value.denom().sign() == Sign::Plus
            && Ratio::new(value.numer().clone(), value.denom().clone()).denom() == value.denom();
        is_reduced
            && encoder.span(type_name::<Self>(), 0, |encoder| {
                BigUint::encode(&(value.denom().magnitude() - 1u8), encoder)
                    && BigInt::encode(value.numer(), encoder)
            })
    }
}
