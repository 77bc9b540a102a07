//! The result of running a function.

use super::Type;

/// A value and its type.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    I32(i32),
    I64(i64),
    F64(f64),
}

/// All values that are not a number are the same: which one an operation gives is left open.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::I32(one), Value::I32(other)) => one == other,
            (Value::I64(one), Value::I64(other)) => one == other,
            (Value::F64(one), Value::F64(other)) => {
                one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
            }
            _ => false,
        }
    }
}

impl Value {
    /// What variables of a type start with.
    pub fn zero(of: Type) -> Value {
        match of {
            Type::I32 => Value::I32(0),
            Type::I64 => Value::I64(0),
            Type::F64 => Value::F64(0.0),
        }
    }
}

/// Why a function did not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It did something that must not be done, such as dividing by zero.
    Trapped,
    /// It ran for too long, or calls were nested too deeply. That says nothing about its result.
    Exhausted,
}

/// The result of a function, if it has one and returned.
pub type Ending = Result<Option<Value>, Stop>;

/// Instructions that one run may execute.
pub const FUEL: u32 = 2_000;
/// Calls in calls that one run may make.
pub const DEEPEST: u32 = 32;
