//! Integers of any width, computed exactly and then truncated.

use super::super::{Comparison, Operation, Stop};

/// Truncates a result to this number of bits, as a signed number.
fn cut(number: i128, bits: u32) -> i128 {
    let shift = 128 - bits;
    (number << shift) >> shift
}

/// The same bits as a number without a sign.
fn unsigned(number: i128, bits: u32) -> i128 {
    number & ((1 << bits) - 1)
}

/// Computes an operation on two signed numbers of this number of bits.
pub fn binary(operation: Operation, bits: u32, one: i128, other: i128) -> Result<i128, Stop> {
    let by = unsigned(other, bits) % i128::from(bits);
    let exact = match operation {
        Operation::Add => one + other,
        Operation::Sub => one - other,
        Operation::Mul => one * other,
        Operation::DivS | Operation::DivU if other == 0 => return Err(Stop::Trapped),
        Operation::DivS => {
            let quotient = one / other;
            // The smallest number has no opposite.
            if cut(quotient, bits) != quotient {
                return Err(Stop::Trapped);
            }
            quotient
        }
        Operation::DivU => unsigned(one, bits) / unsigned(other, bits),
        Operation::And => one & other,
        Operation::Or => one | other,
        Operation::Xor => one ^ other,
        Operation::Shl => unsigned(one, bits) << by,
        Operation::ShrS => one >> by,
        Operation::ShrU => unsigned(one, bits) >> by,
    };
    Ok(cut(exact, bits))
}

/// Whether two numbers with a sign compare like this.
pub fn compare(comparison: Comparison, bits: u32, one: i128, other: i128) -> bool {
    let without_sign = unsigned(one, bits).cmp(&unsigned(other, bits));
    match comparison {
        Comparison::Eq => one == other,
        Comparison::Ne => one != other,
        Comparison::LtS => one < other,
        Comparison::LtU => without_sign.is_lt(),
        Comparison::GtS => one > other,
        Comparison::GtU => without_sign.is_gt(),
    }
}
