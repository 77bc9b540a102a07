//! How far a condition was from holding: where it is said, and where a filter hears it.
//!
//! Conditions are evaluated anywhere below a property or a filter, closures on other threads included, so what they
//! say goes through the thread. 0 stands for nothing said.

use std::cell::Cell;

thread_local! {
    /// Of the part of a condition that was evaluated last, where it was not as wanted.
    static GAP: Cell<f64> = const { Cell::new(0.0) };
    /// Of the filter that gave up.
    static FILTER: Cell<f64> = const { Cell::new(0.0) };
}

pub(crate) fn gap() -> f64 {
    GAP.get()
}

#[inline]
pub(crate) fn set_gap(distance: f64) {
    GAP.set(distance);
}

/// What the filter said that gave up last. It is said once.
pub(crate) fn take_filter() -> Option<f64> {
    Some(FILTER.replace(0.0)).filter(|distance| *distance > 0.0)
}

/// Of several attempts that were refused, the one that was nearest to being accepted.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    nearest: Option<(f64, u32)>,
}

impl Attempts {
    /// The attempt recorded as span number `span` was refused.
    pub(crate) fn refused(&mut self, span: Option<u32>) {
        let (distance, Some(span)) = (gap(), span) else {
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
