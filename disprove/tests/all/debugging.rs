//! What `book/src/guides/debugging.md` says about runs with few cases, notes, and output that is not hidden.
//!
//! Each property runs in its own process: settings and output belong to the process.

use crate::child::{self, Scratch};
use disprove::prelude::*;
use log::{LevelFilter, Log, Metadata, Record};
use std::{cell::RefCell, collections::BTreeSet, fs};

#[property(seed = 1)]
#[replay("d1:H7kBeQ")]
#[ignore = "another test runs it in its own process"]
fn is_below_200(n: u8) {
    helper(n);
    assert!(n < 200, "too large");
}

fn helper(n: u8) {
    eprintln!("called with {n}.");
    note!("helped with {n}");
}

/// As the page says that a debugger should start the test.
const FEW_RUNS: [(&str, &str); 4] = [
    ("DISPROVE_CASES", "1"),
    ("DISPROVE_REDUCE", "0"),
    ("DISPROVE_DATABASE", "none"),
    ("DISPROVE_READ_DATABASE", "none"),
];

#[test]
fn with_one_case_and_without_reduction_only_the_input_of_the_attribute_runs() {
    let page = include_str!("../../../book/src/guides/debugging.md");
    for (name, value) in FEW_RUNS {
        assert!(page.contains(&format!(" {name}={value}")), "{name}");
    }
    let (passed, output) = child::run("is_below_200", &FEW_RUNS);
    assert!(!passed && output.contains("n: 200,"), "{output}");
    assert!(output.contains("is_below_200 failed on replay 1."), "{output}");
    let calls: Vec<&str> = output.lines().filter(|line| line.starts_with("called with ")).collect();
    assert!(calls.iter().all(|call| *call == "called with 200."), "{calls:?}");
    assert!(calls.len() < 6, "a few times: {calls:?}");
}

#[test]
fn notes_of_any_function_are_those_of_the_reported_input() {
    let (passed, output) = child::run("is_below_200", &[("DISPROVE_DATABASE", "none")]);
    let mut calls = output.lines().filter(|line| line.starts_with("called with "));
    assert_eq!(calls.next(), Some("called with 200."), "the input of the attribute runs first");
    assert!(!passed && calls.count() > 10, "{output}");
    assert_eq!(output.matches("helped with ").count(), 1, "{output}");
    assert!(output.contains("note: helped with 200\n"), "{output}");
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn sums_are_small(list: Vec<u16>) {
    assert!(list.iter().map(|n| u32::from(*n)).sum::<u32>() < 50_000, "too large");
}

#[test]
fn without_reduction_a_saved_input_is_shown_as_it_was_found() {
    let scratch = Scratch::new("debugging-saved");
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [("DISPROVE_DATABASE", folder), ("DISPROVE_REDUCE", "0")];
    let input = |variables: &[(&str, &str)]| {
        let (passed, output) = child::run("sums_are_small", variables);
        assert!(!passed, "{output}");
        let input = output.split_once("sums_are_small(\n").expect("an input").1;
        let input = input.split_once("\n    )\n").expect("its end").0.to_owned();
        (input, output.contains("failed again on an input"))
    };
    let (found, is_again) = input(&variables);
    assert!(!is_again);
    let other_seed = [variables[0], variables[1], ("DISPROVE_SEED", "2")];
    assert_eq!(input(&other_seed), (found.clone(), true));
    let (reduced, is_again) = input(&variables[..1]);
    assert!(is_again && reduced.len() < found.len(), "{reduced}");
}

#[test]
fn without_both_databases_no_saved_input_runs() {
    let scratch = Scratch::new("debugging-databases");
    let settings = "[default]\nread_database = \"others\"\n";
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    let root = scratch.path().to_str().expect("a plain name");
    let others = scratch.path().join("others").display().to_string();
    let is_again = |variables: &[(&str, &str)]| {
        let variables = [&[("CARGO_MANIFEST_DIR", root)], variables].concat();
        let (_, output) = child::run("sums_are_small", &variables);
        output.contains("failed again on an input")
    };
    assert!(!is_again(&[("DISPROVE_DATABASE", &*others)]));
    assert!(is_again(&[]), "from now on, it is in the standard database too");
    let [cases, reduce, database, read_database] = FEW_RUNS;
    for only in [database, read_database] {
        assert!(is_again(&[cases, reduce, only]), "{only:?}");
    }
    assert!(!is_again(&FEW_RUNS));
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn code_that_it_calls_prints(n: u8) {
    helper(n);
    std::thread::scope(|scope| scope.spawn(|| println!("on a thread.")).join().expect("printed"));
    assert!(n < 10);
}

#[test]
#[ignore = "another test runs it in its own process"]
fn the_body_of_a_check_prints() {
    check(any::<u8>()).seed(1).database(Db::none()).assert(|n| {
        println!("in a check.");
        n < 10
    });
}

/// The runs that a report counts: those up to the failing case, and those of its reduction.
fn counted_runs(output: &str) -> usize {
    let (_, report) = output.split_once(" failed on case ").expect("a report");
    let (case, rest) = report.split_once(". Reduced ").expect("a reduction");
    let (rest, _) = rest.split_once(" runs (").expect("its runs");
    let runs = rest.rsplit(' ').next().expect("a number");
    [case, runs].iter().map(|number| number.parse::<usize>().expect("a number")).sum()
}

#[test]
fn functions_threads_and_checks_print_in_every_run() {
    let captured = [("NEXTEST", "1"), ("DISPROVE_DATABASE", "none")];
    let (passed, output) = child::run("code_that_it_calls_prints", &captured);
    let runs = counted_runs(&output);
    for line in ["called with ", "on a thread."] {
        assert!(!passed && output.matches(line).count() >= runs.max(11), "{line}: {output}");
    }
    let (passed, output) = child::run("the_body_of_a_check_prints", &captured);
    let printed = output.matches("in a check.").count();
    assert!(!passed && printed >= counted_runs(&output).max(11), "{output}");
}

#[cfg(unix)]
#[property(isolate, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn prints_in_another_process(n: u8) {
    helper(n);
    println!("on standard output.");
    assert!(n < 10);
}

#[cfg(unix)]
#[property(isolate, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn crashes_in_another_process(n: u8) {
    helper(n);
    if n > 9 {
        std::process::abort();
    }
}

