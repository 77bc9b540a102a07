//! Rules whose weight depends on the state, rules that end a case, and tests of some rules.

use crate::{
    machines::{always, transcript},
    properties::yield_now,
    scripted::{report, seed},
};
use disprove::prelude::*;
use std::{cell::RefCell, sync::Mutex};

thread_local! {
    /// The calls of all cases, with `|` before each case.
    static CALLS: RefCell<String> = const { RefCell::new(String::new()) };
}

fn called(name: char) {
    CALLS.with_borrow_mut(|calls| calls.push(name));
}

/// The calls of each case of a machine that passes.
fn cases(test: fn()) -> Vec<String> {
    CALLS.take();
    test();
    CALLS.take().split('|').skip(1).map(str::to_owned).collect()
}

/// A pool that is filled while it is empty, and emptied while it is full.
struct Pool {
    used: u32,
}

const ROOM: u32 = 8;

#[property(seed = 1)]
#[ignore = "run by another test"]
impl Pool {
    #[initial]
    fn new() -> Self {
        called('|');
        Pool { used: 0 }
    }

    #[rule(weight = |pool| ROOM - pool.used)]
    fn take(&mut self) {
        assert!(self.used < ROOM, "weight 0 means that the rule is not called");
        self.used += 1;
        called('t');
    }

    #[rule(weight = Self::used, when = |pool| pool.used != 2)]
    fn give_back(&mut self) {
        assert!(self.used > 0 && self.used != 2);
        self.used -= 1;
        called('g');
    }

    fn used(&self) -> u32 {
        self.used
    }
}

#[test]
fn weights_that_depend_on_the_state_are_shares_of_the_calls_there() {
    let (mut taken, mut given, mut used_at_most) = ([0; 9], [0; 9], 0);
    for case in cases(pool) {
        let mut used = 0_usize;
        for call in case.chars() {
            if call == 't' {
                taken[used] += 1;
                used += 1;
            } else {
                given[used] += 1;
                used -= 1;
            }
            used_at_most = used_at_most.max(used);
        }
    }
    assert_eq!(given[2], 0);
    assert!((6..=8).contains(&used_at_most), "{used_at_most}");
    // Six of eight are used: two parts are taken, six given back.
    let share = |at: usize| f64::from(taken[at]) / f64::from(taken[at] + given[at]);
    assert!((0.65..0.85).contains(&(1.0 - share(6))), "{taken:?} {given:?}");
    assert!((0.4..0.6).contains(&share(4)), "{taken:?} {given:?}");
}

/// Fails when a file is written after it was closed twice.
#[derive(Default)]
struct Leaky {
    open: u32,
    closed: u32,
}

#[property(cases = 2_000, seed = seed())]
#[ignore = "run by another test"]
impl Leaky {
    #[rule(weight = |s| 3 - s.open.min(3))]
    fn open(&mut self, name: u8) {
        let _ = name;
        self.open += 1;
    }

    #[rule(weight = |s| s.open)]
    fn close(&mut self) {
        self.open -= 1;
        self.closed += 1;
    }

    #[rule(weight = 2)]
    fn write(&mut self, byte: u8) {
        assert!(self.closed < 2 || self.open == 0 || byte < 3);
    }
}

#[test]
fn a_machine_with_weights_is_reduced_to_the_fewest_calls() {
    for seed in 1..=20 {
        crate::scripted::set_seed(seed);
        let report = report(leaky);
        let lines = transcript(&report);
        assert_eq!(lines.len(), 7, "seed {seed}: {report}");
        assert_eq!(lines.iter().filter(|line| **line == "machine.open(0);").count(), 3);
        assert_eq!(lines[6], "machine.write(3);", "{report}");
    }
}

/// A connection: nothing is called after `close`, but the invariant is.
struct Connection {
    is_open: bool,
}

#[property(seed = 1, steps = 40)]
#[ignore = "run by another test"]
impl Connection {
    #[initial]
    fn new() -> Self {
        called('|');
        Connection { is_open: true }
    }

    #[rule]
    fn send(&mut self) {
        assert!(self.is_open);
        called('s');
    }

    #[rule]
    fn receive(&mut self) {
        assert!(self.is_open);
        called('r');
    }

    #[rule(ends)]
    fn close(&mut self) {
        assert!(self.is_open);
        self.is_open = false;
        called('c');
    }

    #[invariant]
    fn checked(&self) {
        called(if self.is_open { '.' } else { ',' });
    }
}

#[test]
fn nothing_but_invariants_is_called_after_a_rule_that_ends_the_case() {
    let cases = cases(connection);
    assert_eq!(cases.len(), 500);
    let closed: Vec<&String> = cases.iter().filter(|case| case.contains('c')).collect();
    assert!(closed.iter().all(|case| case.ends_with("c,")), "{closed:?}");
    assert!((100..400).contains(&closed.len()), "{}", closed.len());
    let long = cases.iter().filter(|case| case.len() > 40).count();
    assert!(long > 100, "cases of twenty calls and more stay frequent: {long}");
}

/// Loses the last byte when it is closed with three bytes that were not flushed.
#[derive(Default)]
struct Writer {
    buffered: Vec<u8>,
    written: Vec<u8>,
    expected: Vec<u8>,
    is_closed: bool,
}

#[property(cases = 2_000, seed = seed())]
#[ignore = "run by another test"]
impl Writer {
    #[rule]
    fn write(&mut self, byte: u8) {
        assert!(!self.is_closed);
        self.buffered.push(byte);
        self.expected.push(byte);
    }

