//! Tests of `study_run.rs`.

use super::{ScenarioResult, Summary, is_undetected, outcome};
use crate::mutants::study::tests::example;

fn ended(summary: Summary, timed_out: bool) -> ScenarioResult {
    ScenarioResult {
        mutant: Some("m".to_owned()),
        summary,
        timed_out,
        build_seconds: 1.0,
        test_seconds: 1.0,
        log: "log".into(),
        rounds: "rounds".into(),
    }
}

#[test]
fn only_reliable_tests_catch_mutants() {
    let at = |summary, verdicts, other| outcome(&ended(summary, false), verdicts, other);
    assert_eq!(at(Summary::Caught, "pF", false), "caught");
    assert_eq!(at(Summary::Caught, "pn", true), "caught", "a process died");
    assert_eq!(at(Summary::Caught, "pp", true), "missed", "only a flaky test failed");
    assert_eq!(at(Summary::Missed, "pp", false), "missed");
    assert_eq!(at(Summary::Unviable, "nn", false), "unviable");
}

#[test]
fn timeouts_are_an_outcome_of_their_own() {
    let at = |verdicts, other| outcome(&ended(Summary::Caught, true), verdicts, other);
    assert_eq!((at("pF", false), at("pn", true)), ("timeout", "timeout"));
    assert_eq!(at("pp", false), "timeout", "each test alone is in time");
    assert_eq!(at("pp", true), "missed", "only a flaky test hung");
    assert_eq!(outcome(&ended(Summary::Timeout, false), "pF", false), "timeout");
}

#[test]
fn tests_are_searched_that_reach_mutants_which_no_property_catches() {
    let mut study = example();
    let undetected = |study: &crate::mutants::study::Study| -> Vec<bool> {
        study.mutants.iter().map(|mutant| is_undetected(mutant, &study.tests)).collect()
    };
    // Caught by a property twice, missed, timed out without a verdict of a property, and unviable.
    assert_eq!(undetected(&study), [false, false, true, true, false]);
    "ppFp".clone_into(&mut study.mutants[0].verdicts);
    assert!(undetected(&study)[0], "only a unit test catches it");
    study.tests[..2].iter_mut().for_each(|test| "unit".clone_into(&mut test.kind));
    assert_eq!(undetected(&study), [false, false, true, false, false], "without properties");
}