#[cfg(unix)]
#[test]
fn output_of_another_process_is_shown_only_if_it_crashes() {
    let none = [("DISPROVE_DATABASE", "none")];
    let (passed, output) = child::run("prints_in_another_process", &none);
    assert!(!passed && !output.contains("called with "), "{output}");
    assert!(!output.contains("on standard output."), "{output}");
    let (passed, output) = child::run("crashes_in_another_process", &none);
    assert!(!passed && output.contains("called with 10."), "{output}");
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn panics_on_its_thread(n: u8) {
    assert!(n < 10, "too large");
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn panics_on_another_thread(n: u8) {
    let thread = std::thread::spawn(move || assert!(n < 10, "too large"));
    thread.join().expect("the thread succeeds");
}

#[cfg(unix)]
#[property(isolate, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn panics_on_a_thread_of_another_process(n: u8) {
    let thread = std::thread::spawn(move || assert!(n < 10, "too large"));
    thread.join().expect("the thread succeeds");
}

#[property(seed = 1)]
#[ignore = "another test runs it in its own process"]
fn installs_a_panic_hook(n: u8) {
    install_a_panic_hook();
    assert!(n < 10, "too large");
}

/// As crates for colorful messages do.
fn install_a_panic_hook() {
    std::panic::set_hook(Box::new(|info| eprintln!("thread {info}")));
}

/// How often a failing property prints that a thread panicked.
fn panic_messages(name: &str) -> usize {
    let variables = [("DISPROVE_DATABASE", "none"), ("NEXTEST", "1"), ("RUST_BACKTRACE", "0")];
    let (passed, output) = child::run(name, &variables);
    assert!(!passed && output.contains("n: 10,"), "{output}");
    output.matches("panicked at ").count()
}

#[test]
fn panics_of_the_search_and_of_the_reduction_are_not_printed() {
    assert_eq!(panic_messages("panics_on_its_thread"), 1, "the report");
}

#[test]
fn panics_of_threads_are_printed_in_every_run_unless_the_property_is_isolated() {
    assert!(panic_messages("panics_on_another_thread") > 10);
    #[cfg(unix)]
    assert_eq!(panic_messages("panics_on_a_thread_of_another_process"), 1, "the report");
}

#[test]
fn a_panic_hook_of_the_property_prints_every_panic() {
    assert!(panic_messages("installs_a_panic_hook") > 10);
}

#[test]
fn a_panic_hook_of_a_property_takes_the_locations_from_other_tests() {
    let is_located = |names: &[&str]| {
        let variables = [("DISPROVE_DATABASE", "none"), ("RUST_BACKTRACE", "0")];
        let (passed, output) = child::run_with(&["--nocapture"], names, &variables);
        assert!(!passed);
        let report = output.split_once("panics_on_its_thread failed on case ");
        report.expect("a report").1.contains("too large    disprove/tests/all/debugging.rs:")
    };
    assert!(is_located(&["panics_on_its_thread"]));
    assert!(!is_located(&["installs_a_panic_hook", "panics_on_its_thread"]));
}

/// The price after a discount, which is larger than the price for negative discounts only.
fn discount(price: u16, percent: u16) -> u32 {
    log::debug!("{percent} % of {price}");
    let rest = 100 - i64::from(percent);
    u32::try_from(i64::from(price) * rest / 100).unwrap_or(u32::MAX)
}

/// Turns log records into notes of the report.
struct Notes;

impl Log for Notes {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        note!("{}: {}", record.level(), record.args());
    }

    fn flush(&self) {}
}

#[property]
#[ignore = "another test runs it in its own process"]
fn no_discount_exceeds_the_price(price: u16, percent: u16) {
    let _ = log::set_logger(&Notes).map(|()| log::set_max_level(LevelFilter::Trace));
    assert!(discount(price, percent) <= u32::from(price));
}

#[test]
fn log_records_are_notes_of_the_reported_input() {
    let variables = [("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", "1")];
    let (passed, output) = child::run("no_discount_exceeds_the_price", &variables);
    assert!(
        !passed && output.contains("price: 1,") && output.contains("percent: 200,"),
        "{output}"
    );
    assert!(output.contains("note: DEBUG: 200 % of 1\n"), "{output}");
    assert_eq!(output.matches("DEBUG").count(), 1, "{output}");
}

#[test]
fn notes_are_formatted_for_the_reported_input_only() {
    let formatted = |limit| {
        let inputs = RefCell::new(BTreeSet::new());
        let report = check(0..100_u8).seed(1).database(Db::none()).run(|n| {
            note!("{}", inputs.borrow_mut().insert(n));
            n < limit
        });
        (report.failures().len(), inputs.into_inner())
    };
    assert_eq!(formatted(100), (0, BTreeSet::new()));
    assert_eq!(formatted(50), (1, BTreeSet::from([50])));
}
