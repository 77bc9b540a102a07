//! Probes that record values, selected by type.
//!
//! `(&Compared(left, right)).note(..)` calls [`NoteKnown::note`] for types with [`Viewed`]. For other types the compiler
//! adds a reference and finds [`NoteUnknown::note`]. A type parameter is always unknown.

use super::{
    decision::{leave, record_flip},
    flip::{Relation, flip_distance},
    operand::Seen,
    recorder::record_pair,
    recording::{event, is_wanted, record_event},
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

/// An iterator that `all` or `any` has stopped.
#[derive(Debug)]
pub struct Remaining<'a, T>(pub &'a T);

/// Types that can be recorded. `What` depends on the probe.
pub trait NoteKnown<What> {
    /// Records the values. [`QuestionMark`] returns whether the function returns, [`Remaining`] what it is given.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

/// Other types.
pub trait NoteUnknown<What> {
    /// Records what is known without the values.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

impl<L: ?Sized + Viewed, R: ?Sized + Viewed> NoteKnown<Relation> for Compared<'_, L, R> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, relation: Relation) -> bool {
        compare(event(place, ordinal), &self.0.view(), &self.1.view(), relation);
        false
    }
}

impl<L: ?Sized, R: ?Sized> NoteUnknown<Relation> for &Compared<'_, L, R> {
    #[cold]
    fn note(&self, _: u32, _: u32, relation: Relation) -> bool {
        if relation != Relation::Undecided {
            record_flip(None);
        }
        false
    }
}

/// Records the operands now and then, and the flip distance always: any comparison may be the one that decides.
#[inline(never)]
fn compare(event: u32, left: &View<'_>, right: &View<'_>, relation: Relation) {
    if is_wanted(event) {
        record_pair(event, left, right);
    }
    if relation != Relation::Undecided {
        record_flip(flip_distance(relation, left, right));
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
        let leaves = self.0.leaves();
        if leaves {
            record_event(event(place, ordinal));
        }
        leaves
    }
}

impl<T> NoteUnknown<()> for &QuestionMark<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}

/// Adds the elements that were not reached. Returns the value of `all` or `any`.
impl<T: Iterator> NoteKnown<bool> for Remaining<'_, T> {
    #[inline(always)]
    fn note(&self, _: u32, _: u32, truth: bool) -> bool {
        leave(&[self.0.size_hint().0 as f64]);
        truth
    }
}

impl<T> NoteUnknown<bool> for &Remaining<'_, T> {
    #[inline(always)]
    fn note(&self, _: u32, _: u32, truth: bool) -> bool {
        leave(&[0.0]);
        truth
    }
}
