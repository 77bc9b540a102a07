//! Observations and outputs of real runs, shortened.

use super::{FirstFailure, Phase, from_counter, from_observations, from_proptest};
use serde_json::{Value, json};

fn generated(number: u64, discarded: u64) -> FirstFailure {
    FirstFailure { number, phase: Phase::Generate, discarded }
}

/// The observations of a run of `small-props::m::f` with these figures.
fn observations(figures: &Value) -> String {
    let case = json!({
        "type": "test_case", "property": "small-props::m::f", "status": "failed",
        "metadata": { "sys.argv": ["/w/target/debug/deps/props-5a0f", "--exact"] },
    });
    let summary = json!({
        "type": "info", "property": "small-props::m::f", "title": "figures", "content": figures.to_string(),
    });
    format!("{case}\n{{\"unfinished\n{summary}\n")
}

fn first(figures: &Value) -> Option<FirstFailure> {
    let binary = |file: &str| (file == "props-5a0f").then(|| "crates-b-props".to_owned());
    let (test, first) = from_observations(&observations(figures), binary)?;
    assert_eq!(test, "crates-b-props::m::f");
    assert_eq!(from_observations(&observations(figures), |_| None), None, "an unknown binary");
    Some(first)
}

fn figures(cases: u64, known: u64, rejected: u64, failure: &Value) -> Value {
    json!({ "cases": cases, "known": known, "rejected": rejected, "failures": [failure] })
}

#[test]
fn a_property_of_this_library_counts_valid_inputs() {
    let failure = json!({ "phase": "generate", "example": null });
    assert_eq!(first(&figures(1, 0, 2, &failure)), Some(generated(1, 2)));
    assert_eq!(first(&figures(2_180, 0, 0, &failure)), Some(generated(2_180, 0)));
    assert_eq!(first(&figures(7, 2, 0, &failure)), Some(generated(5, 0)));
}

#[test]
fn examples_and_replays_have_their_own_numbers() {
    let at = |number, phase| Some(FirstFailure { number, phase, discarded: 0 });
    let example = json!({ "phase": "example", "example": 2 });
    assert_eq!(first(&figures(2, 2, 0, &example)), at(2, Phase::Example));
    let saved = json!({ "phase": "replay", "example": null });
    assert_eq!(first(&figures(1, 1, 0, &saved)), at(1, Phase::Replay));
    let attribute = json!({ "phase": "generate", "example": null });
    assert_eq!(first(&figures(2, 2, 0, &attribute)), at(2, Phase::Replay));
}

#[test]
fn runs_without_a_failure_or_summary_have_no_first_failure() {
    let gave_up = json!({ "cases": 0, "known": 0, "rejected": 10_000, "failures": [] });
    assert_eq!(first(&gave_up), None);
    let slippage = json!({ "phase": "reduce", "example": null });
    assert_eq!(first(&figures(3, 0, 0, &slippage)), None);
    assert_eq!(from_observations("", |_| None), None);
}

#[test]
fn a_property_of_proptest_prints_its_successes() {
    let text = "
thread 'p_clamp' (16216) panicked at tests/prop.rs:2:1:
Test failed: assertion failed: a <= c && c <= b at tests/prop.rs:6.
minimal failing input: x = -1613550203, a = -357144478, b = 1379283929
\tsuccesses: 1
\tlocal rejects: 0
\tglobal rejects: 7
\t\t7 times at tests/prop.rs:6:42: a <= b

note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
";
    assert_eq!(from_proptest(text), Some(generated(2, 7)));
    // It gave up, or another test failed.
    assert_eq!(from_proptest(&text.replace("Test failed", "Test aborted")), None);
    assert_eq!(from_proptest("panicked at src/lib.rs: no"), None);
}

#[test]
fn a_counter_records_the_first_failing_call() {
    assert_eq!(from_counter("17 failed"), Some(generated(17, 0)));
    for text in ["", "17", "failed", "x failed"] {
        assert_eq!(from_counter(text), None, "{text}");
    }
}
