//! Floating-point numbers.

use super::{Arbitrary, Encoder, Generator, IntoGenerator, Ranged, Ranges, sealed::Sealed};
use crate::{
    choice::{Bounds, Value},
    source::{Source, sample::Floats},
};
use std::{fmt::Debug, marker::PhantomData};

/// The floating-point types, `f32` and `f64`. Only this crate implements it.
pub trait Float: Sealed + Copy + Debug + 'static {
    #[doc(hidden)]
    const SINGLE: bool;
    #[doc(hidden)]
    fn narrow(value: f64) -> Self;
    #[doc(hidden)]
    fn widen(self) -> f64;
}

/// Floats between two bounds: see [`float()`].
#[derive(Clone, Copy, Debug)]
pub struct FloatRange<T> {
    limits: Floats,
    float: PhantomData<T>,
}

/// The floats of a range. A range is a generator without this function; use it to call the methods of [`Generator`],
/// because those of a range are an iterator's.
///
/// ```
/// use disprove::prelude::*;
///
/// let percent = float(0.0..=1.0).map(|share: f64| share * 100.0);
/// assert!(check(percent).run(|p| (0.0..=100.0).contains(&p)).failures().is_empty());
/// ```
///
/// # Panics
/// If the range is empty, such as `1.0..1.0`, or contains NaN.
#[track_caller]
#[inline]
pub fn float<T, R>(range: R) -> Ranges<T>
where
    T: Float + Ranged,
    R: IntoGenerator<Value = T, Generator = Ranges<T>>,
{
    range.into_generator()
}

impl<T: Float> FloatRange<T> {
    /// `None` for an empty range. In `0.0..=-0.0`, both ends are 0.0.
    #[inline]
    fn between(min: T, max: T) -> Option<FloatRange<T>> {
        let (min, mut max) = (min.widen(), max.widen());
        if min == 0.0 && max == 0.0 && max.is_sign_negative() {
            max = min;
        }
        let limits = Floats { min, max, full: false, single: T::SINGLE };
        (min <= max).then_some(FloatRange { limits, float: PhantomData })
    }
}

#[diagnostic::do_not_recommend]
impl<T: Float> Generator for FloatRange<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        T::narrow(src.float(&self.limits))
    }

    #[inline]
    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        encode(&self.limits, value.widen(), encoder)
    }
}

#[inline]
fn encode(limits: &Floats, value: f64, encoder: &mut Encoder) -> bool {
    let Floats { min, max, full: whole, single } = *limits;
    encoder.choice(&Bounds::Float { min, max, nan: whole, single }, &Value::Float(value))
}

macro_rules! floats {
    ($($type:ty: $single:expr, $any:expr;)*) => {$(
        impl Float for $type {
            const SINGLE: bool = $single;

            #[inline(always)]
            fn narrow(value: f64) -> $type {
                value as $type
            }

            #[inline(always)]
            fn widen(self) -> f64 {
                f64::from(self)
            }
        }

        impl Arbitrary for $type {
            const ALWAYS_CHOOSES: bool = true;

            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $type {
                <$type>::narrow(src.float(&$any))
            }

            #[inline]
            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                encode(&$any, value.widen(), encoder)
            }
        }

        impl Ranged for $type {
            type Generator = FloatRange<$type>;

            #[inline]
            fn half_open(min: $type, end: $type) -> Option<FloatRange<$type>> {
                // `next_down` of the standard library needs Rust 1.86.
                let below = match end.to_bits() {
                    _ if end == 0.0 => -<$type>::from_bits(1),
                    bits if end > 0.0 => <$type>::from_bits(bits - 1),
                    bits if min < end => <$type>::from_bits(bits + 1),
                    _ => return None,
                };
                if min < end { FloatRange::between(min, below) } else { None }
            }

            #[inline]
            fn closed(min: $type, max: $type) -> Option<FloatRange<$type>> {
                FloatRange::between(min, max)
            }

            #[inline]
            fn open(min: $type) -> Option<FloatRange<$type>> {
                FloatRange::between(min, <$type>::INFINITY)
            }

            #[inline]
            fn problem(bounds: &[&$type]) -> &'static str {
                if bounds.iter().any(|bound| bound.is_nan()) {
                    "has a bound that is NaN"
                } else {
                    "is empty: its start must be below its end"
                }
            }
        }
    )*};
}

floats! {
    f64: false, Floats::DOUBLE;
    f32: true, Floats::SINGLE;
}
