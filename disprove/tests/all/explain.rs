//! The "what matters" block of a report, and how to disable it. Each property runs in its own process, because
//! environment variables belong to a process.

#![cfg(feature = "regex")]

use crate::child::{Scratch, run};
use disprove::prelude::*;
use std::fs;

#[derive(Debug, Clone, Arbitrary)]
struct Order {
    count: u8,
    express: bool,
}

#[property(seed = 1)]
#[ignore = "run in its own process"]
fn orders_are_small(order: Order, #[draw("[a-z]*")] note: String) {
    assert!(order.count < 5 || note.contains('!'), "too large");
}

#[property(seed = 1, explain = false)]
#[ignore = "run in its own process"]
fn orders_are_not_explained(order: Order) {
    assert!(order.count < 5, "too large");
}

#[property(seed = 1)]
#[ignore = "run in its own process"]
fn an_index_is_small(#[draw(vec(any()).len(1..))] list: Vec<u8>, src: &mut Source) {
    let i = src.draw(0..list.len());
    assert!(i < 2, "too far");
}

#[derive(Default)]
struct Counter(u32);

#[property(seed = 1)]
#[ignore = "run in its own process"]
impl Counter {
    #[rule]
    fn add(&mut self, by: u8) {
        self.0 += u32::from(by);
        assert!(self.0 < 10, "too large");
    }
}

#[derive(Default)]
struct Door {
    is_open: bool,
    knocks: u8,
}

#[property(seed = 1)]
#[ignore = "run in its own process"]
impl Door {
    #[rule]
    fn open(&mut self) {
        self.is_open = true;
    }

    #[rule]
    fn knock(&mut self, #[draw(1..9)] times: u8, _: bool) {
        self.knocks += if self.is_open { times } else { 0 };
    }

    #[rule]
    fn lock(&mut self) {
        self.is_open = self.is_open && self.knocks < 3;
    }

    #[invariant]
    fn is_quiet(&self) {
        assert!(!self.is_open || self.knocks < 5, "too loud");
    }
}

#[derive(Default)]
struct Switches {
    left: bool,
    right: bool,
}

#[property(seed = 1)]
#[ignore = "run in its own process"]
impl Switches {
    #[rule]
    fn turn_left(&mut self) {
        self.left = true;
    }

    #[rule]
    fn turn_right(&mut self) {
        self.right = true;
    }

    #[invariant]
    fn one_is_off(&self) {
        assert!(!self.left || !self.right, "both are on");
    }
}

/// The lines under "what matters" in the report of a failing property.
fn what_matters(property: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let (passed, output) = run(property, &[&[("DISPROVE_DATABASE", "none")], variables].concat());
    assert!(!passed && output.contains("to run it again"), "{output}");
    let lines =
        output.lines().skip_while(|line| *line != "  what matters, of the values tried").skip(1);
    lines.take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn names_arguments_and_their_fields() {
    assert_eq!(
        what_matters("orders_are_small", &[]),
        [
            "order.count = 5      smaller ones pass (0, 2, 4), larger ones fail (6, 7, 10, 255 and 3 more)",
            "order.express, note  may be anything, even together (10 tried each, or all there are)",
        ]
    );
}

#[test]
fn names_values_drawn_in_the_body() {
    assert_eq!(
        what_matters("an_index_is_small", &[]),
        [
            "i = 2                      others pass (0, 1)",
            "list[0], list[1], list[2]  may be anything, even together (10 tried each)",
        ]
    );
}

#[test]
fn explains_the_arguments_of_calls() {
    assert_eq!(
        what_matters("counter", &[]),
        [
            "calls.len() = 1    others pass (0)",
            "by of call 1 = 10  smaller ones pass (0, 5, 9), larger ones fail (11, 12, 18, 255 and 3 more)",
        ]
    );
}

#[test]
fn explains_the_order_of_calls() {
    assert_eq!(
        what_matters("door", &[]),
        [
            "calls.len() = 2       others pass (0, 1)",
            "times of call 2 = 5   smaller ones pass (1, 2, 3, 4), larger ones fail (6, 7, 8)",
            "order of the calls    passes with 1 and 2 swapped",
            "argument 2 of call 2  may be anything",
        ]
    );
    let lines = what_matters("switches", &[]);
    let order = lines.iter().find_map(|line| line.strip_prefix("order of the calls "));
    assert_eq!(order.map(str::trim), Some("fails with 1 and 2 swapped"), "{lines:?}");
}

#[test]
fn a_setting_disables_it() {
    let off = [("DISPROVE_EXPLAIN", "false")];
    assert_eq!(what_matters("orders_are_small", &off), [""; 0]);
    assert_eq!(what_matters("orders_are_not_explained", &[]), [""; 0]);
    let scratch = Scratch::new("explain");
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    let settings = "[default]\nexplain = false\n";
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    let root = scratch.path().to_str().expect("a plain name");
    assert_eq!(what_matters("orders_are_small", &[("CARGO_MANIFEST_DIR", root)]), [""; 0]);
    assert_eq!(scratch.files(), ["Cargo.lock", "disprove.toml"], "nothing is saved");
}
