//! Ready-made histories lead a search to inputs that random generation misses; a history that panics is reported.

use disprove::{
    history::{Best, Buckets, Union},
    prelude::*,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

const EXECUTIONS: u64 = 20_000;

/// The lines that a program with a bug in its third branch executes. One random input in sixteen million reaches the bug.
fn buggy(input: &[u8]) -> Vec<u32> {
    let mut lines = vec![line!()];
    if input.first() == Some(&b'b') {
        lines.push(line!());
        if input.get(1) == Some(&b'u') {
            lines.push(line!());
            if input.get(2) == Some(&b'g') {
                lines.push(line!());
            }
        } else {
            lines.extend([line!(), line!() + 1, line!() + 2]);
        }
    } else {
        lines.extend([line!(), line!() + 1, line!() + 2, line!() + 3]);
    }
    lines
}

fn has_bug(input: &[u8]) -> bool {
    input.starts_with(b"bug")
}

/// The execution that found the bug, for each of three seeds.
fn executions<H: History + 'static>(
    search: Search,
    history: impl Fn() -> H,
    observe: fn(&[u8]),
) -> Vec<Option<u64>> {
    let mut all = Vec::new();
    for seed in 0..3 {
        let report = check(vec(any::<u8>()).len(0..=5))
            .seed(seed)
            .cases(EXECUTIONS)
            .max_failures(1)
            .search(search)
            .history(history())
            .database(Db::none())
            .run(|input| {
                observe(&input);
                !has_bug(&input)
            });
        if let Some(failure) = report.failures().first() {
            assert_eq!(failure.value(), b"bug", "{search:?} {seed}");
        }
        all.push(report.failures().first().map(disprove::Failure::found_at));
    }
    all
}

#[test]
fn coverage_as_a_union_of_lines_leads_to_the_third_branch() {
    let found =
        |search| executions(search, Union::<Vec<u32>>::default, |input| observe!(buggy(input)));
    assert_eq!(found(Search::Random), [None; 3]);
    for search in [Search::Auto, Search::Pool] {
        let found = found(search);
        assert!(found.iter().all(Option::is_some), "{search:?} {found:?}");
    }
}

#[test]
fn a_target_as_the_best_score_so_far_leads_to_the_third_branch() {
    let score: fn(&[u8]) = |input| {
        let right = input.iter().zip(b"bug").take_while(|(a, b)| a == b).count();
        observe!(right);
    };
    assert_eq!(executions(Search::Random, Best::<usize>::default, score), [None; 3]);
    for search in [Search::Auto, Search::Pool] {
        let found = executions(search, Best::<usize>::default, score);
        assert!(found.iter().all(Option::is_some), "{search:?} {found:?}");
    }
}

#[test]
fn counts_by_orders_of_magnitude_lead_to_a_long_loop() {
    let run = |search| {
        check(vec(0..32u8).len(0..=20))
            .seed(3)
            .cases(EXECUTIONS)
            .max_failures(1)
            .search(search)
            .history(Buckets::<Vec<&'static str>>::default())
            .database(Db::none())
            .run(|input| {
                let rounds = input.iter().take_while(|b| **b == 7).count();
                observe!(vec!["round"; rounds]);
                rounds < 16
            })
    };
    assert_eq!(run(Search::Random).verdict(), Verdict::Passed);
    assert_eq!(run(Search::Pool).failures()[0].value(), &[7; 16]);
    assert_eq!(run(Search::Auto).failures()[0].value(), &[7; 16]);
}

/// Passes unless the history of the attribute guides the search to the bug.
#[property(search = pool, history = Union::<Vec<u32>>, cases = 20_000, seed = 1)]
#[should_panic(expected = "guided to the third branch")]
fn the_attribute_takes_the_type_of_a_history(#[draw(vec(any()).len(0..=5))] input: Vec<u8>) {
    observe!(buggy(&input));
    assert!(!has_bug(&input), "guided to the third branch");
}

/// Passes unless the history of the attribute guides the search to the bug.
#[property(search = pool, history = Best::<usize>::default(), cases = 20_000, seed = 1)]
#[should_panic(expected = "guided to the third branch")]
fn the_attribute_takes_the_value_of_a_history(#[draw(vec(any()).len(0..=5))] input: Vec<u8>) {
    observe!(input.iter().zip(b"bug").take_while(|(a, b)| a == b).count());
    assert!(!has_bug(&input), "guided to the third branch");
}

/// The control of the two properties above: without a history the same search misses the bug.
#[property(search = pool, cases = 20_000, seed = 1)]
fn without_a_history_the_third_branch_is_not_reached(
    #[draw(vec(any()).len(0..=5))] input: Vec<u8>,
) {
    observe!(buggy(&input));
    assert!(!has_bug(&input), "guided to the third branch");
}

/// A history with a bug: its twentieth update panics.
#[derive(Default)]
struct Fragile(u32);

impl History for Fragile {
    type Observation = u8;

    fn update(&mut self, _observation: &u8) -> bool {
        self.0 += 1;
        assert!(self.0 < 20, "{} is too many", self.0);
        true
    }
}

#[test]
fn a_history_that_panics_ends_the_run_and_is_reported() {
    for search in [Search::Random, Search::Auto, Search::Pool, Search::Climb] {
        let run = AssertUnwindSafe(|| {
            check(any::<u64>())
                .name("bytes_are_small")
                .search(search)
                .history(Fragile::default())
                .database(Db::none())
                .run(|n| observe!(n as u8))
        });
        let payload = catch_unwind(run).expect_err("its history panics");
        let message = payload.downcast_ref::<String>().expect("a text");
        let (before, after) = message.split_once(" at ").expect("a place");
        assert_eq!(before, "bytes_are_small: its history panicked", "{search:?}");
        assert!(after.contains("histories.rs:") && after.ends_with(": 20 is too many"), "{after}");
    }
}

#[test]
fn a_panicking_history_does_not_affect_the_next_run() {
    a_history_that_panics_ends_the_run_and_is_reported();
    let report = check(any::<u64>()).database(Db::none()).run(|n| {
        observe!(n as u8);
        n < 10
    });
    assert_eq!(report.failures()[0].value(), &10);
}
