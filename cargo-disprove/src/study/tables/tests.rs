//! Tests of `tables.rs`.

use super::{Sampling, number, sampling, text};
use crate::study::record::tests::example;

#[test]
fn the_sampling_is_stated() {
    let mut all =
        Sampling { sample: 12, seed: 1, baseline: 2, cases: 500, seeds: 1, time: Some(240) };
    assert_eq!(
        sampling(&all),
        "a sample of 12 mutants of each, seed 1; 2 runs on the unchanged code; a sweep of 500 inputs with 1 seed; \
         at most 240 s for each project"
    );
    (all.cases, all.time) = (0, None);
    assert_eq!(
        sampling(&all),
        "a sample of 12 mutants of each, seed 1; 2 runs on the unchanged code"
    );
}

#[test]
fn a_project_that_failed_is_named_and_not_counted() {
    let text = text(&example());
    assert!(
        text.starts_with("1 project, 0 in Python and 1 in Rust; a sample of 5 mutants"),
        "{text}"
    );
    assert!(text.contains("\n  left out: two: pytest is missing\n"), "{text}");
    // Two properties and two unit tests, and three of four mutants found.
    let row = text.lines().find(|line| line.starts_with("  one ")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    let expected = "one Rust 120 4 50.0 % 100.0 % 4 25.0 % 50.0 % 75.0 %";
    assert_eq!(cells.join(" "), expected);
}

#[test]
fn times_are_beside_the_published_ones() {
    let text = text(&example());
    let (_, table) = text.split_once("\nTable 5: ").expect("a table of times");
    let row = |name: &str| {
        let start = format!("  {name} ");
        let row = table.lines().find(|line| line.starts_with(&start)).expect("a row");
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("roundtrip"), "roundtrip 0.250 0.283");
    assert_eq!(row("partial roundtrip"), "partial roundtrip - 0.262");
}

#[test]
fn numbers_have_three_digits() {
    assert_eq!(
        [0.0, 1.234, 9.999, 12.34, 99.96, 1234.5].map(number),
        ["0.00", "1.23", "10.0", "12.3", "100", "1234"]
    );
}
