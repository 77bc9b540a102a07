//! Tests of `advice.rs`.

use super::{
    super::{curve::Curve, record::Sweep},
    advice,
};
use crate::sweep::curve::example as sweep;

#[test]
fn advice_names_the_properties_that_need_more_cases() {
    let sweep = sweep();
    let lines = advice(&sweep, &Curve::of(&sweep));
    assert_eq!(
        lines,
        [
            "a::one detects a mutant with input 303 before all others: give it more than the default 256 cases, with \
             `ProptestConfig::with_cases(..)`",
            "3 mutants say little about rare ones: use a larger sample in `cargo disprove mutants`",
        ]
    );
}

#[test]
fn a_curve_that_still_rises_is_reported() {
    let sweep = Sweep { cases: 310, ..sweep() };
    let lines = advice(&sweep, &Curve::of(&sweep));
    assert_eq!(
        lines[0],
        "1 mutant was found with the last 93 inputs: the curve still rises; `cargo disprove sweep --cases 1240` shows how far"
    );
}

#[test]
fn without_kills_there_is_no_advice() {
    let sweep = Sweep { runs: Vec::new(), ..sweep() };
    assert_eq!(
        advice(&sweep, &Curve::of(&sweep)),
        ["no input detected a mutant, so there is no advice on the number of cases"]
    );
}
