//! Arithmetic on untyped words.

use super::super::{Bug, Comparison, Conversion, Operation, Stop, Width};
use disprove::trace;

/// Two numbers become one.
#[trace]
pub fn binary(
    width: Width,
    operation: Operation,
    one: u64,
    other: u64,
    bug: Option<Bug>,
) -> Result<u64, Stop> {
    match width {
        Width::W32 => {
            let operation = match (operation, bug) {
                (Operation::Sub, Some(Bug::I32Sub)) => Operation::Add,
                (Operation::ShrU, Some(Bug::I32ShrU)) => Operation::ShrS,
                _ => operation,
            };
            narrow(operation, one as u32, other as u32).map(u64::from)
        }
        Width::W64 => wide(operation, one, other),
    }
}

#[trace]
fn narrow(operation: Operation, one: u32, other: u32) -> Result<u32, Stop> {
    let (signed, other_signed) = (one as i32, other as i32);
    let result = match operation {
        Operation::Add => one.wrapping_add(other),
        Operation::Sub => one.wrapping_sub(other),
        Operation::Mul => one.wrapping_mul(other),
        Operation::DivS => signed.checked_div(other_signed).ok_or(Stop::Trapped)? as u32,
        Operation::DivU => one.checked_div(other).ok_or(Stop::Trapped)?,
        Operation::And => one & other,
        Operation::Or => one | other,
        Operation::Xor => one ^ other,
        Operation::Shl => one.wrapping_shl(other),
        Operation::ShrS => signed.wrapping_shr(other) as u32,
        Operation::ShrU => one.wrapping_shr(other),
    };
    Ok(result)
}

#[trace]
fn wide(operation: Operation, one: u64, other: u64) -> Result<u64, Stop> {
    let (signed, other_signed) = (one as i64, other as i64);
    let result = match operation {
        Operation::Add => one.wrapping_add(other),
        Operation::Sub => one.wrapping_sub(other),
        Operation::Mul => one.wrapping_mul(other),
        Operation::DivS => signed.checked_div(other_signed).ok_or(Stop::Trapped)? as u64,
        Operation::DivU => one.checked_div(other).ok_or(Stop::Trapped)?,
        Operation::And => one & other,
        Operation::Or => one | other,
        Operation::Xor => one ^ other,
        Operation::Shl => one.wrapping_shl(other as u32),
        Operation::ShrS => signed.wrapping_shr(other as u32) as u64,
        Operation::ShrU => one.wrapping_shr(other as u32),
    };
    Ok(result)
}

/// Whether two numbers compare like this.
#[trace]
pub fn compare(
    width: Width,
    comparison: Comparison,
    one: u64,
    other: u64,
    bug: Option<Bug>,
) -> bool {
    let (signed, other_signed) = match width {
        Width::W32 => (i64::from(one as i32), i64::from(other as i32)),
        Width::W64 => (one as i64, other as i64),
    };
    match comparison {
        Comparison::Eq => one == other,
        Comparison::Ne => one != other,
        Comparison::LtS => signed < other_signed,
        Comparison::LtU if width == Width::W32 && bug == Some(Bug::I32LtU) => signed < other_signed,
        Comparison::LtU => one < other,
        Comparison::GtS => signed > other_signed,
        Comparison::GtU => one > other,
    }
}

/// A number becomes one of another type.
#[trace]
pub fn convert(conversion: Conversion, word: u64) -> Result<u64, Stop> {
    match conversion {
        Conversion::I32WrapI64 => Ok(word & u64::from(u32::MAX)),
        Conversion::I64ExtendI32S => Ok(i64::from(word as i32) as u64),
        Conversion::I64ExtendI32U => Ok(word),
        Conversion::F64ConvertI32S => Ok(f64::from(word as i32).to_bits()),
        Conversion::I32TruncF64S => {
            let whole = f64::from_bits(word).trunc();
            // Not a number fails both.
            if whole >= f64::from(i32::MIN) && whole <= f64::from(i32::MAX) {
                Ok(u64::from(whole as i32 as u32))
            } else {
                Err(Stop::Trapped)
            }
        }
    }
}
