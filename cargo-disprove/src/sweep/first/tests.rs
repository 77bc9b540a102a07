//! Outputs as they were printed, shortened in the middle.

use super::{First, Phase, by_counter, by_output};

fn generated(number: u64, discarded: u64) -> First {
    First { number, phase: Phase::Generate, discarded }
}

const CLAMP: &str = "\
d_clamp: failed, 1 different failure
  1 case, 1 distinct, in under 1 ms (18,098 per second)
  3 executions, 2 rejected, 0 of them before the property was called
  seed 2

thread 'd_clamp' (16220) panicked at tests/props.rs:2:1:
d_clamp failed on case 3.

    d_clamp(
        x: 5,
        a: -517275596,
        b: 964979765,
    )

    assertion `left == right` failed    tests/props.rs:7:27
      left: -517275596
     right: 5
";

#[test]
fn a_property_of_this_library_counts_valid_inputs() {
    assert_eq!(by_output("disprove", CLAMP), Some(generated(1, 2)));
    let many = "f: failed, 1 different failure\n  2,180 cases, 1,180 distinct, in 2 ms (4 per second)\n  seed 2\n\n\
                f failed on case 2,180.\n";
    assert_eq!(by_output("disprove", many), Some(generated(2_180, 0)));
}

#[test]
fn examples_and_replays_are_numbered_apart() {
    let example = "d_rare: failed, 1 different failure\n  2 cases, 2 distinct, in under 1 ms (23,652 per second)\n  \
                   the first 2 cases known before\n  seed 2\n\nthread 'd_rare' (16221) panicked at tests/props.rs:9:1:\n\
                   d_rare failed on example 2.\n";
    let phase = Phase::Example;
    assert_eq!(by_output("disprove", example), Some(First { number: 2, phase, discarded: 0 }));
    let kept = "f failed again on an input that is kept from an earlier run.\n";
    let phase = Phase::Replay;
    assert_eq!(by_output("disprove", kept), Some(First { number: 1, phase, discarded: 0 }));
    let replay = example.replace("on example 2", "on case 2");
    assert_eq!(by_output("disprove", &replay), Some(First { number: 2, phase, discarded: 0 }));
    let after = "f: failed, 1 different failure\n  7 cases, 7 distinct, in 1 ms (7 per second)\n  \
                 the first 2 cases known before\n  seed 2\n\nf failed on case 7.\n";
    assert_eq!(by_output("disprove", after), Some(generated(5, 0)));
}

#[test]
fn statistics_of_another_property_of_the_same_name_are_not_taken() {
    let other = "d_clamp: failed, 1 different failure\n  9 cases, 9 distinct, in 1 ms (9 per second)\n  seed 2\n";
    assert_eq!(by_output("disprove", &format!("{other}{CLAMP}")), Some(generated(1, 2)));
    // As many executions, but not as many of them valid: it cannot be told.
    let same = other.replace("9 cases, 9", "3 cases, 3");
    assert_eq!(by_output("disprove", &format!("{same}{CLAMP}")), None);
    assert_eq!(by_output("disprove", &CLAMP[CLAMP.find("thread").unwrap()..]), None);
    assert_eq!(by_output("disprove", "f gave up: all of 10,000 inputs were rejected\n"), None);
}

#[test]
fn a_property_of_proptest_tells_its_successes() {
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
    assert_eq!(by_output("proptest", text), Some(generated(2, 7)));
    assert_eq!(by_output("test-strategy", text), Some(generated(2, 7)));
    // It gave up, or was no run of proptest's.
    assert_eq!(by_output("proptest", &text.replace("Test failed", "Test aborted")), None);
    assert_eq!(by_output("proptest", "panicked at src/lib.rs: no"), None);
}

#[test]
fn a_counter_tells_the_first_call_that_failed() {
    assert_eq!(by_counter("17 failed"), Some(generated(17, 0)));
    for text in ["", "17", "failed", "x failed"] {
        assert_eq!(by_counter(text), None, "{text}");
    }
}
