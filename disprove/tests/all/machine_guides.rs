//! What `book/src/tutorial.md` and `book/src/guides/models.md` say about the rules and bundles of state machines.

use crate::{
    machines::transcript,
    scripted::{report, seed, set_seed},
};
use disprove::prelude::*;
use std::{cell::RefCell, panic::catch_unwind};

thread_local! {
    /// The calls of each case.
    static CASES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn begin() {
    CASES.with_borrow_mut(|cases| cases.push(String::new()));
}

fn called(name: char) {
    CASES.with_borrow_mut(|cases| cases.last_mut().expect("a case has begun").push(name));
}

/// The calls of each case of a machine that passes.
fn cases(test: fn()) -> Vec<String> {
    CASES.take();
    test();
    CASES.take()
}

struct Plain;

#[property(seed = 1)]
#[ignore = "run by another test"]
impl Plain {
    #[initial]
    fn new() -> Self {
        begin();
        Plain
    }

    #[rule]
    fn step(&mut self) {
        called('s');
    }
}

#[test]
fn a_case_has_as_many_steps_as_the_pages_say() {
    let cases = cases(plain);
    let most = cases.iter().map(String::len).max().expect("some cases");
    for (page, said) in [
        (include_str!("../../../book/src/tutorial.md"), format!("calls up to {most} rules")),
        (include_str!("../../../book/src/guides/models.md"), format!("(default {most})")),
    ] {
        assert!(page.contains(&said), "the page does not say: {said}");
    }
}

#[test]
fn a_property_runs_as_often_as_the_tutorial_says() {
    let said = format!("`cargo test` runs it {} times", cases(plain).len());
    let page = include_str!("../../../book/src/tutorial.md");
    assert!(page.contains(&said), "the page does not say: {said}");
}

struct Ending;

#[property(seed = 1)]
#[ignore = "run by another test"]
impl Ending {
    #[initial]
    fn new() -> Self {
        begin();
        Ending
    }

    #[rule(weight = 3)]
    fn send(&mut self) {
        called('s');
    }

    #[rule(ends, weight = 6)]
    fn close(&mut self) {
        called('c');
    }
}

#[test]
fn a_rule_that_ends_the_case_is_drawn_a_tenth_as_often_as_its_weight_says() {
    let calls = cases(ending).concat();
    let closes = calls.matches('c').count() as f64;
    let sends = calls.matches('s').count() as f64;
    // Six to three would be 2.
    assert!((0.17..0.23).contains(&(closes / sends)), "{closes} to {sends}");
}

struct Three;

#[property(seed = 1)]
#[property(name = two_of_three, rules = [first, second], seed = 1)]
#[ignore = "run by another test"]
impl Three {
    #[initial]
    fn new() -> Self {
        begin();
        Three
    }

    #[rule]
    fn first(&mut self) {
        called('1');
    }

    #[rule]
    fn second(&mut self) {
        called('2');
    }

    #[rule]
    fn third(&mut self) {
        called('3');
    }
}

/// disprove/src/guide/state_machines.md
#[test]
fn many_cases_of_three_rules_leave_some_out() {
    let incomplete = |test: fn(), rules: &str| {
        let all = cases(test);
        // By chance, thirty calls leave out none of three rules.
        let long: Vec<&String> = all.iter().filter(|case| case.len() >= 30).collect();
        let misses = long.iter().filter(|case| !rules.chars().all(|rule| case.contains(rule)));
        (misses.count() as f64 / long.len() as f64, long.len())
    };
    let (share, of) = incomplete(three, "123");
    assert!((0.2..0.6).contains(&share) && of > 30, "{share} of {of}");
    let (share, of) = incomplete(two_of_three, "12");
    assert!(share == 0.0 && of > 30, "{share} of {of}");
}

/// Hands out one ticket, which does not implement `Clone`.
struct Tickets {
    printed: u32,
    used: u32,
}

struct Ticket;

#[property(seed = 1)]
#[ignore = "run by another test"]
impl Tickets {
    #[initial]
    fn new() -> Self {
        begin();
        Tickets { printed: 0, used: 0 }
    }

    #[rule(bundle = tickets, when = |s| s.printed == 0)]
    fn print(&mut self) -> Ticket {
        self.printed += 1;
        called('p');
        Ticket
    }

    #[rule(bundle = tickets)]
    fn stamp(&mut self, #[consumes(tickets)] ticket: Ticket) -> Ticket {
        assert!(self.printed == 1 && self.used == 0);
        called('s');
        ticket
    }

    #[rule]
    fn r#use(&mut self, #[consumes(tickets)] _ticket: Ticket) {
        self.used += 1;
        assert!(self.printed == 1 && self.used == 1);
        called('u');
    }
}

