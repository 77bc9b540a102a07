//! State machines: their planted bugs are found, and reported with the fewest calls.

use crate::scripted::{report, seed, set_seed};
use disprove::prelude::*;
use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    num::TryFromIntError,
};

/// The calls in a report.
pub fn transcript(report: &str) -> Vec<&str> {
    let lines = report.lines().skip_while(|line| !line.starts_with("    "));
    lines.take_while(|line| !line.is_empty()).map(str::trim).collect()
}

/// Asserts that every seed leads to the same transcript.
#[track_caller]
pub fn always(test: fn(), seeds: u64, expected: &[&str]) {
    for seed in 1..=seeds {
        set_seed(seed);
        let report = report(test);
        assert_eq!(transcript(&report), expected, "seed {seed}: {report}");
    }
}

/// A ring of fixed capacity whose start does not wrap around when it was full.
#[derive(Default)]
struct Ring {
    slots: [u8; 4],
    start: usize,
    len: usize,
}

impl Ring {
    fn push(&mut self, x: u8) {
        self.slots[(self.start + self.len) % 4] = x;
        self.len += 1;
    }

    fn pop(&mut self) -> u8 {
        let x = self.slots[self.start];
        self.start = if self.len == 4 { 0 } else { (self.start + 1) % 4 };
        self.len -= 1;
        x
    }
}

#[derive(Default)]
struct RingVsQueue {
    ring: Ring,
    model: VecDeque<u8>,
}

#[property(cases = 2_000, seed = seed())]
#[ignore = "run by another test"]
impl RingVsQueue {
    #[rule(when = |s| s.model.len() < 4)]
    fn push(&mut self, x: u8) {
        self.ring.push(x);
        self.model.push_back(x);
    }

    #[rule(when = |s| !s.model.is_empty())]
    fn pop(&mut self) {
        assert_eq!(Some(self.ring.pop()), self.model.pop_front());
    }

    #[rule]
    fn clear(&mut self) {
        self.ring = Ring::default();
        self.model.clear();
    }

    #[invariant]
    fn same_length(&self) -> bool {
        self.ring.len == self.model.len()
    }
}

#[test]
fn a_queue_is_reduced_to_the_fewest_calls() {
    always(
        ring_vs_queue,
        20,
        &[
            "let mut machine = RingVsQueue::default();",
            "machine.push(0);",
            "machine.push(1);",
            "machine.push(0);",
            "machine.push(0);",
            "machine.pop();",
            "machine.pop();",
        ],
    );
}

/// Keys are found again unless another one was removed after they were added twice.
#[derive(Default)]
struct Store {
    store: BTreeMap<u16, (u8, bool)>,
    model: BTreeMap<u16, u8>,
}

#[property(cases = 5_000, seed = seed())]
#[ignore = "run by another test"]
impl Store {
    #[rule(bundle = keys)]
    fn key(&mut self, key: u16) -> u16 {
        key
    }

    #[rule]
    fn put(&mut self, #[from(keys)] key: u16, value: u8) {
        let again = self.store.contains_key(&key);
        self.store.insert(key, (value, again));
        self.model.insert(key, value);
    }

    #[rule]
    fn remove(&mut self, #[from(keys)] key: u16) {
        self.store.remove(&key);
        self.store.retain(|_, (_, again)| !*again);
        self.model.remove(&key);
    }

    #[rule]
    fn get(&self, #[from(keys)] key: u16) {
        let found = self.store.get(&key).map(|(value, _)| *value);
        assert_eq!(found, self.model.get(&key).copied());
    }

    #[rule]
    fn len(&self) {}
}

#[test]
fn values_of_bundles_are_variables_in_the_transcript() {
    for seed in 1..=20 {
        set_seed(seed);
        let report = report(store);
        let lines = transcript(&report);
        assert_eq!(lines.len(), 7, "{report}");
        assert_eq!(
            lines[..2],
            ["let mut machine = Store::default();", "let key_1 = machine.key(0);"]
        );
        assert!(lines.contains(&"let key_2 = machine.key(1);"), "{report}");
        assert!(lines[5].starts_with("machine.remove(key_"), "{report}");
        assert!(lines[6].starts_with("machine.get(key_"), "{report}");
    }
}

/// The total is wrong when an account is closed that was not opened last.
#[derive(Default)]
struct Bank {
    accounts: Vec<(u32, u64)>,
    total: u64,
    opened: u32,
}

/// Neither `Clone` nor `Debug`.
struct Account(u32);

