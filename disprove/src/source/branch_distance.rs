//! How far a condition was from holding: where it is said, and where a filter hears it.
//!
//! Conditions are evaluated anywhere below a property or a filter, closures on other threads included, so what they
//! say goes through the thread. 0 stands for nothing said, and what is below it for a distance that was not squashed
//! yet: most are never looked at, as another part of the condition holds.

use std::cell::Cell;

thread_local! {
    /// Of the part of a condition that was evaluated last, where it was not as wanted.
    static DISTANCE: Cell<f64> = const { Cell::new(0.0) };
    /// Of the filter that gave up.
    static FILTER: Cell<f64> = const { Cell::new(0.0) };
}

/// Makes a number below 1 of any distance, larger for larger ones. Unlike x / (x + 1), which is 1 from 2^53 on, it
/// still tells apart what is as far away as numbers of 64 bits can be.
pub(crate) fn squash(distance: f64) -> f64 {
    let logarithm = distance.clamp(0.0, f64::MAX).ln_1p();
    logarithm / (1.0 + logarithm)
}

/// How far the last part was, squashed.
pub(crate) fn branch_distance() -> f64 {
    squashed(raw_branch_distance())
}

/// The same as it was said.
#[inline]
pub(crate) fn raw_branch_distance() -> f64 {
    DISTANCE.get()
}

/// What a distance is as a part of others.
pub(crate) fn squashed(raw: f64) -> f64 {
    if raw < 0.0 { squash(-raw).max(f64::MIN_POSITIVE) } else { raw }
}

/// The last part is so far away: below 0 to be squashed later.
#[inline]
pub(crate) fn set_branch_distance(raw: f64) {
    DISTANCE.set(raw);
}

/// The smaller one of two distances as they were said. The other may be infinite, which stands for none.
#[inline]
pub(crate) fn smaller_distance(one: f64, other: f64) -> f64 {
    if other.is_infinite() {
        // There is no other.
        one
    } else if one < 0.0 && other < 0.0 {
        // Squashing keeps the order, so it can wait.
        one.max(other)
    } else {
        squashed(one).min(squashed(other))
    }
}

/// What the filter said that gave up last. It is said once.
pub(crate) fn take_filter_distance() -> Option<f64> {
    Some(FILTER.replace(0.0)).filter(|distance| *distance > 0.0)
}

/// Of several attempts that were refused, the one that was nearest to being accepted.
#[derive(Debug, Default)]
pub(crate) struct RejectedAttempts {
    nearest: Option<(f64, u32)>,
}

impl RejectedAttempts {
    /// The attempt recorded as span number `span` was refused.
    pub(crate) fn refused(&mut self, span: Option<u32>) {
        let (distance, Some(span)) = (branch_distance(), span) else {
            return;
        };
        if distance > 0.0 && self.nearest.is_none_or(|(least, _)| distance < least) {
            self.nearest = Some((distance, span));
        }
    }

    /// All were refused. Returns the span of the nearest, if any said how near it was.
    pub(crate) fn give_up(&self) -> Option<u32> {
        FILTER.set(self.nearest.map_or(0.0, |(distance, _)| distance));
        self.nearest.map(|(_, span)| span)
    }
}
