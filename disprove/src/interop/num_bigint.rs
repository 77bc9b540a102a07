//! `num-bigint`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, bytes},
    source::{Source, sample::Weights},
};
use num_bigint::{BigInt, BigUint, Sign};
use std::{any::type_name, ops::RangeInclusive, sync::LazyLock};

/// Most numbers are as they are drawn; one in eight is moved to a power of two, below it or above: where
/// carries run through all digits.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::new(&[21, 1, 1, 1], &[false; 4]));

/// A number of up to 128 bits is one choice; a larger one is a string of so many bytes. Up to 64 digits of
/// 64 bits: beyond, other algorithms multiply than below.
const LARGE: RangeInclusive<usize> = 17..=512;

/// The simplest is 0. Half are up to 128 bits long, half longer.
impl Arbitrary for BigUint {
    fn arbitrary(src: &mut Source) -> BigUint {
        src.span(type_name::<BigUint>(), |src| {
            // Before the number, which is the same whether moved or not: so the move can go away first.
            let beside = src.weighted_branch(&WEIGHTS, 0, 0);
            let number = if src.branch(2, 0) == 0 {
                BigUint::from(u128::arbitrary(src))
            } else {
                BigUint::from_bytes_be(&bytes().len(LARGE).generate(src))
            };
            let power = || BigUint::from(1u8) << number.bits().saturating_sub(1);
            match beside {
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
