//! Frequent bounds with fixed numbers, so that recording them needs no lookup.

use super::bounds::{Bounds, IntegerBounds};

/// A fair bool.
pub(crate) const FAIR: u32 = 0;
/// The continue flag of a collection, with the probability [`CONTINUE_THRESHOLD`].
pub(crate) const CONTINUE: u32 = 1;
/// A bool that is always `true`.
pub(crate) const ALWAYS: u32 = 2;
/// A bool that is always `false`.
pub(crate) const NEVER: u32 = 3;
/// The first of the full-range integer types: `u8 u16 u32 u64 u128 i8 i16 i32 i64 i128`.
pub(crate) const FIRST_INTEGER: u32 = 4;
/// Every `f64`.
pub(crate) const DOUBLE: u32 = 14;
/// Every `f32`.
pub(crate) const SINGLE: u32 = 15;
/// The first number of the bounds that a tree defines itself.
pub(crate) const FIRST_FREE: u32 = 16;

/// The probability of a drawn continue flag: 15/16. Collections draw flags only where no length was drawn up front; 15
/// more elements on average is about the mean of those lengths.
pub(crate) const CONTINUE_THRESHOLD: u64 = u64::MAX / 16 * 15;

/// The fixed number of the bool with this threshold.
pub(crate) const fn boolean(threshold: u64) -> Option<u32> {
    match threshold {
        0 => Some(NEVER),
        u64::MAX => Some(ALWAYS),
        CONTINUE_THRESHOLD => Some(CONTINUE),
        0x8000_0000_0000_0000 => Some(FAIR),
        _ => None,
    }
}

const fn unsigned(bits: u32) -> Bounds {
    let span = u128::MAX >> (128 - bits);
    Bounds::Integer(IntegerBounds { min: 0, span, origin: 0, signed: false, branch: false })
}

const fn signed(bits: u32) -> Bounds {
    let origin = 1 << (bits - 1);
    let span = u128::MAX >> (128 - bits);
    let min = 0u128.wrapping_sub(origin);
    Bounds::Integer(IntegerBounds { min, span, origin, signed: true, branch: false })
}

const fn floats(single: bool) -> Bounds {
    Bounds::Float { min: f64::NEG_INFINITY, max: f64::INFINITY, nan: true, single }
}

/// The predefined bounds, by number.
pub(crate) static PREDEFINED: [Bounds; FIRST_FREE as usize] = [
    Bounds::Bool { threshold: 1 << 63 },
    Bounds::Bool { threshold: CONTINUE_THRESHOLD },
    Bounds::Bool { threshold: u64::MAX },
    Bounds::Bool { threshold: 0 },
    unsigned(8),
    unsigned(16),
    unsigned(32),
    unsigned(64),
    unsigned(128),
    signed(8),
    signed(16),
    signed(32),
    signed(64),
    signed(128),
    floats(false),
    floats(true),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Value, number::Number};

    #[test]
    fn the_fixed_numbers_are_those_of_the_full_integer_types() {
        let check = |at: u32, low: Number, high: Number| {
            let bounds = &PREDEFINED[(FIRST_INTEGER + at) as usize];
            assert!(bounds.allows(&Value::Integer(low)) && bounds.allows(&Value::Integer(high)));
            assert_eq!(bounds.simplest(), Value::Integer(Number::natural(0)));
            assert!(!bounds.allows(&Value::Integer(high.plus(1))) || high == high.plus(1));
        };
        check(0, Number::natural(0), Number::natural(u128::from(u8::MAX)));
        check(3, Number::natural(0), Number::natural(u128::from(u64::MAX)));
        check(4, Number::natural(0), Number::natural(u128::MAX));
        check(5, Number::from_bits(i128::from(i8::MIN) as u128, true), Number::natural(127));
        check(
            9,
            Number::from_bits(i128::MIN as u128, true),
            Number::natural(i128::MAX.unsigned_abs()),
        );
    }

    #[test]
    fn bools_are_found_by_their_threshold() {
        for number in [FAIR, CONTINUE, ALWAYS, NEVER] {
            let Bounds::Bool { threshold } = PREDEFINED[number as usize] else { panic!("a bool") };
            assert_eq!(boolean(threshold), Some(number));
        }
        assert_eq!(boolean(17), None);
    }
}
