//! Each form of condition has the value of plain Rust, and a distance that falls as it gets closer to holding.

// The conditions below are deliberately written in every possible style.
#![allow(clippy::all, clippy::pedantic)]

mod chains;
mod comparisons;
mod iterators;
mod members;
mod patterns;
mod predicates;
mod rejections;
mod types;

use super::Recording;
use crate::source::{branch_distance, set_branch_distance};

/// The branch distance of a condition; 0 if it holds.
fn recorded_distance(condition: impl FnOnce() -> bool) -> f64 {
    let _recording = Recording::start(false);
    set_branch_distance(0.0);
    if condition() { 0.0 } else { branch_distance() }
}

/// The branch distance of a condition. Asserts that its value is that of plain Rust.
macro_rules! distance {
    ($($condition:tt)+) => {{
        let distance = crate::feedback::tests::recorded_distance(|| {
            disprove::__private::condition!($($condition)+)
        });
        let plain: bool = $($condition)+;
        assert_eq!(distance == 0.0, plain, "{}", stringify!($($condition)+));
        assert!(distance >= 0.0 && distance.is_finite(), "{}", stringify!($($condition)+));
        distance
    }};
}

/// Asserts that the distance falls from value to value, and is 0 for the last one only.
fn falls<T: Copy + std::fmt::Debug>(values: &[T], mut distance: impl FnMut(T) -> f64) {
    let distances: Vec<f64> = values.iter().map(|value| distance(*value)).collect();
    assert!(distances.is_sorted_by(|a, b| a > b), "{values:?} {distances:?}");
    assert_eq!(distances.last(), Some(&0.0), "{values:?} {distances:?}");
}

use distance;
