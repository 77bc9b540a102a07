//! Other crates, the real ones: their values are valid, reach the awkward ones, come back from choices, and
//! get as small as they can.

mod calendars;
mod libraries;
mod random;
mod values;

use disprove::prelude::*;
use std::{any::type_name, cell::RefCell, fmt::Debug};

/// Found failures must not depend on luck.
const SEEDS: std::ops::Range<u64> = 0..4;

fn debug<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// Every seed finds a failure, gets to this value, and gets there again from the token.
#[track_caller]
fn reduces_to<G>(generator: &G, expected: &str, holds: impl Fn(&G::Value) -> bool)
where
    G: Generator,
    G::Value: Debug + 'static,
{
    for seed in SEEDS {
        let run = check(generator.by_ref()).seed(seed).cases(2_000).max_failures(1);
        let report = run.run(|value| holds(&value));
        assert!(!report.failures().is_empty(), "nothing found, seed {seed}");
        let failure = &report.failures()[0];
        assert_eq!(debug(failure.value()), expected, "seed {seed}");
        let token = failure.replay_token();
        let again =
            check(generator.by_ref()).replay(token).reduce(false).run(|value| holds(&value));
        assert_eq!(again.failures()[0].found_at(), 1, "seed {seed}, {token}");
        assert_eq!(debug(again.failures()[0].value()), expected, "seed {seed}, {token}");
    }
}

/// As many values as asked for.
fn values<G>(generator: &G, count: u64) -> Vec<G::Value>
where
    G: Generator,
    G::Value: Debug + 'static,
{
    let values = RefCell::new(Vec::new());
    let report =
        check(generator.by_ref()).seed(7).cases(count).run(|value| values.borrow_mut().push(value));
    assert!(report.failures().is_empty());
    values.into_inner()
}

/// Whether such a value is among the first few thousand.
#[track_caller]
fn sees<T: Arbitrary + Debug + 'static>(wanted: impl Fn(&T) -> bool) {
    let run = check(any::<T>()).seed(7).cases(5_000).reduce(false);
    let report = run.run(|value| !wanted(&value));
    assert!(!report.failures().is_empty(), "no such {}", type_name::<T>());
}

/// The simplest value is the natural one, and all values come back from their choices.
#[track_caller]
fn comes_back<T: Arbitrary + Debug + 'static>(natural: &str) {
    reduces_to(&any::<T>(), natural, |_| false);
    for value in values(&any::<T>(), 300) {
        returns(&value);
    }
}

#[track_caller]
fn returns<T: Arbitrary + Debug + 'static>(value: &T) {
    let expected = debug(value);
    let tree = any::<T>().encode(value);
    let tree = tree.unwrap_or_else(|| panic!("it has no choices: {expected}"));
    let report = check(any::<T>()).replay(tree.to_token()).reduce(false).run(|_| false);
    assert_eq!(debug(report.failures()[0].value()), expected);
}
