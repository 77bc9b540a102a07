//! Floats, ratios and complex numbers of other crates.

use super::{is_encoded, reduces_to, round_trips, sees, values};
use disprove::prelude::*;
use half::{bf16, f16};
use num_bigint::BigInt;
use num_complex::Complex;
use num_rational::Ratio;
use ordered_float::{NotNan, OrderedFloat};

#[test]
fn ordered_floats_have_edge_cases() {
    round_trips::<OrderedFloat<f64>>("0.0");
    round_trips::<OrderedFloat<f32>>("0.0");
    round_trips::<NotNan<f64>>("0.0");
    round_trips::<NotNan<f32>>("0.0");
    sees::<OrderedFloat<f64>>(|n| n.is_nan());
    sees::<OrderedFloat<f32>>(|n| n.is_infinite());
    sees::<NotNan<f64>>(|n| n.is_infinite() && n.is_sign_negative());
    sees::<NotNan<f32>>(|n| *n == 0.0 && n.is_sign_negative());
    reduces_to(&any::<OrderedFloat<f64>>(), "1001.0", |n| *n <= OrderedFloat(1e3) || n.is_nan());
    reduces_to(&any::<NotNan<f32>>(), "-1.0", |n| n.is_sign_positive() || **n == 0.0);
}

#[test]
fn short_floats_have_edge_cases() {
    round_trips::<f16>("0.0");
    round_trips::<bf16>("0.0");
    for n in
        [f16::INFINITY, f16::NEG_INFINITY, f16::NEG_ZERO, f16::MAX, f16::MIN_POSITIVE_SUBNORMAL]
    {
        sees::<f16>(|other| other.to_bits() == n.to_bits());
        is_encoded(&n);
    }
    sees::<bf16>(|n| *n == bf16::MAX);
    sees::<bf16>(|n| n.is_nan());
    sees::<bf16>(|n| *n == bf16::INFINITY);
    sees::<f16>(|n| n.is_nan() && n.to_bits() != f16::NAN.to_bits());
    reduces_to(&any::<f16>(), "1001.0", |n| n.to_f32() <= 1_000.0 || !n.is_finite());
    reduces_to(&any::<bf16>(), "-1.0", |n| n.to_f32() >= 0.0 || n.is_nan());
    reduces_to(&any::<f16>(), "inf", |n| !n.is_infinite());
}

#[test]
fn ratios_are_in_lowest_terms() {
    round_trips::<Ratio<i32>>("Ratio { numer: 0, denom: 1 }");
    round_trips::<Ratio<u8>>("Ratio { numer: 0, denom: 1 }");
    round_trips::<Ratio<BigInt>>("Ratio { numer: 0, denom: 1 }");
    for ratio in values(&any::<Ratio<i8>>(), 2_000) {
        assert!(*ratio.denom() > 0 && ratio == Ratio::new(*ratio.numer(), *ratio.denom()));
    }
    sees::<Ratio<i64>>(|ratio| *ratio.numer() == i64::MIN);
    sees::<Ratio<u64>>(|ratio| *ratio.denom() == u64::MAX);
    sees::<Ratio<BigInt>>(|ratio| ratio.denom().bits() > 128 && ratio.numer().bits() > 128);
    sees::<Ratio<i32>>(|ratio| ratio.is_integer() && *ratio.numer() < -1);
    reduces_to(&any::<Ratio<i32>>(), "Ratio { numer: 1, denom: 2 }", Ratio::is_integer);
    reduces_to(&any::<Ratio<i32>>(), "Ratio { numer: -1, denom: 1 }", |ratio| *ratio.numer() >= 0);
    assert!(any::<Ratio<i32>>().encode(&Ratio::new_raw(2, 4)).is_none());
}

#[test]
fn complex_numbers_have_two_parts() {
    round_trips::<Complex<i32>>("Complex { re: 0, im: 0 }");
    round_trips::<Complex<f64>>("Complex { re: 0.0, im: 0.0 }");
    sees::<Complex<f64>>(|n| n.re.is_nan() && !n.im.is_nan());
    sees::<Complex<i32>>(|n| n.re == n.im && n.re != 0);
    reduces_to(&any::<Complex<i32>>(), "Complex { re: 0, im: 7 }", |n| n.im < 7);
}
