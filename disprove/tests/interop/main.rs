//! Other crates, the real ones: their values are valid, reach the awkward ones, come back from choices, and
//! get as small as they can.

mod calendars;
mod laws;
mod libraries;
mod random;
mod runtime;
mod values;

use disprove::{Check, generator::ByRef, prelude::*};
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
    all_reduce_to(&generator.by_ref().boxed(), expected, &holds);
}

/// The same, compiled once for each type of values.
#[track_caller]
fn all_reduce_to<T>(generator: &Boxed<'_, T>, expected: &str, holds: &dyn Fn(&T) -> bool)
where
    T: Debug + 'static,
{
    for seed in SEEDS {
        let run = check(generator.by_ref()).seed(seed).cases(2_000);
        let found = failure(run, holds).unwrap_or_else(|| panic!("nothing found, seed {seed}"));
        assert_eq!(found.value, expected, "seed {seed}");
        let run = check(generator.by_ref()).replay(&found.token).reduce(false);
        let again = failure(run, holds).unwrap_or_else(|| panic!("{} does not fail", found.token));
        assert_eq!((again.at, again.value), (1, found.value), "seed {seed}, {}", found.token);
    }
}

/// What is looked at of a failure.
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

/// As many values as asked for.
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

/// Whether such a value is among the first few thousand.
#[track_caller]
fn sees<T: Arbitrary + Debug + 'static>(wanted: impl Fn(&T) -> bool) {
    let generator = any::<T>().boxed();
    let run = check(generator.by_ref()).seed(7).cases(5_000).reduce(false);
    assert!(failure(run, &|value| !wanted(value)).is_some(), "no such {}", type_name::<T>());
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
    let generator = any::<T>().boxed();
    let run = check(generator.by_ref()).replay(tree.to_token()).reduce(false);
    let found = failure(run, &|_| false).expect("everything fails");
    assert_eq!(found.value, expected);
}
