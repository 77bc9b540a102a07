//! The simplicity order of floats, and their bounds.
//!
//! Integers come first, then numbers with a small integer part and few binary digits after the point. Positive numbers
//! come before negative ones, infinity after all finite numbers, NaN last. The order is that of Hypothesis
//! (`conjecture/floats.py`).

use std::cmp::Ordering;

/// The sign bit of a code, above the 64 bits that order the magnitudes.
const SIGN: u128 = 1 << 64;
/// Set in the code of every float that is not an integer below [`INTEGER_LIMIT`].
const TAG: u64 = 1 << 63;
/// Integers of at most 56 bits are their own code, as in Hypothesis: random code bits then decode to an integer half of
/// the time.
const INTEGER_LIMIT: u64 = 1 << 56;

const FRACTION_BITS: u32 = 52;
/// The fraction field.
const FRACTION: u64 = (1 << FRACTION_BITS) - 1;
/// The exponent field of numbers in `1.0..2.0`.
const BIAS: u64 = 1023;
/// The exponent field of infinity and NaN.
const SPECIAL: u64 = 0x7ff;
/// Fraction bits that an `f64` has more than an `f32`.
const NARROWED_BITS: u32 = 29;
/// The fraction bit that makes a NaN quiet.
const QUIET: u64 = 1 << (FRACTION_BITS - 1);

/// The code of `x`: 0 for 0.0, and smaller for simpler floats.
///
/// Different bit patterns have different codes, NaN payloads and the two zeros included.
pub(crate) fn code(x: f64) -> u128 {
    let sign = if x.is_sign_negative() { SIGN } else { 0 };
    sign | u128::from(magnitude_code(x.abs()))
}

/// The float with this code.
///
/// A number that is not the code of a float decodes to a simpler float: `code(decode(c)) <= c` always holds, so a smaller code
/// never makes the value less simple.
pub(crate) fn decode(code: u128) -> f64 {
    let magnitude = decode_magnitude(code as u64);
    if code & SIGN == 0 { magnitude } else { -magnitude }
}

fn magnitude_code(x: f64) -> u64 {
    // Infinity saturates to a number over the limit. NaN becomes 0, which has other bits.
    let integer = x as u64;
    if integer < INTEGER_LIMIT && (integer as f64).to_bits() == x.to_bits() {
        return integer;
    }
    let exponent = x.to_bits() >> FRACTION_BITS;
    let fraction = x.to_bits() & FRACTION;
    TAG | (rank_of_exponent(exponent) << FRACTION_BITS) | mirror_fraction(exponent, fraction)
}

fn decode_magnitude(code: u64) -> f64 {
    if code & TAG == 0 {
        let integer = code & (INTEGER_LIMIT - 1);
        // Drop the bits that a float cannot hold: rounding up would give a float with a larger code.
        let spare = u64::BITS - f64::MANTISSA_DIGITS;
        let surplus = spare.saturating_sub(integer.leading_zeros());
        return ((integer >> surplus) << surplus) as f64;
    }
    let exponent = exponent_of_rank((code & !TAG) >> FRACTION_BITS);
    let fraction = mirror_fraction(exponent, code & FRACTION);
    f64::from_bits((exponent << FRACTION_BITS) | fraction)
}

/// The rank of an exponent field: first 1.0 and up, then towards 0.0, then infinity and NaN.
fn rank_of_exponent(exponent: u64) -> u64 {
    match exponent {
        SPECIAL => SPECIAL,
        BIAS.. => exponent - BIAS,
        _ => 2 * BIAS - exponent,
    }
}

fn exponent_of_rank(rank: u64) -> u64 {
    match rank {
        SPECIAL.. => SPECIAL,
        0..=BIAS => rank + BIAS,
        _ => 2 * BIAS - rank,
    }
}