#[property(cases = 5_000, seed = seed())]
#[ignore = "run by another test"]
impl Bank {
    #[rule(bundle = accounts)]
    fn open(&mut self, #[draw(0..1_000)] deposit: u64) -> Result<Account, String> {
        self.opened = self.opened.checked_add(1).ok_or("too many")?;
        self.accounts.push((self.opened, deposit));
        self.total += deposit;
        Ok(Account(self.opened))
    }

    #[rule(bundle = accounts)]
    fn look(&mut self, #[consumes(accounts)] account: Account) -> Account {
        assert!(self.accounts.iter().any(|(number, _)| *number == account.0));
        account
    }

    #[rule]
    fn close(&mut self, #[consumes(accounts)] account: Account) {
        let at = self.accounts.iter().position(|(number, _)| *number == account.0);
        let (_, left) = self.accounts.swap_remove(at.expect("it was opened"));
        if account.0 == self.opened {
            self.total -= left;
        }
    }

    #[invariant]
    fn adds_up(&mut self) -> Result<(), u64> {
        let sum: u64 = self.accounts.iter().map(|(_, left)| left).sum();
        if sum == self.total { Ok(()) } else { Err(sum) }
    }
}

#[test]
fn a_failing_invariant_is_the_last_line() {
    always(
        bank,
        20,
        &[
            "let mut machine = Bank::default();",
            "let account_1 = machine.open(1).unwrap();",
            "let account_2 = machine.open(0).unwrap();",
            "machine.close(account_1);",
            "machine.adds_up();",
        ],
    );
}

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(what: impl Into<String>) {
    LOG.with_borrow_mut(|log| log.push(what.into()));
}

struct Logged;

#[property(cases = 20, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl Logged {
    #[initial]
    fn make(#[draw(7..8)] n: u8) -> Self {
        log(format!("make {n}"));
        Logged
    }

    #[initial]
    fn first(&mut self) {
        log("first");
    }

    #[rule]
    fn step(&mut self) {
        log("step");
    }

    #[initial]
    fn second(&mut self, #[draw(5..6)] n: u8) -> bool {
        log(format!("second {n}"));
        true
    }

    #[invariant]
    fn checked(&self) {
        log("check");
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        log("drop");
    }
}

#[test]
fn a_machine_is_constructed_initialized_checked_and_dropped() {
    LOG.take();
    logged();
    let log = LOG.take().join(" ");
    let cases: Vec<&str> = log.split("make 7 ").skip(1).map(str::trim).collect();
    assert_eq!(cases.len(), 20);
    for case in &cases {
        let steps = case.matches("step").count();
        assert!(steps <= 3);
        let expected = format!("first second 5 check {}drop", "step check ".repeat(steps));
        assert_eq!(*case, expected);
    }
    assert!(cases.iter().any(|case| case.matches("step").count() == 3));
}

/// One of two constructors makes a machine that violates its invariant.
struct Made(u8);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl Made {
    #[initial]
    fn right() -> Self {
        Made(0)
    }

    #[initial]
    fn wrong(n: u16) -> Result<Self, TryFromIntError> {
        u8::try_from(n % 256).map(Made)
    }

    #[rule]
    fn nothing(&mut self) {}

    #[invariant]
    fn small(&self) {
        assert!(self.0 < 10, "too large");
    }
}

#[test]
fn one_of_several_constructors_is_chosen() {
    always(made, 10, &["let mut machine = Made::wrong(10).unwrap();", "machine.small();"]);
}

#[derive(Default)]
struct PanicsInWhen(u8);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl PanicsInWhen {
    #[rule(when = |s| { assert!(s.0 < 2, "asked too often"); true }, weight = 3)]
    fn add(&mut self) {
        self.0 += 1;
    }

    #[rule(when = Self::never)]
    fn other(&mut self) {
        unreachable!("never allowed");
    }

    fn never(&self) -> bool {
        self.0 > 200
    }
}

#[test]
fn a_panic_in_a_condition_is_a_failure() {
    let expected =
        ["let mut machine = PanicsInWhen::default();", "machine.add();", "machine.add();"];
    always(panics_in_when, 10, &expected);
}

#[derive(Default)]
struct PanicsInDrop(u8);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl PanicsInDrop {
    #[rule]
    fn add(&mut self) {
        self.0 += 1;
    }
}

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        assert!(self.0 < 2, "in a drop");
    }
}

#[test]
fn a_panic_in_drop_is_a_failure() {
    let lines = [
        "let mut machine = PanicsInDrop::default();",
        "machine.add();",
        "machine.add();",
        "drop(machine);",
    ];
    always(panics_in_drop, 10, &lines);
}

