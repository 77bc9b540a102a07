//! Branch distances of conditions that do not hold. A condition that holds runs none of this.

use super::current::is_recording;
use crate::source::{
    branch_distance as last_distance, raw_branch_distance as raw_distance, set_branch_distance,
    smaller_distance, squash, squashed,
};
use std::cell::Cell;

/// Distance of a false condition that has no distance of its own, and the upper limit for the squashed one of a part.
const PLAIN: f64 = 1.0;

/// Distance of a missing value, such as `None` before `is_some_and`: larger than that of any wrong value.
const ABSENT: f64 = 2.0;

/// Distance of `any` over no elements when the distance of an element may be a sum. Larger than any likely sum.
const MANY: f64 = 1e6;

/// The squashed distance of a part that does not hold: never 0, and `PLAIN` if unknown.
pub(super) fn part(distance: f64) -> f64 {
    squashed(raw(distance))
}

/// The distance in raw form, which is squashed only when it is read.
fn raw(distance: f64) -> f64 {
    if distance.is_nan() { PLAIN } else { -distance.clamp(f64::MIN_POSITIVE, f64::MAX) }
}

/// Records the distance of a part that does not hold; NaN if unknown.
#[cold]
#[inline(never)]
pub fn note(distance: f64) -> bool {
    set_branch_distance(raw(distance));
    false
}

/// Records a part that is false and has no distance.
#[cold]
#[inline(never)]
pub fn plain() -> bool {
    set_branch_distance(PLAIN);
    false
}

/// Records a part without a distance of its own. Traced code that it called since [`reset`] may have left one.
#[cold]
#[inline(never)]
pub fn called() -> bool {
    if raw_distance() == 0.0 {
        set_branch_distance(PLAIN);
    }
    false
}

/// Adds 1 for each part of a conjunction after the one that does not hold.
#[cold]
#[inline(never)]
pub fn unevaluated(parts: f64) -> bool {
    set_branch_distance(last_distance() + parts.max(0.0));
    false
}

/// The same after a part whose distance is a sum, which it squashes first.
#[cold]
#[inline(never)]
pub fn squashed_then_unevaluated(parts: f64) -> bool {
    set_branch_distance(squash(last_distance()));
    unevaluated(parts)
}

/// The initial minimum: larger than every distance.
pub const NONE: f64 = f64::INFINITY;

/// The smaller of the last distance and `minimum`.
pub fn smaller(minimum: f64) -> f64 {
    smaller_distance(raw_distance(), minimum)
}

/// Ends a disjunction: its distance is the smallest of its parts.
#[cold]
#[inline(never)]
pub fn least(minimum: f64) -> bool {
    set_branch_distance(smaller(minimum));
    false
}

/// Resets the distance before a closure that may not be called.
#[inline]
pub fn reset() {
    set_branch_distance(0.0);
}

/// Reads the distance that a closure recorded. It stays 0 if the closure was not called.
#[cold]
#[inline(never)]
pub fn in_closure() -> bool {
    let distance = last_distance();
    set_branch_distance(if distance == 0.0 { ABSENT } else { squash(distance) });
    false
}

/// Records a pattern that did not match. With distance 0 it matched, and its guard recorded a distance.
#[cold]
#[inline(never)]
pub fn unmatched(distance: f64) -> bool {
    set_branch_distance(if distance == 0.0 {
        squash(last_distance())
    } else {
        1.0 + part(distance)
    });
    false
}

/// The smallest distance of many elements.
#[derive(Debug)]
pub struct Nearest(Cell<f64>);

impl Nearest {
    /// No element yet.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Nearest {
        Nearest(Cell::new(NONE))
    }

    /// Adds the distance of an element.
    #[inline(never)]
    pub fn add(&self) -> bool {
        self.0.set(smaller(self.0.get()));
        false
    }

    /// Records the smallest distance. `is_sum`: the distance of an element may be a sum.
    #[cold]
    #[inline(never)]
    pub fn finish(&self, is_sum: bool) -> bool {
        let none = if is_sum { MANY } else { ABSENT };
        set_branch_distance(
            Some(self.0.get()).filter(|distance| distance.is_finite()).unwrap_or(none),
        );
        false
    }
}

/// The distance of alternatives: the smallest.
pub fn least_of(distances: &[f64]) -> f64 {
    distances.iter().copied().fold(f64::NAN, f64::min)
}

/// The distance of parts that must all match: their sum.
pub fn sum(distances: &[f64]) -> f64 {
    distances.iter().map(|distance| if *distance == 0.0 { 0.0 } else { part(*distance) }).sum()
}

/// The distance of parts in lexicographic order: the first that differs.
pub fn first(distances: &[f64]) -> f64 {
    distances.iter().copied().find(|distance| *distance != 0.0).unwrap_or(0.0)
}

/// Replaces an unknown distance by 0: a field without a measure may well be equal.
pub fn known(distance: f64) -> f64 {
    if distance.is_nan() { 0.0 } else { distance }
}

/// The distance of two variants of an enum: larger than that of any two values of the same variant.
pub fn variants(most_fields: u32, one: u32, other: u32) -> f64 {
    f64::from(most_fields) + f64::from(one.abs_diff(other))
}

/// Computes a distance only while a run records feedback.
pub(super) fn if_recording(distance: impl FnOnce() -> f64) -> f64 {
    if is_recording() { distance() } else { f64::NAN }
}
