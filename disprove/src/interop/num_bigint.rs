//! Feature `num-bigint`: `BigInt` and `BigUint`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, bytes},
    source::{Source, sample::Weights},
};
use num_bigint::{BigInt, BigUint, Sign};
use std::{any::type_name, ops::RangeInclusive, sync::LazyLock};

/// The weights of edge cases. Seven in eight numbers stay as drawn; the others become a power of two, or one less or one
/// more, where carries run through all digits.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::new(&[21, 1, 1, 1], &[false; 4]));

/// The lengths of large numbers, in bytes; smaller ones are one integer choice. Up to 64 digits of 64 bits, so that both
/// multiplication algorithms for short and for long numbers are used.
const LARGE: RangeInclusive<usize> = 17..=512;

/// The simplest is 0. Half are up to 128 bits long, half longer.
impl Arbitrary for BigUint {
    fn arbitrary(src: &mut Source) -> BigUint {
        src.span(type_name::<BigUint>(), |src| {
            // Drawn before the number, which does not depend on it: so reduction can drop the move first.
            let edge_case = src.weighted_branch(&WEIGHTS, 0, 0);
            let number = if src.branch(2, 0) == 0 {
                BigUint::from(u128::arbitrary(src))
            } else {
                BigUint::from_bytes_be(&bytes().len(LARGE).generate(src))
            };
            let power = || BigUint::from(1u8) << number.bits().saturating_sub(1);
            match edge_case {
                0 => number,
                1 => power() - 1u8,
                2 => power(),
                _ => power() + 1u8,
            }
        })
    }

    fn encode(value: &BigUint, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<BigUint>(), 0, |encoder| {
            if !encoder.branch(WEIGHTS.len(), 0, 0) {
                return false;
            }
            if let Ok(small) = u128::try_from(value) {
                return encoder.branch(2, 0, 0) && u128::encode(&small, encoder);
            }
            let large = bytes().len(LARGE);
            encoder.branch(2, 0, 1) && large.encode_into(&value.to_bytes_be(), encoder)
        })
    }
}

/// The simplest is 0. Half are negative.
impl Arbitrary for BigInt {
    fn arbitrary(src: &mut Source) -> BigInt {
        src.span(type_name::<BigInt>(), |src| {
            let sign = if bool::arbitrary(src) { Sign::Minus } else { Sign::Plus };
            BigInt::from_biguint(sign, BigUint::arbitrary(src))
        })
    }

    fn encode(value: &BigInt, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<BigInt>(), 0, |encoder| {
            bool::encode(&(value.sign() == Sign::Minus), encoder)
                && BigUint::encode(value.magnitude(), encoder)
        })
    }
}
