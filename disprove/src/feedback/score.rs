//! Values that `target!` and `minimize!` accept as scores.

use std::time::Duration;

/// A score for `target!` and `minimize!`: numbers of every kind, and durations.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>())).run(|bytes| {
///     target!(bytes.len());
///     target!("mean", bytes.iter().map(|b| f64::from(*b)).sum::<f64>() / 10.0);
/// });
/// assert!(report.failures().is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a score",
    label = "expected a number",
    note = "give `target!` and `minimize!` an integer, a float or a `Duration`"
)]
pub trait IntoScore {
    /// The score.
    fn into_score(self) -> f64;
}

macro_rules! scores {
    ($($number:ty),*) => {$(
        impl IntoScore for $number {
            fn into_score(self) -> f64 {
                self as f64
            }
        }
    )*};
}

scores!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64);

impl IntoScore for Duration {
    fn into_score(self) -> f64 {
        self.as_secs_f64()
    }
}

impl IntoScore for bool {
    fn into_score(self) -> f64 {
        f64::from(u8::from(self))
    }
}

impl<T: IntoScore + Copy> IntoScore for &T {
    fn into_score(self) -> f64 {
        (*self).into_score()
    }
}
