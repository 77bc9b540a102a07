//! Replayed inputs, nested checks and resumed panics.

use disprove::prelude::*;
use std::{cell::Cell, panic};

fn token() -> String {
    let report = check(0..10u8).seed(1).database(Db::none()).run(|x| x < 5);
    report.failures()[0].replay_token().to_owned()
}

#[test]
fn replays_count_as_executions_and_respect_their_limit() {
    let replays = || check(0..10u8).seed(1).replay(token()).replay(token()).database(Db::none());
    assert_eq!(replays().max_executions(1).run(|_| ()).executions(), 1);
    assert_eq!(replays().max_failures(1).reduce(false).run(|_| false).executions(), 1);
}

#[test]
fn a_replayed_input_counts_once_as_distinct() {
    let twice = check(0..10u8).seed(1).replay(token()).replay(token()).database(Db::none());
    let report = twice.run(|_| ());
    assert_eq!((report.verdict(), report.distinct()), (Verdict::Exhausted, 10));
}

#[test]
fn a_replayed_input_that_fails_is_reduced() {
    let large = any::<u64>().encode(&4_711).expect("a number").to_token();
    let report = check(any::<u64>()).seed(1).replay(large).database(Db::none()).run(|n| n < 100);
    let failure = &report.failures()[0];
    assert_eq!((failure.found_at(), failure.value()), (1, &100));
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
fn a_nested_check_does_not_lose_the_notes_of_the_outer_one() {
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
fn a_resumed_panic_has_its_own_message() {
    let report = check(any::<u8>()).seed(1).database(Db::none()).run(|x| {
        let _ = panic::catch_unwind(|| panic!("inner {x}"));
        if x > 5 {
            panic::resume_unwind(Box::new("outer"));
        }
    });
    let failure = &report.failures()[0];
    assert_eq!((failure.message(), failure.location()), ("outer", None));
}

#[test]
fn a_token_of_another_generator_is_tried_as_it_is_without_a_warning() {
    let token = any::<u8>().encode(&200).expect("a number").to_token();
    let seen = Cell::new(None);
    let replay = || check((any::<u8>(), any::<bool>())).seed(1).replay(&*token).max_executions(1);
    let report = replay().database(Db::none()).run(|pair| {
        seen.set(seen.take().or(Some(pair)));
        true
    });
    assert_eq!(seen.take(), Some((200, false)), "the choice that fits, and a simplest one");
    assert!(!report.to_string().contains("no longer fit"), "{report}");
    // A choice that has no place any more is left out.
    let pair = any::<(bool, u8)>().encode(&(true, 7)).expect("a pair").to_token();
    let seen = Cell::new(None);
    let report = check(any::<u8>()).seed(1).replay(pair).max_executions(1).database(Db::none());
    let report = report.run(|n| {
        seen.set(seen.take().or(Some(n)));
        true
    });
    assert_eq!(seen.take(), Some(7), "{report}");
}