/// Reverses the bits after the binary point, so that fewer of them give a smaller number. It is its own inverse.
fn mirror_fraction(exponent: u64, fraction: u64) -> u64 {
    let integer_bits = exponent.saturating_sub(BIAS);
    if integer_bits >= u64::from(FRACTION_BITS) {
        return fraction;
    }
    let bits = FRACTION_BITS - integer_bits as u32;
    let mask = (1 << bits) - 1;
    (fraction & !mask) | ((fraction & mask).reverse_bits() >> (u64::BITS - bits))
}

/// The float with the smallest code within the bounds, which may be infinite but not NaN.
///
/// `min` must not be above `max` in the total order, where -0.0 is below 0.0. If both bounds fit into an `f32`, so does
/// the result.
pub(crate) fn simplest(min: f64, max: f64) -> f64 {
    debug_assert!(min.total_cmp(&max).is_le(), "bounds {min:?}..={max:?}");
    if max.is_sign_negative() {
        -simplest_magnitude(-max, -min)
    } else if min.is_sign_negative() {
        0.0
    } else {
        simplest_magnitude(min, max)
    }
}

/// As [`simplest`], for bounds that are not negative.
fn simplest_magnitude(min: f64, max: f64) -> f64 {
    let integer = min.ceil();
    if integer <= max {
        return integer;
    }
    // No integer lies between the bounds. Take the coarsest grid of multiples of 1/2^p with a point between them. It
    // has only one such point, as one of two neighbors is on the next coarser grid. That point is `max` without the
    // bits below the highest one in which it differs from the float below `min`. If the exponents differ, it is a
    // power of two.
    let (below, top) = (min.to_bits() - 1, max.to_bits());
    let differing = (below ^ top).ilog2().min(FRACTION_BITS);
    f64::from_bits((top >> differing) << differing)
}

/// The allowed value nearest to `x`: `x` itself if [`allows`] accepts it.
///
/// A NaN that is not allowed becomes the [`simplest`] value. With `single` the bounds must be
/// values of `f32`.
pub(crate) fn conform(x: f64, min: f64, max: f64, nan: bool, single: bool) -> f64 {
    debug_assert!(!single || (fits_single(min) && fits_single(max)));
    if x.is_nan() {
        return match (nan, single) {
            (false, _) => simplest(min, max),
            (true, false) => x,
            (true, true) => single_nan(x),
        };
    }
    let within = match (x.total_cmp(&min), x.total_cmp(&max)) {
        (Ordering::Less, _) => min,
        (_, Ordering::Greater) => max,
        _ => x,
    };
    // Rounding is monotonic and keeps the bounds, so it cannot cross them.
    if single { f64::from(within as f32) } else { within }
}

/// The next larger number. (`f64::next_up` of the standard library needs Rust 1.86.)
pub(crate) fn next_up(x: f64) -> f64 {
    match x.to_bits() {
        _ if x.is_nan() || x == f64::INFINITY => x,
        _ if x == 0.0 => f64::from_bits(1),
        bits if x > 0.0 => f64::from_bits(bits + 1),
        bits => f64::from_bits(bits - 1),
    }
}

/// Whether `x` is within the bounds.
///
/// The zeros differ: 0.0 as the lower bound excludes -0.0. `nan` allows NaN; `single` allows only values of `f32`.
pub(crate) fn allows(x: f64, min: f64, max: f64, nan: bool, single: bool) -> bool {
    let within =
        if x.is_nan() { nan } else { x.total_cmp(&min).is_ge() && x.total_cmp(&max).is_le() };
    within && (!single || fits_single(x))
}

fn fits_single(x: f64) -> bool {
    let narrowed = if x.is_nan() { single_nan(x) } else { f64::from(x as f32) };
    narrowed.to_bits() == x.to_bits()
}

