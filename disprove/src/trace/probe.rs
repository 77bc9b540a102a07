//! Values that are compared, where their types are known to the compiler only.
//!
//! `(&Compared(left, right)).note(..)` calls [`Known::note`] for types that can be looked at. For all others the compiler
//! borrows once more, and finds [`Unknown::note`]. A type parameter is always unknown: no bound says it can be looked at.

use super::{
    operand::Seen,
    recorder::{event, record_event, record_pair},
    view::{View, Viewed},
};
use std::{cell::RefCell, ops::ControlFlow, task::Poll};

/// Two values.
#[derive(Debug)]
pub struct Compared<'a, L: ?Sized, R: ?Sized>(pub &'a L, pub &'a R);

/// A value, and what stands in the patterns of a `match`.
#[derive(Debug)]
pub struct Looked<'a, T: ?Sized>(pub &'a T);

/// The left side of a comparison, of which a copy is kept because it may be changed before it is compared.
#[derive(Debug)]
pub struct First<'a, T: ?Sized>(pub &'a T, pub &'a RefCell<Option<Seen>>);

/// Where that copy goes.
#[inline(always)]
pub fn unseen() -> RefCell<Option<Seen>> {
    RefCell::new(None)
}

/// A value before a `?`.
#[derive(Debug)]
pub struct Tried<'a, T>(pub &'a T);

/// These types can be looked at. What `What` is depends on the probe: there is one for each.
pub trait Known<What> {
    /// Records it.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

/// These cannot.
pub trait Unknown<What> {
    /// Records no more than can be known.
    fn note(&self, place: u32, ordinal: u32, what: What) -> bool;
}

impl<L: ?Sized + Viewed, R: ?Sized + Viewed> Known<()> for Compared<'_, L, R> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, (): ()) -> bool {
        record_pair(event(place, ordinal), &self.0.view(), &self.1.view());
        false
    }
}

impl<L: ?Sized, R: ?Sized> Unknown<()> for &Compared<'_, L, R> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}

impl<'a, T: ?Sized + Viewed> Known<&[View<'a>]> for Looked<'_, T> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, patterns: &[View<'a>]) -> bool {
        for pattern in patterns {
            record_pair(event(place, ordinal), &self.0.view(), pattern);
        }
        false
    }
}

impl<'a, T: ?Sized> Unknown<&[View<'a>]> for &Looked<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, _: &[View<'a>]) -> bool {
        false
    }
}

impl<T: ?Sized + Viewed> Known<()> for First<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        self.1.replace(match self.0.view() {
            View::Nothing => None,
            view => Some(Seen::of(&view)),
        });
        false
    }
}

impl<T: ?Sized> Unknown<()> for &First<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}

/// What `?` may leave a function with.
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

impl<T: Question> Known<()> for Tried<'_, T> {
    #[cold]
    fn note(&self, place: u32, ordinal: u32, (): ()) -> bool {
        if self.0.leaves() {
            record_event(event(place, ordinal));
        }
        false
    }
}

impl<T> Unknown<()> for &Tried<'_, T> {
    #[cold]
    fn note(&self, _: u32, _: u32, (): ()) -> bool {
        false
    }
}
