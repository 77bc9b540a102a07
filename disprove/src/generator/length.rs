//! The lengths of collections and strings.

use super::sealed::Sealed;
use crate::source::sample::Lengths;
use std::{
    fmt::Debug,
    ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
};

/// The arguments of `.len(..)`: a number, or any range but `..`. Only this crate implements it.
///
/// ```
/// use disprove::prelude::*;
///
/// let lists = (vec(any::<u8>()).len(3), vec(any::<u8>()).len(1..), vec(any::<u8>()).len(..=4));
/// let report = check(lists).run(|(a, b, c)| a.len() == 3 && b.len() >= 1 && c.len() <= 4);
/// assert!(report.failures().is_empty());
/// ```
pub trait IntoLength: Sealed + Debug + Sized {
    #[doc(hidden)]
    fn ends(&self) -> (usize, Option<usize>);
}

/// Converts the argument of `.len(..)`; panics if the range is empty.
#[track_caller]
pub(super) fn lengths(given: &impl IntoLength) -> Lengths {
    let (min, max) = given.ends();
    let max = max.unwrap_or(usize::MAX);
    assert!(
        min <= max,
        "the range of lengths {given:?} is empty: its start must not be above its end"
    );
    Lengths { min, max, explicit: true }
}

impl IntoLength for usize {
    fn ends(&self) -> (usize, Option<usize>) {
        (*self, Some(*self))
    }
}

impl IntoLength for Range<usize> {
    fn ends(&self) -> (usize, Option<usize>) {
        // `0..0` is empty, and must not become `0..=0`.
        match self.end.checked_sub(1) {
            Some(last) => (self.start, Some(last)),
            None => (1, Some(0)),
        }
    }
}

impl IntoLength for RangeInclusive<usize> {
    fn ends(&self) -> (usize, Option<usize>) {
        (*self.start(), Some(*self.end()))
    }
}

impl IntoLength for RangeFrom<usize> {
    fn ends(&self) -> (usize, Option<usize>) {
        (self.start, None)
    }
}

impl IntoLength for RangeTo<usize> {
    fn ends(&self) -> (usize, Option<usize>) {
        (0..self.end).ends()
    }
}

impl IntoLength for RangeToInclusive<usize> {
    fn ends(&self) -> (usize, Option<usize>) {
        (0, Some(self.end))
    }
}