/// The NaN nearest to `x` that survives a conversion to `f32` and back. Computed from bits, because casts treat the
/// payload differently on different machines; most set the quiet bit.
fn single_nan(x: f64) -> f64 {
    f64::from_bits((x.to_bits() | QUIET) >> NARROWED_BITS << NARROWED_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fixed sequence of well mixed numbers (splitmix64).
    fn random_numbers(count: usize) -> impl Iterator<Item = u64> {
        let mut state = 0u64;
        std::iter::repeat_with(move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        })
        .take(count)
    }

    /// Random floats of every kind: any bits, integers, short fractions, subnormals, NaN.
    fn random_floats(count: usize) -> impl Iterator<Item = f64> {
        random_numbers(count).map(|bits| match bits % 5 {
            0 => f64::from_bits(bits),
            1 => (bits >> (bits % 64)) as f64,
            2 => (bits >> 50) as f64 / 64.0 - 128.0,
            3 => f64::from_bits(bits & (FRACTION | 1 << 63)),
            _ => f64::from_bits(bits | (SPECIAL << FRACTION_BITS)),
        })
    }

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits()
    }

    /// The next floats by magnitude.
    fn upwards(from: f64, count: u64) -> impl Iterator<Item = f64> {
        (0..count).map(move |step| f64::from_bits(from.to_bits() + step))
    }

    #[test]
    fn the_next_number_is_that_of_the_standard_library() {
        let special = [0.0, -0.0, 1.0, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY];
        for x in random_floats(10_000).chain(special) {
            assert!(same(next_up(x), x.next_up()), "{x}");
            assert!(same(-next_up(-x), x.next_down()) || x.is_nan(), "{x}");
        }
    }

    #[test]
    fn every_float_comes_back_from_its_code() {
        let edges = [0.0, -0.0, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN, 0.1, -1.5];
        for x in random_floats(200_000).chain(edges) {
            let code = code(x);
            assert!(code < 2 * SIGN, "{x:?}");
            assert!(same(decode(code), x), "{x:?} has code {code:#x}");
        }
    }

    #[test]
    fn a_number_that_is_no_code_decodes_to_a_simpler_float() {
        let integer = [INTEGER_LIMIT - 1, (1 << 53) + 1, (1 << 53) + 3, TAG - 1, TAG, u64::MAX];
        for bits in random_numbers(200_000).chain(integer) {
            for number in [bits, bits >> 8, bits >> 12].map(u128::from) {
                for number in [number, number | SIGN, number | SIGN << 7, !number] {
                    assert!(code(decode(number)) <= number, "{number:#x}");
                }
            }
        }
    }

    #[test]
    fn the_order_is_the_published_one() {
        // 72057594037927936 is 2^56, the first integer that is not its own code.
        let simplest_first: Vec<f64> = "0 1 2 3 1e6 72057594037927928 \
            1.5 1.25 1.75 1.125 1.1 2.5 2.25 3.5 100.5 72057594037927936 \
            1e300 1.7976931348623157e308 \
            0.5 0.75 0.625 0.25 0.1 2.2250738585072014e-308 1.1125369292536007e-308 5e-324 \
            inf NaN -0 -1 -2 -1.5 -inf -NaN"
            .split_whitespace()
            .map(|float| float.parse().unwrap())
            .collect();
        for pair in simplest_first.windows(2) {
            assert!(code(pair[0]) < code(pair[1]), "{pair:?}");
        }
        for integer in 0..5_000u32 {
            assert_eq!(code(f64::from(integer)), u128::from(integer));
        }
    }

    #[test]
    fn the_simplest_float_has_the_smallest_code_within_the_bounds() {
        for x in random_floats(20_000).filter(|x| x.is_finite()) {
            let (min, max) = (x.abs(), f64::from_bits(x.abs().to_bits() + 37));
            let by_code = upwards(min, 38).min_by_key(|&y| code(y)).unwrap();
            assert!(same(simplest(min, max), by_code), "{min:?}..={max:?}");
            assert!(same(simplest(-max, -min), -by_code), "{min:?}..={max:?}");
        }
    }

    #[test]
    fn no_random_float_within_wide_bounds_is_simpler_than_the_simplest() {
        let floats: Vec<f64> = random_floats(60_000).filter(|x| !x.is_nan()).collect();
        for three in floats.chunks_exact(3) {
            let mut sorted = [three[0], three[1], three[2]];
            sorted.sort_by(f64::total_cmp);
            let [min, between, max] = sorted;
            let best = simplest(min, max);
            assert!(allows(best, min, max, false, false), "{min:?}..={max:?}");
            assert!(code(best) <= code(between), "{between:?} in {min:?}..={max:?}");
        }
    }

    #[test]
    fn the_simplest_float_of_known_bounds() {
        let tiny = 5e-324;
        for (min, max, expected) in [
            (f64::NEG_INFINITY, f64::INFINITY, 0.0),
            (-0.0, 7.0, 0.0),
            (-7.0, -0.0, -0.0),
            (-0.0, -0.0, -0.0),
            (0.3, 0.9, 0.5),
            (0.2, 0.24, 0.21875),
            (3.2, 3.8, 3.5),
            (3.2, 9.0, 4.0),
            (-9.0, -3.2, -4.0),
            (0.1, 0.1, 0.1),
            (tiny, tiny, tiny),
            (tiny, 0.4, 0.25),
            (tiny, 3.0 * tiny, 2.0 * tiny),
            (1e300, f64::INFINITY, 1e300),
            (f64::INFINITY, f64::INFINITY, f64::INFINITY),
            (f64::NEG_INFINITY, -3.5, -4.0),
        ] {
            let found = simplest(min, max);
            assert!(same(found, expected), "{min:?}..={max:?} gave {found:?}");
        }
    }

    #[test]
    fn conforming_changes_only_floats_out_of_bounds() {
        let mut bounds: Vec<f64> = random_floats(400)
            .map(|x| f64::from(x as f32))
            .filter(|x| !x.is_nan())
            .chain([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY])
            .collect();
        bounds.sort_by(f64::total_cmp);
        for (number, x) in random_floats(100_000).enumerate() {
            let first = number % bounds.len();
            let last = first + number % (bounds.len() - first);
            let (min, max) = (bounds[first], bounds[last]);
            for (nan, single) in [(false, false), (false, true), (true, false), (true, true)] {
                let found = conform(x, min, max, nan, single);
                let case = format!("{x:?} in {min:?}..={max:?} gave {found:?}");
                assert!(allows(found, min, max, nan, single), "{case}");
                assert_eq!(same(found, x), allows(x, min, max, nan, single), "{case}");
            }
        }
    }

    #[test]
    fn the_two_zeros_differ() {
        assert!(same(conform(-0.0, 0.0, 1.0, false, false), 0.0));
        assert!(same(conform(0.0, -1.0, -0.0, false, false), -0.0));
        assert!(!allows(-0.0, 0.0, 1.0, false, false));
        assert!(!allows(0.0, -1.0, -0.0, false, false));
        assert!(allows(-0.0, -0.0, 0.0, false, false) && allows(0.0, -0.0, 0.0, false, false));
    }

    #[test]
    fn single_precision_rounds_within_the_bounds() {
        let largest = f64::from(f32::MAX);
        assert!(same(conform(1e39, 0.0, largest, false, true), largest));
        assert!(same(conform(1e39, 0.0, f64::INFINITY, false, true), f64::INFINITY));
        assert!(same(conform(-1e-60, -1.0, 1.0, false, true), -0.0));
        assert!(same(conform(0.1, 0.0, 1.0, false, true), f64::from(0.1f32)));
        assert!(!allows(0.1, 0.0, 1.0, false, true));
        let signalling = f64::from_bits((SPECIAL << FRACTION_BITS) | 1);
        assert!(conform(signalling, 0.0, 1.0, true, true).is_nan());
        assert!(same(conform(signalling, 0.0, 1.0, true, false), signalling));
    }
}
