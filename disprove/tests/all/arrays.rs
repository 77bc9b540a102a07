//! Arrays of any length: a failure in the last element is found, and reduced to that element. What does not fit is
//! rejected with a message.

use crate::scripted::report;
use disprove::prelude::*;

/// Properties about the last byte of arrays, and their lengths.
macro_rules! last_bytes {
    ($($name:ident: $length:literal, $settings:tt;)*) => {
        $(
            #[property $settings]
            #[ignore = "run by another test"]
            fn $name(x: [u8; $length]) {
                assert!(x[$length - 1] < 10, "the last one is {}", x[$length - 1]);
            }
        )*

        const LAST_BYTES: &[(fn(), usize)] = &[$(($name, $length)),*];
    };
}

last_bytes! {
    of_a_thousand: 1_000, (seed = 1, explain = false);
    of_a_page: 16_384, (seed = 1, explain = false);
    of_30_000: 30_000, (seed = 1, explain = false);
    of_40_000: 40_000, (seed = 1, explain = false);
    of_65_000: 65_000, (seed = 1, explain = false);
    of_100_000: 100_000, (seed = 1, explain = false);
}

#[test]
fn the_last_byte_of_an_array_is_found_and_alone_remains() {
    for (test, length) in LAST_BYTES {
        let report = report(*test);
        assert!(report.contains("the last one is 10"), "{length}: {report:.500}");
        let input = report.split_once("x: [").expect("the input").1.split(']').next();
        // The middle is left out.
        let lines = input.expect("it").lines().filter(|line| !line.contains(char::is_alphabetic));
        let numbers = lines.flat_map(|line| line.split([',', ' ']));
        let others: Vec<&str> = numbers.filter(|n| !matches!(*n, "" | "0" | "...")).collect();
        assert_eq!(others, ["10"], "{length}: {report:.500}");
    }
}

#[property(seed = 1, reduction_runs = 8, explain = false)]
#[ignore = "run by another test"]
fn of_a_million(x: [u8; 1_000_000]) {
    assert!(x[999_999] < 10, "the last one is {}", x[999_999]);
}

#[property(seed = 1, cases = 10, reduction_runs = 8, explain = false)]
#[ignore = "run by another test"]
fn of_words(words: [u32; 50_000]) {
    assert!(words[49_999] < 10, "the last one is too large");
}

#[property(seed = 1, cases = 10)]
fn of_boxed_bytes(boxed: Option<Box<[u8; 500_000]>>) {
    assert!(boxed.is_none_or(|bytes| bytes.len() == 500_000));
}

#[test]
fn the_end_of_a_huge_array_is_generated() {
    let report_of_bytes = report(of_a_million);
    assert!(report_of_bytes.contains("the last one is "), "{report_of_bytes:.500}");
    let report_of_words = report(of_words);
    assert!(report_of_words.contains("the last one is too large"), "{report_of_words:.500}");
}

#[property]
#[ignore = "run by another test"]
fn of_too_many_words(_words: [u64; 3_000_000]) {}

#[test]
fn an_array_that_exceeds_the_budget_is_rejected_with_a_message() {
    let report = report(of_too_many_words);
    let message = "`[u64; 3000000]` exceeded the size budget of a case: use a shorter array, or smaller elements";
    assert!(report.contains("gave up") && report.contains(message), "{report}");
}

#[test]
fn an_array_that_exceeds_the_stack_is_rejected_with_a_message() {
    let report = check(any::<Box<[u32; 60_000]>>()).run(|words| words.len() == 60_000);
    assert_eq!(report.verdict(), Verdict::GaveUp);
    let advice = report.advice()[0].clone();
    assert!(advice.starts_with("`[u32; 60000]` does not fit on the stack"), "{advice}");
}

#[test]
fn a_list_that_exceeds_the_budget_is_rejected_with_a_message() {
    let rows = vec(any::<[u8; 3]>()).len(1_000_000);
    let report = check(rows).run(|rows| rows.len() == 1_000_000);
    assert_eq!(report.verdict(), Verdict::GaveUp);
    let advice = report.advice()[0].clone();
    assert!(advice.starts_with("a `Vec<[u8; 3]>` of at least 1,000,000 elements"), "{advice}");
}

#[test]
fn arrays_of_one_choice_can_be_encoded() {
    let mut page = [0; 4096];
    page[4095] = 7;
    let tree = any::<[u8; 4096]>().encode(&page).expect("every array can be encoded");
    assert_eq!(tree.len(), 1);
    let report = check(any::<[u8; 4096]>()).replay(tree.to_token()).run(|x| x != page);
    assert_eq!(*report.failures()[0].value(), page);
}
