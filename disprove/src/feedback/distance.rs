//! What a condition leaves behind where it misses. All of this is off the way of a condition that holds.

use super::current::is_recording;
use crate::source::{
    branch_distance, raw_branch_distance, set_branch_distance, smaller_distance, squash, squashed,
};
use std::cell::Cell;

/// The distance of what is just false, and the most that one part of a condition can be away.
const PLAIN: f64 = 1.0;

/// What is not there is farther away than what is not right.
const ABSENT: f64 = 2.0;

/// More than the parts of a condition are likely to add up to.
const MANY: f64 = 1e6;

/// The squashed distance of something unequal: never 0, and `PLAIN` if it is unknown.
pub(super) fn part(distance: f64) -> f64 {
    squashed(raw(distance))
}

/// The same, to be squashed later.
fn raw(distance: f64) -> f64 {
    if distance.is_nan() { PLAIN } else { -distance.clamp(f64::MIN_POSITIVE, f64::MAX) }
}

/// A part is not as wanted, by so much. NaN if there is no saying.
#[cold]
#[inline(never)]
pub fn note(distance: f64) -> bool {
    set_branch_distance(raw(distance));
    false
}

/// A part is not as wanted, and nothing more is known.
#[cold]
#[inline(never)]
pub fn plain() -> bool {
    set_branch_distance(PLAIN);
    false
}

/// So many parts were not reached after the one that missed.
#[cold]
#[inline(never)]
pub fn ahead(parts: f64) -> bool {
    set_branch_distance(branch_distance() + parts.max(0.0));
    false
}

/// The same, after one whose distance is a sum.
#[cold]
#[inline(never)]
pub fn folded(parts: f64) -> bool {
    set_branch_distance(squash(branch_distance()));
    ahead(parts)
}

/// Nothing to be nearer than.
pub const NONE: f64 = f64::INFINITY;

/// How far away the last part was, or one before it that was nearer.
pub fn gap(before: f64) -> f64 {
    smaller_distance(raw_branch_distance(), before)
}

/// One of several parts would have been enough: the nearest counts.
#[cold]
#[inline(never)]
pub fn least(before: f64) -> bool {
    set_branch_distance(smaller_distance(raw_branch_distance(), before));
    false
}

/// Before a closure that may not be called.
#[inline]
pub fn start() {
    set_branch_distance(0.0);
}

/// After it.
#[cold]
#[inline(never)]
pub fn inside() -> bool {
    let gap = branch_distance();
    set_branch_distance(if gap == 0.0 { ABSENT } else { squash(gap) });
    false
}

/// A pattern was not matched, by so much; or it was, and the guard said how far it was.
#[cold]
#[inline(never)]
pub fn unmatched(distance: f64) -> bool {
    set_branch_distance(if distance == 0.0 {
        squash(branch_distance())
    } else {
        1.0 + part(distance)
    });
    false
}

/// The nearest of many elements.
#[derive(Debug)]
pub struct Nearest(Cell<f64>);

impl Nearest {
    /// No element was looked at yet.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Nearest {
        Nearest(Cell::new(NONE))
    }

    /// Takes an element in.
    #[inline(never)]
    pub fn keep(&self) -> bool {
        self.0.set(smaller_distance(raw_branch_distance(), self.0.get()));
        false
    }

    /// There are no more. If the distance of an element may be a sum, no element is as far away as many.
    #[cold]
    #[inline(never)]
    pub fn settle(&self, is_sum: bool) -> bool {
        let none = if is_sum { MANY } else { ABSENT };
        set_branch_distance(Some(self.0.get()).filter(|gap| gap.is_finite()).unwrap_or(none));
        false
    }
}

/// The distance of alternatives.
pub fn least_of(distances: &[f64]) -> f64 {
    distances.iter().copied().fold(f64::NAN, f64::min)
}

/// The distances of parts that must all be right.
pub fn sum(distances: &[f64]) -> f64 {
    distances.iter().map(|distance| if *distance == 0.0 { 0.0 } else { part(*distance) }).sum()
}

/// The distance of the first of parts that are compared one after the other.
pub fn first(distances: &[f64]) -> f64 {
    distances.iter().copied().find(|distance| *distance != 0.0).unwrap_or(0.0)
}

/// A field without a measure counts nothing: it may well be equal.
pub fn known(distance: f64) -> f64 {
    if distance.is_nan() { 0.0 } else { distance }
}

/// The distance of two variants of an enum: more than that of any two values of one of them.
pub fn variants(most_fields: u32, one: u32, other: u32) -> f64 {
    f64::from(most_fields) + f64::from(one.abs_diff(other))
}

/// Distances are only worked out where somebody hears them.
pub(super) fn heard(distance: impl FnOnce() -> f64) -> f64 {
    if is_recording() { distance() } else { f64::NAN }
}
