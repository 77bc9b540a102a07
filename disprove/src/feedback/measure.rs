//! Distances between values.

mod sequence;
mod wrapper;

use std::{
    cmp::Ordering,
    num::NonZero,
    time::{Duration, Instant, SystemTime},
};

/// Measures the distance between two values, which gives [`assume!`](crate::assume) its branch distance.
///
/// Numbers, characters, strings, times, collections, tuples, options and pointers implement it. Derive it for your
/// own types: the distances of the fields add up, and different variants are farther apart than any two values of one
/// variant.
///
/// ```
/// use disprove::prelude::*;
///
/// #[derive(PartialEq, Measure)]
/// struct Point { x: i32, y: i32 }
///
/// let origin = Point { x: 0, y: 0 };
/// let (near, far) = (Point { x: 2, y: 0 }, Point { x: 900, y: -7 });
/// assert!(near.distance(&origin) < far.distance(&origin));
/// ```
///
/// Without `Measure` a comparison has no distance. Distances only guide the search: whether a condition holds does not
/// depend on them.
pub trait Measure<Rhs: ?Sized = Self> {
    /// The distance from being equal: 0 if equal, larger the farther apart. NaN if unknown.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!(3_u8.distance(&250), 247.0);
    /// assert!("bag".distance("bug") < "bag".distance("debug"));
    /// ```
    fn distance(&self, other: &Rhs) -> f64;

    /// The distance from being ordered the other way. The same as [`distance`](Measure::distance), unless parts are
    /// compared in lexicographic order.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!((7, 1).order(&(3, 900)), 4.0);
    /// ```
    fn order(&self, other: &Rhs) -> f64 {
        self.distance(other)
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Measure for $type {
            #[inline]
            fn distance(&self, other: &$type) -> f64 {
                // Integer subtraction distinguishes large neighbors, and cannot overflow.
                self.abs_diff(*other) as f64
            }
        }

        impl Measure for NonZero<$type> {
            #[inline]
            fn distance(&self, other: &NonZero<$type>) -> f64 {
                self.get().distance(&other.get())
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

macro_rules! floats {
    ($($type:ty),*) => {$(
        impl Measure for $type {
            #[inline]
            fn distance(&self, other: &$type) -> f64 {
                float_distance(f64::from(*self), f64::from(*other))
            }
        }
    )*};
}

floats!(f32, f64);

/// The largest finite distance stands for infinity.
fn float_distance(one: f64, other: f64) -> f64 {
    // The difference of equal infinities is NaN.
    #[allow(clippy::float_cmp)]
    let same = one == other;
    if same { 0.0 } else { (one - other).abs().min(f64::MAX) }
}

/// Methods such as `eq` compare numbers with references to numbers.
macro_rules! references {
    ($($type:ty),*) => {$(
        impl Measure<$type> for &$type {
            #[inline]
            fn distance(&self, other: &$type) -> f64 {
                (**self).distance(other)
            }
        }

        impl Measure<&$type> for $type {
            #[inline]
            fn distance(&self, other: &&$type) -> f64 {
                self.distance(*other)
            }
        }
    )*};
}

references!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, char);

impl Measure for char {
    #[inline]
    fn distance(&self, other: &char) -> f64 {
        u32::from(*self).distance(&u32::from(*other))
    }
}

impl Measure for bool {
    #[inline]
    fn distance(&self, other: &bool) -> f64 {
        f64::from(u8::from(self != other))
    }
}

impl Measure for () {
    fn distance(&self, (): &()) -> f64 {
        0.0
    }
}

impl Measure for Ordering {
    fn distance(&self, other: &Ordering) -> f64 {
        (*self as i8).distance(&(*other as i8))
    }
}

impl Measure for Duration {
    fn distance(&self, other: &Duration) -> f64 {
        self.abs_diff(*other).as_nanos() as f64
    }
}

impl Measure for Instant {
    fn distance(&self, other: &Instant) -> f64 {
        let apart = (*self).max(*other).saturating_duration_since((*self).min(*other));
        apart.as_nanos() as f64
    }
}

impl Measure for SystemTime {
    fn distance(&self, other: &SystemTime) -> f64 {
        let apart = (*self).max(*other).duration_since((*self).min(*other));
        apart.map_or(f64::NAN, |apart| apart.as_nanos() as f64)
    }
}
