//! Support for other crates: their values are valid, include edge cases, round-trip through choices, and reduce to the
//! smallest value.

mod calendars;
mod collections;
mod laws;
mod libraries;
mod names;
mod numbers;
mod random;
mod runtime;
mod values;

use disprove::{Check, generator::ByRef, prelude::*};
use std::{any::type_name, cell::RefCell, fmt::Debug};

/// Seeds of each test, so that a result does not depend on one seed.
const SEEDS: std::ops::Range<u64> = 0..4;

fn debug<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// Asserts that every seed finds a failure that reduces to this value, and that its token replays it.
#[track_caller]
fn reduces_to<G>(generator: &G, expected: &str, holds: impl Fn(&G::Value) -> bool)
where
    G: Generator,
    G::Value: Debug + 'static,
{
    all_reduce_to(&generator.by_ref().boxed(), expected, &holds);
}

/// The same, compiled once per type of values.
#[track_caller]
fn all_reduce_to<T>(generator: &Boxed<'_, T>, expected: &str, holds: &dyn Fn(&T) -> bool)
where
    T: Debug + 'static,
{
    for seed in SEEDS {
        let run = check(generator.by_ref()).seed(seed).cases(2_000);
        let found = failure(run, holds).unwrap_or_else(|| panic!("no failure with seed {seed}"));
        assert_eq!(found.value, expected, "seed {seed}");
        let run = check(generator.by_ref()).replay(&found.token).reduce(false);
        let again = failure(run, holds).unwrap_or_else(|| panic!("{} does not fail", found.token));
        assert_eq!((again.at, again.value), (1, found.value), "seed {seed}, {}", found.token);
    }
}

/// The parts of a failure that the tests compare.
struct Found {
    value: String,
    token: String,
    at: u64,
}

fn failure<T>(run: Check<ByRef<'_, Boxed<'_, T>>>, holds: &dyn Fn(&T) -> bool) -> Option<Found>
where
    T: Debug + 'static,
{
    let report = run.max_failures(1).run(|value| holds(&value));
    let failure = report.failures().first()?;
    let token = failure.replay_token().to_owned();
    Some(Found { value: debug(failure.value()), token, at: failure.found_at() })
}

/// Generates `count` values.
fn values<G>(generator: &G, count: u64) -> Vec<G::Value>
where
    G: Generator,
    G::Value: Debug + 'static,
{
    let values = RefCell::new(Vec::new());
    let run = check(generator.by_ref().boxed()).seed(7).cases(count);
    let report = run.run(|value| values.borrow_mut().push(value));
    assert!(report.failures().is_empty());
    values.into_inner()
}

/// Asserts that such a value is among the first 5,000.
#[track_caller]
fn sees<T: Arbitrary + Debug + 'static>(wanted: impl Fn(&T) -> bool) {
    let generator = any::<T>().boxed();
    let run = check(generator.by_ref()).seed(7).cases(5_000).reduce(false);
    assert!(failure(run, &|value| !wanted(value)).is_some(), "no such {}", type_name::<T>());
}

/// Asserts that `simplest` is the simplest value, and that all values round-trip through their choices.
#[track_caller]
fn round_trips<T: Arbitrary + Debug + 'static>(simplest: &str) {
    reduces_to(&any::<T>(), simplest, |_| false);
    for value in values(&any::<T>(), 300) {
        is_encoded(&value);
    }
}

#[track_caller]
fn is_encoded<T: Arbitrary + Debug + 'static>(value: &T) {
    let expected = debug(value);
    let tree = any::<T>().encode(value);
    let tree = tree.unwrap_or_else(|| panic!("{expected} is not encoded"));
    let generator = any::<T>().boxed();
    let run = check(generator.by_ref()).replay(tree.to_token()).reduce(false);
    let found = failure(run, &|_| false).expect("every value fails");
    assert_eq!(found.value, expected);
}
