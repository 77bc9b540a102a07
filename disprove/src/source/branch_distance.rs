//! Branch distance: how far a condition was from holding.
//!
//! Conditions are evaluated anywhere below a property or a filter, so they report through a thread-local variable. 0
//! means that no distance was reported. A negative number is a distance that is not squashed yet: most distances are
//! never read, because another part of the condition holds.

use std::cell::Cell;

thread_local! {
    /// The distance of the last evaluated part of a condition, if it did not hold.
    static DISTANCE: Cell<f64> = const { Cell::new(0.0) };
    /// The distance of the filter that gave up.
    static FILTER: Cell<f64> = const { Cell::new(0.0) };
}

/// Maps a distance to a number below 1, monotonically. Unlike x / (x + 1), which is 1 from 2^53 on, it distinguishes
/// all distances of 64-bit numbers.
pub(crate) fn squash(distance: f64) -> f64 {
    let logarithm = distance.clamp(0.0, f64::MAX).ln_1p();
    logarithm / (1.0 + logarithm)
}

/// The distance of the last part, squashed.
pub(crate) fn branch_distance() -> f64 {
    squashed(raw_branch_distance())
}

/// The distance of the last part as reported.
#[inline]
pub(crate) fn raw_branch_distance() -> f64 {
    DISTANCE.get()
}

/// The squashed form of a reported distance.
pub(crate) fn squashed(raw: f64) -> f64 {
    if raw < 0.0 { squash(-raw).max(f64::MIN_POSITIVE) } else { raw }
}

/// Reports the distance of the last part; a negative one is squashed later.
#[inline]
pub(crate) fn set_branch_distance(raw: f64) {
    DISTANCE.set(raw);
}

/// The smaller one of two reported distances. An infinite `other` means that there is none.
#[inline]
pub(crate) fn smaller_distance(one: f64, other: f64) -> f64 {
    if other.is_infinite() {
        one
    } else if one < 0.0 && other < 0.0 {
        // Squashing keeps the order, so it is not needed yet.
        one.max(other)
    } else {
        squashed(one).min(squashed(other))
    }
}

/// Takes the distance of the filter that gave up last.
pub(crate) fn take_filter_distance() -> Option<f64> {
    Some(FILTER.replace(0.0)).filter(|distance| *distance > 0.0)
}

/// The rejected attempt of a filter with the smallest branch distance.
#[derive(Debug, Default)]
pub(crate) struct RejectedAttempts {
    nearest: Option<(f64, u32)>,
}

impl RejectedAttempts {
    /// The attempt recorded as span number `span` was rejected.
    pub(crate) fn add(&mut self, span: Option<u32>) {
        let (distance, Some(span)) = (branch_distance(), span) else {
            return;
        };
        if distance > 0.0 && self.nearest.is_none_or(|(least, _)| distance < least) {
            self.nearest = Some((distance, span));
        }
    }

    /// All attempts were rejected. Returns the span of the nearest one, if any reported a distance.
    pub(crate) fn give_up(&self) -> Option<u32> {
        FILTER.set(self.nearest.map_or(0.0, |(distance, _)| distance));
        self.nearest.map(|(_, span)| span)
    }
}
