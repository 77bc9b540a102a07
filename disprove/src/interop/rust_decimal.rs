//! Feature `rust_decimal`: `Decimal`.

use crate::{
    generator::{Arbitrary, Encoder, Int},
    source::Source,
};
use rust_decimal::Decimal;
use std::any::type_name;

/// The largest number of digits after the point.
const SCALE: u32 = 28;

/// The largest number without its point: 96 bits.
const DIGITS: u128 = u128::MAX >> 32;

/// The simplest is 0. Fewer digits after the point are simpler, then smaller numbers. Zeros of all scales and signs occur,
/// and both ends of the range.
impl Arbitrary for Decimal {
    #[inline]
    fn arbitrary(src: &mut Source) -> Decimal {
        src.span(type_name::<Decimal>(), |src| {
            let scale = u32::between(src, 0, SCALE);
            let negative = bool::arbitrary(src);
            let digits = u128::between(src, 0, DIGITS);
            let (low, middle, high) = (digits as u32, (digits >> 32) as u32, (digits >> 64) as u32);
            let mut value = Decimal::from_parts(low, middle, high, negative, scale);
            // `from_parts` ignores the sign of zero.
            value.set_sign_negative(negative);
            value
        })
    }

    #[inline]
    fn encode(value: &Decimal, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Decimal>(), 0, |encoder| {
            value.scale().encode_between(0, SCALE, encoder)
                && bool::encode(&value.is_sign_negative(), encoder)
                && value.mantissa().unsigned_abs().encode_between(0, DIGITS, encoder)
        })
    }
}