#[test]
fn a_rule_is_called_only_while_its_bundle_has_a_value() {
    let cases = cases(tickets);
    assert!(cases.iter().any(|case| case.starts_with("pss")), "{cases:?}");
    assert!(cases.iter().any(|case| case.ends_with('u')), "{cases:?}");
    for case in cases.iter().filter(|case| !case.is_empty()) {
        let rest = case.strip_prefix('p').expect("a ticket comes first").trim_start_matches('s');
        assert!(["", "u"].contains(&rest), "{case}");
    }
    // Values that are cloned: after the first one there is always one.
    let cases = self::cases(may_open);
    assert!(cases.iter().all(|case| case.is_empty() || case.starts_with('o')), "{cases:?}");
}

/// Opens files with small numbers, and fails for others.
#[derive(Default)]
struct Opening;

#[property(seed = seed())]
#[ignore = "run by another test"]
impl Opening {
    #[rule(bundle = files)]
    fn open(&mut self, number: u8) -> Result<u8, String> {
        if number < 5 { Ok(number) } else { Err(format!("no file {number}")) }
    }

    #[rule]
    fn read(&mut self, #[from(files)] number: u8) {
        assert!(number < 5, "not an Ok");
    }
}

#[test]
fn an_error_of_a_rule_with_a_bundle_is_a_failure() {
    for seed in 1..=5 {
        set_seed(seed);
        let report = report(opening);
        assert_eq!(
            transcript(&report)[1..],
            ["let file_1 = machine.open(5).unwrap();"],
            "{report}"
        );
        assert!(report.contains("no file 5"), "{report}");
    }
}

/// The same, where it is no failure that there is no file.
struct MayOpen;

#[property(seed = 1)]
#[ignore = "run by another test"]
impl MayOpen {
    #[initial]
    fn new() -> Self {
        begin();
        MayOpen
    }

    #[rule(bundle = handles)]
    fn open(&mut self, #[draw(0..10)] number: u8) -> Option<u8> {
        called('o');
        (number < 5).then_some(number)
    }

    #[rule]
    fn read(&mut self, #[from(handles)] handle: Option<u8>) {
        called(if handle.is_some() { 'r' } else { '-' });
        let Some(handle) = handle else { return };
        assert!(handle < 5);
    }
}

#[test]
fn an_option_of_a_rule_is_stored_in_the_bundle_as_it_is() {
    let calls = cases(may_open).concat();
    assert!(calls.contains('r') && calls.contains('-'), "{calls}");
}

/// Fails for a word that random bytes almost never spell.
#[derive(Default)]
struct Spelled(Vec<u8>);

#[trace]
fn is_bug(bytes: &[u8]) -> bool {
    bytes.len() >= 3 && bytes[0] == b'b' && bytes[1] == b'u' && bytes[2] == b'g'
}

#[property(cases = 5_000, seed = seed())]
#[property(name = spelled_at_random, search = random, cases = 5_000, seed = seed())]
#[ignore = "run by another test"]
impl Spelled {
    #[rule]
    fn add(&mut self, byte: u8) {
        self.0.push(byte);
        assert!(!is_bug(&self.0), "a bug");
    }

    #[rule]
    fn clear(&mut self) {
        self.0.clear();
    }
}

#[test]
fn traced_code_guides_a_machine() {
    for seed in 1..=2 {
        set_seed(seed);
        let report = report(spelled);
        let expected = ["machine.add(98);", "machine.add(117);", "machine.add(103);"];
        assert_eq!(transcript(&report)[1..], expected, "{report}");
        assert!(catch_unwind(spelled_at_random).is_ok(), "seed {seed}");
    }
}
