//! What is counted and said when inputs are replayed, checks are nested, or panics are resumed.

use disprove::prelude::*;
use std::{cell::Cell, panic};

fn token() -> String {
    let report = check(0..10u8).seed(1).database(Db::none()).run(|x| x < 5);
    report.failures()[0].replay_token().to_owned()
}

#[test]
fn replays_count_as_executions_and_end_with_them() {
    let replays = || check(0..10u8).seed(1).replay(token()).replay(token()).database(Db::none());
    assert_eq!(replays().max_executions(1).run(|_| ()).executions(), 1);
    assert_eq!(replays().max_failures(1).reduce(false).run(|_| false).executions(), 1);
}

#[test]
fn an_input_that_is_replayed_is_still_one_input() {
    let twice = check(0..10u8).seed(1).replay(token()).replay(token()).database(Db::none());
    let report = twice.run(|_| ());
    assert_eq!((report.verdict(), report.distinct()), (Verdict::Exhausted, 10));
}

#[test]
fn a_property_that_fails_every_few_calls_is_flaky() {
    for (period, phase) in (2..8).flat_map(|period| (0..period).map(move |phase| (period, phase))) {
        for cases in [10, 50, 500] {
            let calls = Cell::new(0u64);
            let check = check(any::<u64>()).seed(phase).cases(cases).database(Db::none());
            let report = check.run(|_| {
                calls.set(calls.get() + 1);
                calls.get() % period != phase
            });
            assert_eq!(report.verdict(), Verdict::Flaky, "{period} {phase} {cases}");
        }
    }
}

#[test]
fn the_notes_of_a_check_are_not_lost_in_one_inside_of_it() {
    let report = check(any::<u8>()).seed(1).database(Db::none()).run(|n| {
        note!("before {n}");
        let _ = check(any::<u8>()).seed(1).cases(20).database(Db::none()).run(|x| {
            note!("inside {x}");
            x < 5
        });
        note!("after {n}");
        n < 9
    });
    assert_eq!(report.failures()[0].notes(), ["before 9", "after 9"]);
}

#[test]
fn a_resumed_panic_says_what_it_says_itself() {
    let report = check(any::<u8>()).seed(1).database(Db::none()).run(|x| {
        let _ = panic::catch_unwind(|| panic!("inner {x}"));
        if x > 5 {
            panic::resume_unwind(Box::new("outer"));
        }
    });
    let failure = &report.failures()[0];
    assert_eq!((failure.message(), failure.location()), ("outer", None));
}
