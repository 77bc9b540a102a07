//! The properties of `book/src/start/finding-properties.md`: one for each question of its table.

// They are written as a reader would write them.
#![allow(clippy::stable_sort_primitive)]

use disprove::prelude::*;
use std::{
    collections::{BTreeSet, HashSet},
    net::IpAddr,
};

const PAGE: &str = include_str!("../../../book/src/start/finding-properties.md");

#[property]
fn parsing_undoes_formatting(n: i64) {
    assert_eq!(n.to_string().parse(), Ok(n));
}

#[property]
fn a_set_has_what_sort_and_dedup_leave(mut xs: Vec<u8>) {
    let set: BTreeSet<u8> = xs.iter().copied().collect();
    xs.sort();
    xs.dedup();
    assert_eq!(set.into_iter().collect::<Vec<u8>>(), xs);
}

#[property]
fn sorting_orders_and_keeps_the_elements(xs: Vec<i32>) {
    let mut sorted = xs.clone();
    sorted.sort();
    assert!(sorted.is_sorted());
    for x in &xs {
        let count = |list: &[i32]| list.iter().filter(|y| *y == x).count();
        assert_eq!(count(&sorted), count(&xs));
    }
    assert_eq!(sorted.len(), xs.len());
}

#[property]
fn trimming_twice_is_trimming_once(text: &str) {
    assert_eq!(text.trim().trim(), text.trim());
}

#[property]
fn more_text_loses_no_match(before: &str, text: &str, #[draw("[a-c]{1,2}")] word: String) {
    let longer = format!("{before}{text}");
    assert!(longer.matches(&word).count() >= text.matches(&word).count());
}

#[property]
fn the_order_of_insertions_does_not_matter(xs: Vec<u8>) {
    let forward: HashSet<u8> = xs.iter().copied().collect();
    let backward: HashSet<u8> = xs.iter().rev().copied().collect();
    assert_eq!(forward, backward);
}

#[property]
fn every_text_is_an_address_or_an_error(text: &str) {
    let _ = text.parse::<IpAddr>();
}

#[test]
fn every_question_of_the_page_has_a_property() {
    crate::page::is_compiled(PAGE, &[include_str!("finding_properties.rs")]);
    let rows = PAGE.lines().filter(|line| line.starts_with("| ") && line.contains("? | ["));
    let headings: Vec<String> = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_lowercase().replace(' ', "-"))
        .collect();
    let mut number = 0;
    for (row, heading) in rows.zip(&headings) {
        assert!(row.contains(&format!("](#{heading})")), "{row}");
        number += 1;
    }
    assert_eq!(number, crate::page::blocks(PAGE, "rust").len());
}
