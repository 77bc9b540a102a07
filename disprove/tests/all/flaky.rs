//! Flaky failures: the example of `book/src/guides/flaky.md`, and when they are reduced.

use crate::{
    child::{self, Scratch},
    page::blocks,
};
use disprove::{ReductionEnd, prelude::*};
use std::{
    cell::Cell,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// The length of a text. Every third call reads an outdated cache.
fn length(text: &str) -> usize {
    let is_outdated = CALLS.fetch_add(1, Relaxed) % 3 == 2;
    if is_outdated { 0 } else { text.len() }
}

#[property]
#[ignore = "run by the test below"]
fn a_text_is_as_long_as_its_bytes(text: String) {
    assert_eq!(length(&text), text.len(), "another length");
}

#[test]
fn a_flaky_failure_is_reported_as_the_page_says() {
    let variables =
        [("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", "1"), ("RUST_BACKTRACE", "0")];
    let (passed, output) = child::run("a_text_is_as_long_as_its_bytes", &variables);
    assert!(!passed);
    // Without times and places.
    let lines = output.lines().map(|line| line.split(" Reduced in ").next().unwrap_or_default());
    let lines = lines.map(|line| line.split("    disprove/tests/").next().unwrap_or_default());
    let output = lines.collect::<Vec<_>>().join("\n");
    let page = include_str!("../../../book/src/guides/flaky.md");
    let [shown] = &blocks(page, "text")[..] else { panic!("one output") };
    assert!(output.contains(shown), "{shown}\n{output}");
}

#[test]
fn a_flaky_failure_is_saved_but_is_no_regression() {
    let scratch = Scratch::new("flaky");
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [("DISPROVE_DATABASE", folder), ("DISPROVE_SEED", "1")];
    let (passed, output) = child::run("a_text_is_as_long_as_its_bytes", &variables);
    assert!(
        !passed && output.contains(" is flaky: ") && output.contains("#[replay(\"d1:"),
        "{output}"
    );
    let files = scratch.files();
    assert!(output.contains("saved; the next run tries it first"), "{output}");
    let count = |folder: &str| files.iter().filter(|file| file.starts_with(folder)).count();
    assert_eq!((count("failures/"), count("regressions/")), (1, 0), "{files:?}");
}

#[test]
fn the_message_and_the_notes_belong_to_one_run() {
    let calls = Cell::new(0);
    let report = check(any::<u32>()).seed(1).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        note!("call {}", calls.get());
        assert!(calls.get() % 3 != 0, "call {}", calls.get());
    });
    assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
    let failure = &report.failures()[0];
    assert_eq!(failure.notes(), [failure.message()], "{report}");
}

/// The first calls fail, so many of them, and the others pass.
fn first_calls_fail(failing: u32) -> impl Fn(u32) {
    let calls = Cell::new(0);
    move |_| {
        calls.set(calls.get() + 1);
        note!("call {}", calls.get());
        assert!(calls.get() > failing, "call {}", calls.get());
    }
}

#[test]
fn the_message_and_the_notes_belong_to_one_run_if_only_the_first_runs_fail() {
    let is_consistent = |report: &Report<u32>| {
        let failure = &report.failures()[0];
        assert!(failure.notes().iter().all(|note| note == failure.message()), "{report}");
        failure.notes().len() == 1
    };
    let (mut drawn, mut examples) = (0, 0);
    for failing in 1..=6 {
        let drawn_once = check(any::<u32>()).seed(1).database(Db::none()).max_failures(1);
        let report = drawn_once.run(first_calls_fail(failing));
        drawn += u32::from(is_consistent(&report));
        // An example without choices.
        let mapped = check(any::<u32>().map(|n| n / 2)).seed(1).database(Db::none());
        let report = mapped.example(|| 7).max_failures(1).run(first_calls_fail(failing));
        examples += u32::from(is_consistent(&report));
    }
    assert!(drawn > 0 && examples > 0, "{drawn} {examples}");
}

#[test]
fn two_failures_in_twenty_runs_are_enough_to_reduce() {
    for (failures, end) in [(1, ReductionEnd::Skipped), (2, ReductionEnd::Complete)] {
        // The first call finds the failure, and the next one passes.
        let calls = Cell::new(0);
        let check = check(any::<u32>()).seed(1).cases(1).database(Db::none());
        let report = check.run(|_| {
            calls.set(calls.get() + 1);
            calls.get() > 1 && !(10..10 + failures).contains(&calls.get())
        });
        let failure = &report.failures()[0];
        assert_eq!(failure.failed_again(), (failures, 20), "{report}");
        assert_eq!(failure.reduction_ended(), end, "{report}");
    }
}

#[test]
fn a_known_input_is_measured_if_it_fails_and_then_passes() {
    let token = any::<u32>().encode(&7).expect("a number").to_token();
    let measured = Some((7, (10, 20)));
    for (is_example, passes_first, later, expected) in [
        (false, false, 0, measured),
        // The second run fails as well, and the third one passes.
        (false, false, 1, measured),
        (false, true, 0, None),
        (true, false, 0, measured),
        (true, true, 0, None),
    ] {
        let calls = Cell::new(0);
        let check = check(any::<u32>()).seed(1).cases(1).reduce(false).database(Db::none());
        let check = if is_example { check.example(|| 7) } else { check.replay(&*token) };
        let report = check.run(|_| {
            calls.set(calls.get() + 1);
            if calls.get() == 1 { passes_first } else { calls.get() % 2 == later }
        });
        // It is not reduced.
        let failure = report.failures().first();
        let failed_again = failure.map(|failure| (*failure.value(), failure.failed_again()));
        assert_eq!(failed_again, expected, "{report}");
        let verdict = if passes_first { Verdict::Passed } else { Verdict::Flaky };
        assert_eq!(report.verdict(), verdict, "{report}");
    }
}

#[test]
fn an_example_that_cannot_be_encoded_runs_once_more() {
    let calls = Cell::new(0);
    let halves = any::<u32>().map(|n| n / 2);
    let check = check(halves).seed(1).cases(1).example(|| 7).database(Db::none());
    let report = check.run(|_| {
        calls.set(calls.get() + 1);
        calls.get() > 1
    });
    assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
    assert_eq!(report.failures()[0].failed_again(), (0, 1), "{report}");
}