    #[rule]
    fn flush(&mut self) {
        assert!(!self.is_closed);
        self.written.append(&mut self.buffered);
    }

    #[rule(ends)]
    fn close(&mut self) {
        if self.buffered.len() > 2 {
            self.buffered.pop();
        }
        self.written.append(&mut self.buffered);
        self.is_closed = true;
    }

    #[invariant]
    fn complete(&self) {
        assert!(!self.is_closed || self.written == self.expected);
    }
}

#[test]
fn a_failure_at_the_end_of_a_case_is_reduced() {
    always(
        writer,
        20,
        &[
            "let mut machine = Writer::default();",
            "machine.write(0);",
            "machine.write(0);",
            "machine.write(0);",
            "machine.close();",
            "machine.complete();",
        ],
    );
}

/// Threads call `get` at the end of cases that no rule ended.
#[derive(Default)]
struct Shared {
    value: Mutex<u8>,
    is_closed: bool,
}

#[property(seed = 1, cases = 100)]
impl Shared {
    #[rule(parallel)]
    fn get(&self) -> u8 {
        assert!(!self.is_closed, "a call after the end");
        *self.value.lock().expect("no call panics")
    }

    #[rule(ends, weight = 10)]
    fn close(&mut self) {
        self.is_closed = true;
    }
}

/// A counter whose reads fail after three writes, and whose reset hides that.
struct Counter {
    value: u32,
}

#[property(seed = 1)]
#[property(name = only_writes, rules = [writes], seed = 1)]
#[property(name = reads_and_resets, rules = [get, resets], seed = 1, steps = 9)]
#[ignore = "run by another test"]
impl Counter {
    #[initial]
    fn new() -> Self {
        called('|');
        Counter { value: 0 }
    }

    #[rule(group = writes)]
    fn add(&mut self, #[draw(0..3)] n: u32) {
        self.value = self.value.wrapping_add(n);
        called('a');
    }

    #[rule(group = writes, weight = 3)]
    fn double(&mut self) {
        self.value = self.value.saturating_mul(2);
        called('d');
    }

    #[rule]
    fn get(&self) {
        called('g');
    }

    #[rule(group = resets)]
    fn reset(&mut self) {
        self.value = 0;
        called('r');
    }
}

/// The different calls of all cases.
fn different(cases: &[String]) -> String {
    let mut calls: Vec<char> = cases.concat().chars().collect();
    calls.sort_unstable();
    calls.dedup();
    calls.into_iter().collect()
}

#[test]
fn a_test_calls_the_rules_and_groups_that_it_names() {
    assert_eq!(different(&cases(counter)), "adgr");
    let writes = cases(only_writes);
    assert_eq!(different(&writes), "ad");
    let (adds, doubles) =
        (writes.concat().matches('a').count(), writes.concat().matches('d').count());
    assert!((2 * adds..4 * adds).contains(&doubles), "three to one: {doubles} to {adds}");
    let reads = cases(reads_and_resets);
    assert_eq!(different(&reads), "gr");
    assert!(reads.iter().all(|case| case.len() <= 9));
    let occurs = |calls: &str| reads.iter().any(|case| case.contains(calls));
    assert!(["gg", "gr", "rg", "rr"].into_iter().all(occurs), "in any order");
}

/// Fails after two writes and a reset.
#[derive(Default)]
struct Faulty {
    writes: u32,
}

#[property(name = without_reset, rules = [write, read], seed = 1)]
#[property(name = with_reset, seed = seed())]
#[ignore = "run by another test"]
impl Faulty {
    #[rule]
    fn write(&mut self) {
        self.writes += 1;
    }

    #[rule]
    fn read(&self) {}

    #[rule]
    fn reset(&mut self) {
        assert!(self.writes < 2);
        self.writes = 0;
    }
}

#[test]
fn each_test_of_a_machine_has_a_report_of_its_own() {
    without_reset();
    always(
        with_reset,
        10,
        &[
            "let mut machine = Faulty::default();",
            "machine.write();",
            "machine.write();",
            "machine.reset();",
        ],
    );
    assert!(report(with_reset).starts_with("with_reset failed"), "{}", report(with_reset));
}

/// Async functions run on the built-in loop.
#[derive(Default)]
struct Later {
    sum: u32,
    calls: u32,
}

#[property(seed = 1)]
#[should_panic(
    expected = "machine.add(5, src); // drew src.draw(just(true)) = true\n    machine.is_small();"
)]
impl Later {
    #[initial]
    async fn new(#[draw(0..3)] sum: u32) -> Result<Self, String> {
        yield_now().await;
        std::future::ready(Ok(Later { sum, calls: 0 })).await
    }

    #[initial]
    async fn begin(&mut self) {
        yield_now().await;
        self.calls = 1;
    }

    #[rule(bundle = numbers)]
    async fn number(&mut self, #[draw(0..6)] n: u32) -> u32 {
        std::future::ready(n).await
    }

    #[rule]
    async fn add(&mut self, n: u8, src: &mut Source) -> bool {
        assume!(n < 6);
        self.calls += 1;
        yield_now().await;
        self.sum += u32::from(n);
        src.draw(just(true))
    }

    #[rule]
    async fn add_known(&mut self, #[from(numbers)] n: u32) {
        self.calls += 1;
        assert!(n < std::future::ready(6).await);
    }

    #[invariant]
    async fn is_small(&self) {
        yield_now().await;
        assert!(self.calls > 0 && self.sum < 5);
    }
}
