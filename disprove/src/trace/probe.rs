//! Probes that record values, selected by type.
//!
//! `(&Compared(left, right)).note(..)` calls [`NoteKnown::note`] for types with [`Viewed`]. For other types the compiler
//! adds a reference and finds [`NoteUnknown::note`]. A type parameter is always unknown.

use super::{
    operand::Seen,
    recorder::record_pair,
    recording::{event, record_event},
    view::{View, Viewed},
};
use std::{cell::RefCell, ops::ControlFlow, task::Poll};

/// Both operands of a comparison.
#[derive(Debug)]
pub struct Compared<'a, L: ?Sized, R: ?Sized>(pub &'a L, pub &'a R);

/// The value of a `match`, for comparison with its literals.
#[derive(Debug)]
pub struct MatchValue<'a, T: ?Sized>(pub &'a T);

/// The left operand of a comparison, copied since evaluating the right one may change it.
#[derive(Debug)]
pub struct LeftOperand<'a, T: ?Sized>(pub &'a T, pub &'a RefCell<Option<Seen>>);

/// A place for the copy.
#[inline(always)]
pub fn no_copy() -> RefCell<Option<Seen>> {
    RefCell::new(None)
}

/// The operand of `?`.
#[derive(Debug)]
pub struct QuestionMark<'a, T>(pub &'a T);

/// Types that can be recorded. `What` depends on the probe.
pub trait NoteKnown<What> {
    /// Records the values.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

/// Other types.
pub trait NoteUnknown<What> {
    /// Records what is known without the values.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

impl<L: ?Sized + Viewed, R: ?Sized + Viewed> NoteKnown<()> for Compared<'_, L, R> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, (): ()) -> bool {
        record_pair(event(place, ordinal), &self.0.view(), &self.1.view());
        false
    }
}

impl<L: ?Sized, R: ?Sized> NoteUnknown<()> for &Compared<'_, L, R> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}

impl<'a, T: ?Sized + Viewed> NoteKnown<&[View<'a>]> for MatchValue<'_, T> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, patterns: &[View<'a>]) -> bool {
        for pattern in patterns {
            record_pair(event(place, ordinal), &self.0.view(), pattern);
        }
        false
    }
}

impl<'a, T: ?Sized> NoteUnknown<&[View<'a>]> for &MatchValue<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, _: &[View<'a>]) -> bool {
        false
    }
}

impl<T: ?Sized + Viewed> NoteKnown<()> for LeftOperand<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        self.1.replace(match self.0.view() {
            View::Nothing => None,
            view => Some(Seen::of(&view)),
        });
        false
    }
}

impl<T: ?Sized> NoteUnknown<()> for &LeftOperand<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}

/// Types that `?` applies to.
pub trait Question {
    fn leaves(&self) -> bool;
}

impl<T> Question for Option<T> {
    fn leaves(&self) -> bool {
        self.is_none()
    }
}

impl<T, E> Question for Result<T, E> {
    fn leaves(&self) -> bool {
        self.is_err()
    }
}

impl<B, C> Question for ControlFlow<B, C> {
    fn leaves(&self) -> bool {
        self.is_break()
    }
}

impl<T: Question> Question for Poll<T> {
    fn leaves(&self) -> bool {
        matches!(self, Poll::Ready(it) if it.leaves())
    }
}

impl<T: Question> NoteKnown<()> for QuestionMark<'_, T> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, (): ()) -> bool {
        if self.0.leaves() {
            record_event(event(place, ordinal));
        }
        false
    }
}

impl<T> NoteUnknown<()> for &QuestionMark<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}
