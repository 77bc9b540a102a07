//! Distances of integers: remainders, and the untyped literals of `matches!`.

use super::{DistanceKnown, Probe};
use crate::feedback::distance::if_recording;
use std::num::{NonZero, Wrapping};

/// Types that stand for an integer, characters included.
pub trait AsInteger {
    /// `None` if it does not fit.
    fn as_integer(&self) -> Option<i128>;
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl AsInteger for $type {
            fn as_integer(&self) -> Option<i128> {
                i128::try_from(*self).ok()
            }
        }

        impl AsInteger for NonZero<$type> {
            fn as_integer(&self) -> Option<i128> {
                i128::try_from(self.get()).ok()
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

impl AsInteger for char {
    fn as_integer(&self) -> Option<i128> {
        u32::from(*self).as_integer()
    }
}

impl AsInteger for bool {
    fn as_integer(&self) -> Option<i128> {
        u8::from(*self).as_integer()
    }
}

impl<T: AsInteger> AsInteger for Wrapping<T> {
    fn as_integer(&self) -> Option<i128> {
        self.0.as_integer()
    }
}

impl<T: AsInteger> AsInteger for &T {
    fn as_integer(&self) -> Option<i128> {
        (**self).as_integer()
    }
}

/// The number itself.
#[derive(Debug)]
pub struct Integer;

impl<L: AsInteger> DistanceKnown for Probe<'_, Integer, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        self.1.as_integer().map_or(f64::NAN, |number| number as f64)
    }
}

/// The bound of a range that is not a literal.
pub fn bound(number: f64, unknown: i128) -> i128 {
    if number.is_nan() { unknown } else { number as i128 }
}

/// Requires an integer from `low` to `high`.
#[derive(Debug)]
pub struct Within {
    /// The smallest.
    pub low: i128,
    /// The largest.
    pub high: i128,
}

impl<L: AsInteger> DistanceKnown for Probe<'_, Within, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        let Within { low, high } = self.0;
        match self.1.as_integer() {
            Some(number) if number < low => number.abs_diff(low) as f64,
            Some(number) if number > high => number.abs_diff(high) as f64,
            Some(_) => 0.0,
            None => f64::NAN,
        }
    }
}

/// Requires a float from `low` to `high`.
#[derive(Debug)]
pub struct Between {
    /// The smallest.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl<L: Copy + Into<f64>> DistanceKnown for Probe<'_, Between, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        let number = (*self.1).into();
        (self.0.low - number).max(number - self.0.high).max(0.0) + 0.0 * number
    }
}

/// Requires a relation of the remainder `left` to `right`.
#[derive(Debug)]
pub struct Cycle {
    /// The divisor; NaN if unknown.
    pub size: f64,
    /// The required relation.
    pub side: Side,
}

/// The required relation of a remainder to the other number.
#[derive(Clone, Copy, Debug)]
pub enum Side {
    /// Equal to the other number.
    Equal,
    /// Smaller.
    Below {
        /// Excludes equality.
        strictly: bool,
    },
    /// Larger.
    Above {
        /// Excludes equality.
        strictly: bool,
    },
}

impl<L: AsInteger, R: AsInteger> DistanceKnown for Probe<'_, Cycle, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        let (Some(remainder), Some(wanted)) = (self.1.as_integer(), self.2.as_integer()) else {
            return f64::NAN;
        };
        if_recording(|| self.0.steps(remainder, wanted))
    }
}

impl Cycle {
    /// The number of steps up or down to a remainder that holds, whichever is smaller; `size` if there is none.
    #[inline(never)]
    fn steps(&self, remainder: i128, wanted: i128) -> f64 {
        let size = self.size.abs();
        let straight = remainder.abs_diff(wanted) as f64;
        let (straight, around) = match self.side {
            Side::Equal => (straight, size - straight),
            // The remainder wraps around: after the largest comes the smallest.
            Side::Below { strictly } => {
                (straight + f64::from(u8::from(strictly)), size - remainder as f64)
            }
            Side::Above { strictly } => {
                (straight + f64::from(u8::from(strictly)), remainder as f64 + 1.0)
            }
        };
        // Remainders of negative numbers are negative, and have a cycle of their own.
        if around >= 1.0 && (remainder >= 0) == (wanted >= 0) {
            straight.min(around)
        } else {
            straight
        }
    }
}

/// `left.is_multiple_of(right)`
#[derive(Debug)]
pub struct Multiple;

impl<L: AsInteger, R: AsInteger> DistanceKnown for Probe<'_, Multiple, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        let (Some(number), Some(factor)) = (self.1.as_integer(), self.2.as_integer()) else {
            return f64::NAN;
        };
        let remainder = number.checked_rem(factor).unwrap_or(number);
        Cycle { size: factor as f64, side: Side::Equal }.steps(remainder, 0)
    }
}
