//! What a property prints: only the run of the reported input.

use crate::child;
use disprove::prelude::*;

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn prints(n: u32) {
    println!("n is {n}");
    eprint!("on standard error: ");
    eprintln!("{} at last", n);
    print!("the limit is {}; ", 10);
    let (m, ten) = dbg!(n, 10);
    dbg!();
    assert!(dbg!(m) < ten, "too large");
}

#[derive(Default)]
struct Counter {
    count: u32,
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
impl Counter {
    #[rule]
    fn add(&mut self) {
        self.count += 1;
        println!("counted to {}", self.count);
    }

    #[invariant]
    fn is_small(&self) {
        assert!(self.count < 3, "too many");
    }
}

/// nextest captures the output of each test.
const CAPTURED: [(&str, &str); 2] = [("NEXTEST", "1"), ("DISPROVE_DATABASE", "none")];

/// Requires that only the reported input printed.
#[track_caller]
fn prints_once((passed, output): (bool, String)) {
    assert!(!passed, "{output}");
    for text in [
        "n is ",
        "n is 10\n",
        "on standard error: ",
        " at last\n",
        "on standard error: 10 at last\n",
        "] m = ",
        "] m = 10",
        "the limit is 10; ",
    ] {
        assert_eq!(output.matches(text).count(), 1, "{text} in {output}");
    }
}

#[test]
fn only_the_reported_input_prints_with_nextest() {
    prints_once(child::run("prints", &CAPTURED));
}

#[test]
fn only_the_reported_input_prints_with_plain_cargo_test() {
    let variables = [("DISPROVE_DATABASE", "none"), ("NEXTEST", "0"), ("RUST_TEST_NOCAPTURE", "0")];
    prints_once(child::run_with(&[], &["prints"], &variables));
}

#[test]
fn the_search_prints_if_the_output_is_shown_on_request() {
    searches_and_reports(child::run_with(&["--show-output"], &["prints"], &FIRST));
}

#[test]
fn only_the_search_and_the_reported_input_print_otherwise() {
    searches_and_reports(child::run("prints", &FIRST));
}

/// A run that ends with its first failure.
const FIRST: [(&str, &str); 3] =
    [("DISPROVE_DATABASE", "none"), ("NEXTEST", "0"), ("DISPROVE_MAX_FAILURES", "1")];

/// Requires that the cases of the search and the reported input printed, and nothing else.
#[track_caller]
fn searches_and_reports((passed, output): (bool, String)) {
    assert!(!passed, "{output}");
    let (searched, reported) = output.rsplit_once("n is ").expect("two runs");
    assert!(reported.starts_with("10\n"), "{output}");
    let all = searched.matches("n is ").count();
    let cases = output.split_once(" failed on case ").expect("a report").1;
    let case: usize = cases.split(['.', ' ']).next().expect("a number").parse().expect("a number");
    assert_eq!(all, case, "{output}");
}

#[test]
fn only_the_reported_calls_of_a_machine_print() {
    let (passed, output) = child::run("counter", &CAPTURED);
    assert!(!passed, "{output}");
    assert!(output.contains("counted to 1\ncounted to 2\ncounted to 3\n"), "{output}");
    assert_eq!(output.matches("counted to").count(), 3, "{output}");
}
