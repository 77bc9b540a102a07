//! Backtraces and locations of failures: those of the user's code.

use crate::child;
use disprove::prelude::*;
use std::backtrace::Backtrace;

fn total(prices: &[u8]) -> u8 {
    prices.iter().sum()
}

/// The line of the call above that overflows.
const LINE: u32 = line!() - 4;

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn totals_fit(prices: Vec<u8>) {
    assert!(total(&prices) > 0 || prices.iter().all(|price| *price == 0));
}

macro_rules! properties {
    ($(fn $name:ident($($arguments:tt)*) $body:block)*) => {$(
        #[property(seed = 1)]
        #[ignore = "another test runs it in its own process"]
        fn $name($($arguments)*) $body
    )*};
}

properties! {
    fn first(n: u8) {
        assert!(n < 1, "too large");
    }

    fn second(n: u8) {
        assert!(n < 2, "too large");
    }
}

/// The line of the second property.
const SECOND: u32 = line!() - 6;

macro_rules! smaller_than {
    ($($name:ident: $type:ty, $limit:literal;)*) => {$(
        #[property(seed = 1)]
        #[ignore = "another test runs it in its own process"]
        fn $name(n: $type) {
            assert!(n < $limit, "too large");
        }
    )*};
}

smaller_than! {
    smaller_than_three: u8, 3;
    smaller_than_four: u16, 4;
}

/// The line of the call that writes both properties.
const CALL: u32 = line!() - 6;

/// book/src/guides/other-tests.md
#[test]
fn a_property_of_another_macro_is_located_where_it_is_written() {
    let variables = [("DISPROVE_DATABASE", "none"), ("GITHUB_ACTIONS", "true")];
    // The body is in the call, or in the macro.
    for (name, line, failing) in
        [("second", SECOND, SECOND + 1), ("smaller_than_four", CALL + 2, CALL)]
    {
        let (passed, output) = child::run(name, &variables);
        let file = "disprove/tests/all/backtraces.rs";
        for part in [
            format!(" panicked at {file}:{line}:"),
            format!("too large    {file}:{failing}:"),
            format!("::error file={file},line={failing},"),
        ] {
            assert!(!passed && output.contains(&part), "{part}\n{output}");
        }
    }
}

/// The output of the property.
fn output(backtrace: &str) -> String {
    let variables = [("DISPROVE_DATABASE", "none"), ("RUST_BACKTRACE", backtrace)];
    let (passed, output) = child::run("totals_fit", &variables);
    assert!(!passed && output.contains("attempt to add with overflow"), "{output}");
    output
}

/// The frames in an output.
fn frames(output: &str) -> &str {
    let frames = output.split_once("  backtrace\n").expect("a backtrace").1;
    frames.split_once("\n\n").expect("more of the report").0
}

/// Whether this binary was built with debug information, as it is by default.
fn has_debug_information() -> bool {
    Backtrace::force_capture().to_string().contains("backtraces.rs:")
}

#[test]
fn the_location_is_the_innermost_one_in_the_workspace() {
    let output = output("0");
    let expected = format!("overflow    disprove/tests/all/backtraces.rs:{LINE}:");
    assert!(output.contains(&expected) || !has_debug_information(), "{output}");
    assert!(!output.contains("\n  backtrace\n"), "{output}");
}

#[test]
fn a_backtrace_has_the_frames_of_the_user() {
    let output = output("1");
    let frames = frames(&output);
    assert!(frames.starts_with("    0: all::backtraces::total\n"), "{output}");
    assert!(frames.contains("    1: all::backtraces::totals_fit::totals_fit"), "{output}");
    for other in ["disprove::", " core::", " std::", " 3: "] {
        assert!(!frames.contains(other), "{other} in {output}");
    }
    assert!(!output.contains("stack backtrace"), "{output}");
    let place = format!("\n       at disprove/tests/all/backtraces.rs:{LINE}:");
    assert!(frames.contains(&place) || !has_debug_information(), "{output}");
}

#[test]
fn a_full_backtrace_has_all_frames() {
    let output = output("full");
    let frames = frames(&output);
    for frame in ["disprove::case::hook", "core::panicking", "all::backtraces::total"] {
        assert!(frames.contains(frame), "{frame} in {output}");
    }
}

#[inline(never)]
fn refuse() {
    panic!("too large");
}

#[inline(never)]
fn deep() {
    refuse();
}

#[inline(never)]
fn shallow() {
    refuse();
}

/// Panics at one place, which only the smallest input reaches through `shallow`.
#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn is_small(n: u32) {
    match n {
        0..10 => {}
        10 => shallow(),
        _ => deep(),
    }
}

#[test]
fn a_backtrace_is_that_of_the_reduced_input() {
    let variables = [("DISPROVE_DATABASE", "none"), ("RUST_BACKTRACE", "1")];
    let (passed, output) = child::run("is_small", &variables);
    assert!(!passed && output.contains("n: 10,"), "{output}");
    let frames = frames(&output);
    let expected = ["    0: all::backtraces::refuse\n", "    1: all::backtraces::shallow\n"];
    assert!(expected.iter().all(|frame| frames.contains(frame)), "{output}");
    assert!(!frames.contains("deep"), "{output}");
}
