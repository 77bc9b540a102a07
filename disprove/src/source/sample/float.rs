//! Sampling of floats.
//!
//! | full range of a type | probability |
//! |---|---|
//! | zeros, ±1, infinities, NaN, the smallest and largest | 1/16 |
//! | integers, uniform over their number of bits | 3/8 |
//! | numbers with up to eight binary places | 5/16 |
//! | any bits | 1/4 |
//!
//! Within bounds: 1/16 the ends, their neighbors and the simplest; 1/4 integers; otherwise uniform.

use super::{Tables, distribution::LITERAL_FLOAT};
use crate::{
    choice::{conform_float, next_up, simplest_float},
    random::{Random, uniform},
};

/// The bounds of a float.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floats {
    pub(crate) min: f64,
    pub(crate) max: f64,
    /// Whether the bounds are infinite and NaN is allowed.
    pub(crate) full: bool,
    /// Whether only values of `f32` are allowed.
    pub(crate) single: bool,
}

impl Floats {
    pub(crate) const DOUBLE: Floats = Floats::full(false);
    pub(crate) const SINGLE: Floats = Floats::full(true);

    const fn full(single: bool) -> Floats {
        Floats { min: f64::NEG_INFINITY, max: f64::INFINITY, full: true, single }
    }

    pub(crate) fn simplest(&self) -> f64 {
        if self.full { 0.0 } else { simplest_float(self.min, self.max) }
    }

    pub(crate) fn conform(&self, value: f64) -> f64 {
        conform_float(value, self.min, self.max, self.full, self.single)
    }
}

#[inline(always)]
pub(crate) fn float(random: &mut Random, tables: &Tables, limits: &Floats) -> f64 {
    let (x, selector) = random.pair();
    let selector = tables.distribution.floats[selector as usize];
    if limits.full && !limits.single {
        if selector < ANY_BITS {
            return double(x, selector);
        }
        if selector != LITERAL_FLOAT {
            return f64::from_bits(x);
        }
    }
    limited(x, selector, tables, limits)
}

/// Selectors from here on are any bits, except that of literals.
const ANY_BITS: u8 = 192;

#[inline(always)]
fn double(x: u64, selector: u8) -> f64 {
    match selector {
        0..16 => SPECIAL[(x >> 8 & 15) as usize],
        // Shifts of 8 to 63: 56 to 1 bits are left.
        16..112 => ((x as i64) >> (8 + (selector - 16) as u32 * 55 / 95)) as f64,
        112..ANY_BITS => {
            ((x as i64) >> (24 + (selector - 112) / 2)) as f64 / PLACES[(x & 7) as usize]
        }
        ANY_BITS.. => f64::from_bits(x),
    }
}

/// Divisors for one to eight binary places.
const PLACES: [f64; 8] = [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Values at which float arithmetic often fails. -0.0 and NaN are twice as likely.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    -0.0,
    1.0,
    -1.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::NAN,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    f64::EPSILON,
    0.1,
    5e-324,
    9_007_199_254_740_993.0,
];

/// The same for `f32`.
const SPECIAL_SINGLE: [f32; 16] = [
    0.0,
    -0.0,
    -0.0,
    1.0,
    -1.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::NAN,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    f32::EPSILON,
    0.1,
    1e-45,
    16_777_217.0,
];

/// A literal of the code under test, or a float within bounds.
#[inline(never)]
fn limited(x: u64, selector: u8, tables: &Tables, limits: &Floats) -> f64 {
    let Floats { min, max, full, single } = *limits;
    if selector == LITERAL_FLOAT {
        if let Some(value) = tables.dictionary.float(x) {
            if full || (min..=max).contains(&value) {
                return limits.conform(value);
            }
        }
    }
    let value = if full && !single {
        double(x, selector)
    } else if full {
        match selector {
            0..16 => f64::from(SPECIAL_SINGLE[(x >> 8 & 15) as usize]),
            16..ANY_BITS => double(x, selector),
            ANY_BITS.. => f64::from(f32::from_bits(x as u32)),
        }
    } else {
        match selector {
            0..16 => match x & 7 {
                0 | 1 => min,
                2 | 3 => max,
                4 => next_up(min),
                5 => -next_up(-max),
                _ => limits.simplest(),
            },
            16..80 => integer_between(x, selector, min, max),
            80.. => between(x, min, max),
        }
    };
    limits.conform(value)
}

/// An integer: uniform over its number of bits in wide bounds, otherwise uniform. Any number if no integer lies
/// within the bounds.
fn integer_between(x: u64, selector: u8, min: f64, max: f64) -> f64 {
    let inside = |value: &f64| (min..=max).contains(value);
    let uniform = between(x, min, max);
    Some(double(x, selector))
        .filter(inside)
        .or(Some(uniform.round()).filter(inside))
        .unwrap_or(uniform)
}

/// Uniform, without overflow if the ends are far apart.
fn between(x: u64, min: f64, max: f64) -> f64 {
    let (min, max) = (min.max(f64::MIN), max.min(f64::MAX));
    let share = uniform(x, (1 << 53) - 1) as f64 / (1u64 << 53) as f64;
    min * (1.0 - share) + max * share
}