#[derive(Default)]
struct PanicsTwice(u8);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl PanicsTwice {
    #[rule]
    fn add(&mut self) {
        self.0 += 1;
        assert!(self.0 < 3, "in a step");
    }
}

impl Drop for PanicsTwice {
    fn drop(&mut self) {
        assert!(self.0 < 3, "in a drop");
    }
}

#[test]
fn a_panic_in_drop_does_not_hide_the_panic_of_a_step() {
    let report = report(panics_twice);
    assert!(report.contains("in a step") && !report.contains("in a drop"), "{report}");
    assert!(report.contains("machines.rs:"), "the place of the first panic is known: {report}");
}

#[derive(Default)]
struct Assumes(u32);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl Assumes {
    #[rule]
    fn add(&mut self, n: u8) -> bool {
        assume!(n > 20);
        self.0 += u32::from(n);
        self.0 < 40
    }
}

#[test]
fn a_failing_assume_in_a_step_rejects_the_case() {
    let expected = ["let mut machine = Assumes::default();", "machine.add(40);"];
    always(assumes, 10, &expected);
}

/// No call follows a rejected one.
#[derive(Default)]
struct EndsRejected(bool);

#[property(seed = 1)]
impl EndsRejected {
    #[rule(weight = 50)]
    fn go_on(&mut self) {
        assert!(!self.0, "a call followed a rejected one");
    }

    #[rule]
    fn reject(&mut self) {
        self.0 = true;
        assume!(!self.0);
    }
}

#[derive(Default)]
struct AlwaysRejects;

#[property]
#[ignore = "run by another test"]
impl AlwaysRejects {
    #[initial]
    fn start(&mut self) -> Outcome {
        Outcome::reject()
    }

    #[rule]
    fn step(&mut self) {
        unreachable!("no case comes so far");
    }
}

#[test]
fn a_machine_that_rejects_everything_gives_up() {
    assert!(report(always_rejects).contains("always_rejects gave up"));
}

/// A rule that draws from the source, and a value that cannot be printed.
#[derive(Default)]
struct Draws(Vec<u8>);

struct Opaque;

fn opaque(_: &mut Source) -> Opaque {
    Opaque
}

#[property(seed = seed())]
#[ignore = "run by another test"]
impl Draws {
    #[rule]
    fn add(&mut self, src: &mut Source, #[draw(opaque)] _opaque: Opaque) {
        self.0.push(src.draw(0..10));
        assert!(self.0.iter().sum::<u8>() < 12, "too much");
    }
}

#[test]
fn rules_can_draw_from_the_source() {
    set_seed(1);
    let report = report(draws);
    let lines = transcript(&report);
    assert_eq!(lines[0], "let mut machine = Draws::default();");
    assert_eq!(lines.len(), 3, "{report}");
    assert!(lines[1].starts_with("machine.add(src, <"), "{report}");
}

#[derive(Default)]
struct StopsAlone(u8);

#[property(seed = 1)]
impl StopsAlone {
    const MOST: u8 = 5;

    #[rule(when = |s| s.0 < Self::MOST)]
    fn add(&mut self) {
        self.0 += 1;
    }

    #[invariant]
    fn is_small(&self) -> bool {
        self.0 <= Self::MOST
    }
}

#[property(cases = 10, seed = 1)]
#[should_panic(expected = "three are too many")]
impl OnlyThree {
    #[rule]
    fn add(&mut self) {
        self.0 += 1;
        assert!(self.0 < 3, "three are too many");
    }
}

#[derive(Default)]
struct OnlyThree(u8);

#[derive(Default)]
struct Idle;

#[property]
#[should_panic(expected = "idle gave up: of 50,000 inputs, none was accepted")]
impl Idle {
    #[rule(when = |_| false)]
    fn go(&mut self) {
        panic!("it was called");
    }
}

#[test]
fn calls_of_a_report_can_be_pasted_into_a_test() {
    set_seed(1);
    let report = report(ring_vs_queue);
    let pasted = transcript(&report).join("\n        ");
    assert!(include_str!("machines.rs").contains(&pasted), "{pasted}");
    let failed = std::panic::catch_unwind(|| {
        let mut machine = RingVsQueue::default();
        machine.push(0);
        machine.push(1);
        machine.push(0);
        machine.push(0);
        machine.pop();
        machine.pop();
    });
    assert!(failed.is_err());
}
