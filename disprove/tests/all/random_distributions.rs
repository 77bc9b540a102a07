//! The mixture of distributions from which plain random cases are drawn.

use disprove::prelude::*;
use std::{cell::RefCell, collections::HashSet, hash::Hash};

/// How many of 500 cases fit, for each of several seeds.
fn counts<T: Arbitrary + std::fmt::Debug + Clone + 'static>(
    fits: impl Fn(&T) -> bool,
) -> Vec<usize> {
    let count = |seed| {
        let found = RefCell::new(0);
        check(any::<T>())
            .seed(seed)
            .cases(500)
            .run(|value| *found.borrow_mut() += usize::from(fits(&value)))
            .assert();
        found.into_inner()
    };
    (1..=10).map(count).collect()
}

fn at_least(least: usize, counts: &[usize]) {
    assert!(counts.iter().all(|count| *count >= least), "{counts:?} of 500, fewer than {least}");
}

fn has_equal_elements<T: Eq + Hash>(values: &[T]) -> bool {
    let mut seen = HashSet::new();
    !values.iter().all(|value| seen.insert(value))
}

#[test]
fn some_vectors_are_long() {
    at_least(10, &counts(|v: &Vec<u8>| v.len() > 100));
    at_least(10, &counts(|v: &Vec<String>| v.len() > 100));
    at_least(1, &counts(|v: &Vec<u8>| v.len() > 500));
}

#[test]
fn some_nested_vectors_are_long() {
    at_least(3, &counts(|v: &Vec<Vec<u8>>| v.iter().any(|inner| inner.len() > 100)));
}

#[test]
fn many_vectors_have_equal_elements() {
    at_least(60, &counts(|v: &Vec<u64>| has_equal_elements(v)));
    at_least(60, &counts(|v: &Vec<String>| has_equal_elements(v)));
    at_least(60, &counts(|v: &Vec<(i32, i32)>| has_equal_elements(v)));
}

#[test]
fn some_arguments_are_equal() {
    at_least(10, &counts(|(a, b): &(u64, u64)| a == b));
    at_least(10, &counts(|(a, b): &(i32, i32)| a == b));
    at_least(10, &counts(|(a, b): &(String, String)| a == b && !a.is_empty()));
    at_least(10, &counts(|(a, b): &(Vec<u32>, Vec<u32>)| a == b && !a.is_empty()));
}

#[test]
fn some_strings_have_control_characters() {
    let usual = ['\0', '\n', '\r', '\u{7f}'];
    at_least(10, &counts(|s: &String| s.chars().any(|c| c.is_control() && !usual.contains(&c))));
}

#[test]
fn some_integers_are_round_and_many_are_at_the_ends() {
    at_least(5, &counts(|n: &u64| *n >= 100 && n.is_multiple_of(100)));
    at_least(
        10,
        &counts(|(a, b): &(i64, i64)| [*a, *b].iter().any(|n| [i64::MIN, i64::MAX].contains(n))),
    );
}

#[test]
fn full_size_is_reached_within_twenty_cases() {
    let longest = RefCell::new(0);
    check(any::<Vec<u8>>())
        .seed(1)
        .cases(20)
        .run(|v| longest.replace_with(|longest| v.len().max(*longest)) < usize::MAX)
        .assert();
    assert!(longest.into_inner() > 30);
}
