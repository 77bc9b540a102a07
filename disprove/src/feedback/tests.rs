//! Conditions: each form is true when plain Rust is, and nearer on the way there.

// Conditions are written here in all ways there are, not only in the best.
#![allow(clippy::all, clippy::pedantic)]

mod chains;
mod comparisons;
mod iterators;
mod members;
mod misses;
mod patterns;
mod types;

use super::Recording;
use crate::source::{branch_distance, set_branch_distance};

/// How far a condition is from holding, 0 if it does.
fn distance(condition: impl FnOnce() -> bool) -> f64 {
    let _listening = Recording::start(false);
    set_branch_distance(0.0);
    if condition() { 0.0 } else { branch_distance() }
}

/// The distance of a condition, which must be true when it is in plain Rust.
macro_rules! far {
    ($($condition:tt)+) => {{
        let distance = crate::feedback::tests::distance(|| {
            disprove::__private::condition!($($condition)+)
        });
        let plain: bool = $($condition)+;
        assert_eq!(distance == 0.0, plain, "{}", stringify!($($condition)+));
        assert!(distance >= 0.0 && distance.is_finite(), "{}", stringify!($($condition)+));
        distance
    }};
}

/// Falls from value to value, and reaches 0 with the last one, there only.
fn falls<T: Copy + std::fmt::Debug>(values: &[T], mut distance: impl FnMut(T) -> f64) {
    let distances: Vec<f64> = values.iter().map(|value| distance(*value)).collect();
    assert!(distances.is_sorted_by(|a, b| a > b), "{values:?} {distances:?}");
    assert_eq!(distances.last(), Some(&0.0), "{values:?} {distances:?}");
}

use far;
