//! Decisions of traced code: how far the last one was from the other outcome.
//!
//! Every condition in traced code leaves its flip distance, in the thread-local that `assume!` reads. The flip distance
//! of a comparison comes from its operands. Compositions number the checks that were not reached, because a
//! condition that fails late is nearer than one that fails early: see [`nested`]. So a call that returned the wrong value
//! leaves the distance of its last decision, and the conditions of `assume!` can go on with it.
//!
//! Nothing happens while no trace is recorded.

use super::recording::is_recording;
use crate::source::{
    branch_distance, raw_branch_distance, set_branch_distance, smaller_distance, squash,
};
use std::cell::Cell;

/// The distance of a decision without operands, and the upper limit for all.
const PLAIN: f64 = 1.0;

/// Limit for the checks after a decision that are counted.
const MOST_CHECKS: f64 = 65_535.0;

/// The distance of a decision followed by `after` checks that were not reached: fewer such checks come first, then
/// smaller distances. Keeps the result below 1 by a prefix code (Elias gamma): `distance` takes the interval of its
/// number of checks, which is 1/2 for none, 1/8 for one or two, 1/32 for three to six. The more checks, the less is left
/// of the distance: about 16 nested compositions with one check each can be distinguished.
fn nested(after: f64, distance: f64) -> f64 {
    let count = after.clamp(0.0, MOST_CHECKS).floor() + 1.0;
    let half = 2.0_f64.powi(-(count.log2() as i32));
    let width = half * half / 2.0;
    1.0 - half + (count - 1.0 / half + distance.min(1.0)) * width
}

fn nest(after: f64) {
    let distance = branch_distance();
    let distance = if distance > 0.0 { distance } else { PLAIN };
    set_branch_distance(nested(after, distance).max(f64::MIN_POSITIVE));
}

/// Records a decision; `None` or NaN if nothing is known about it.
pub(super) fn record_flip(distance: Option<f64>) {
    let known = distance.filter(|distance| !distance.is_nan());
    // Negative: squashed when it is read, which most are not.
    set_branch_distance(known.map_or(PLAIN, |it| -it.clamp(f64::MIN_POSITIVE, f64::MAX)));
}

/// Forgets the last decision, before something that may contain one.
#[inline(always)]
pub fn mark() {
    if is_recording() {
        forget();
    }
}

#[cold]
#[inline(never)]
fn forget() {
    set_branch_distance(0.0);
}

/// A decision without operands. What it called may have left a distance since [`mark`].
#[inline(always)]
pub fn missed() {
    if is_recording() {
        settle();
    }
}

#[cold]
#[inline(never)]
fn settle() {
    if raw_branch_distance() == 0.0 {
        set_branch_distance(PLAIN);
    }
}

/// A condition without operands: `leaf(mark(), condition)`.
#[inline(always)]
pub fn leaf((): (), truth: bool) -> bool {
    missed();
    truth
}

/// A condition that a probe of `assume!` measured: `measured(mark(), condition)`.
#[inline(always)]
pub fn measured((): (), truth: bool) -> bool {
    if is_recording() {
        settle_measured();
    }
    truth
}

#[cold]
#[inline(never)]
fn settle_measured() {
    settle();
    // These may exceed 1.
    let raw = raw_branch_distance();
    if raw > 0.0 {
        set_branch_distance(squash(raw));
    }
}

/// This condition decides a chain of `&&` or `||`; the number of others that are not evaluated.
#[inline(always)]
pub fn short(others: u32, truth: bool) -> bool {
    if is_recording() {
        leave_from(&[f64::from(others)]);
    }
    truth
}

/// The value of a function.
#[inline(always)]
pub fn tail(truth: bool) -> bool {
    short(0, truth)
}

/// Leaves a function. The checks that were not reached, from the inside to the outside: in the rest of an iteration, in
/// further iterations and after the loop, and so on.
#[inline(always)]
pub fn leave(checks: &[f64]) {
    if is_recording() {
        leave_from(checks);
    }
}

#[cold]
#[inline(never)]
fn leave_from(checks: &[f64]) {
    for after in checks {
        nest(*after);
    }
}

/// The smallest flip distance of conditions of which one is enough.
#[derive(Debug)]
pub struct Least(Cell<f64>);

impl Least {
    /// No condition yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Least {
        Least(Cell::new(f64::INFINITY))
    }

    /// Adds the last condition.
    #[inline(always)]
    pub fn keep(&self, truth: bool) -> bool {
        if is_recording() {
            self.add();
        }
        truth
    }

    /// Adds the last condition, and leaves the smallest distance.
    #[inline(always)]
    pub fn last(&self, truth: bool) -> bool {
        if is_recording() {
            self.add();
            self.set();
        }
        truth
    }

    /// Leaves the smallest distance.
    #[inline(always)]
    pub fn finish(&self, truth: bool) -> bool {
        if is_recording() {
            self.set();
        }
        truth
    }

    #[cold]
    #[inline(never)]
    fn add(&self) {
        settle();
        self.0.set(smaller_distance(raw_branch_distance(), self.0.get()));
    }

    #[cold]
    #[inline(never)]
    fn set(&self) {
        let least = self.0.get();
        set_branch_distance(if least.is_infinite() { PLAIN } else { least });
    }
}

/// The number of iterations that a loop has left, as far as it is known.
#[derive(Debug)]
pub struct Rounds(Cell<f64>);

impl Rounds {
    /// A loop that has not started.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Rounds {
        Rounds(Cell::new(0.0))
    }

    /// The elements of a `for` loop.
    #[inline(always)]
    pub fn count<I: IntoIterator>(&self, elements: I) -> Counted<'_, I::IntoIter> {
        Counted { elements: elements.into_iter(), rounds: self }
    }

    /// The condition of a `while` loop: in `i < n` its flip distance is the number of iterations left.
    #[inline(always)]
    pub fn going(&self, truth: bool) -> bool {
        if truth && is_recording() {
            self.0.set((-raw_branch_distance()).max(1.0) - 1.0);
        }
        truth
    }

    /// The iterations after this one.
    #[inline(always)]
    pub fn rest(&self) -> f64 {
        self.0.get()
    }
}

/// The iterator of a loop.
#[derive(Debug)]
pub struct Counted<'a, I> {
    elements: I,
    rounds: &'a Rounds,
}

impl<I: Iterator> Iterator for Counted<'_, I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let next = self.elements.next();
        if is_recording() {
            self.rounds.0.set(self.elements.size_hint().0 as f64);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::nested;

    #[test]
    fn fewer_checks_come_first_and_then_smaller_distances() {
        let mut last = -1.0;
        for after in 0..200 {
            for distance in [0.0, 0.1, 0.5, 0.999] {
                let found = nested(f64::from(after), distance);
                assert!(found > last && found < 1.0, "{after} {distance}: {last} {found}");
                last = found;
            }
        }
        assert!(nested(1e300, 1.0) <= 1.0);
    }

    #[test]
    fn deep_compositions_still_differ() {
        let deep = |checks: f64, distance: f64| {
            (0..14).fold(distance, |distance, _| nested(checks, distance))
        };
        assert!(deep(1.0, 0.25) < deep(1.0, 0.5));
        let without = |distance: f64| (0..500).fold(distance, |it, _| nested(0.0, it));
        assert!(without(0.25) < without(0.5));
    }
}
