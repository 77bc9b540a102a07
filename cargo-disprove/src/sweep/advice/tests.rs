//! Tests of `advice.rs`.

use super::{
    super::{curve::Curve, record::Sweep},
    advice,
};
use crate::sweep::curve::example as sweep;

#[test]
fn the_suite_and_properties_that_need_more_are_named() {
    let sweep = sweep();
    let lines = advice(&sweep, &Curve::of(&sweep));
    assert_eq!(
        lines,
        [
            "303 cases are enough for the suite: of the 3 mutants found with up to 500, none takes more",
            "a::one finds a mutant with input 303 that no other finds before: give it more than the 256 cases that it has if \
             nothing is said, with `ProptestConfig::with_cases(..)`",
            "3 mutants tell little about rare ones: a larger sample in `cargo disprove mutants` would tell more",
        ]
    );
}

#[test]
fn a_curve_that_still_rises_is_told() {
    let sweep = Sweep { cases: 310, ..sweep() };
    let lines = advice(&sweep, &Curve::of(&sweep));
    assert_eq!(
        lines[1],
        "1 mutant was found with the last 93 inputs: the curve still rises, and `cargo disprove sweep --cases 1240` would show how far"
    );
}

#[test]
fn without_any_found_nothing_is_said() {
    let sweep = Sweep { runs: Vec::new(), ..sweep() };
    assert_eq!(
        advice(&sweep, &Curve::of(&sweep)),
        ["no mutant was found by an input, so nothing can be said about the number of cases"]
    );
}
