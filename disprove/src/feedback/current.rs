//! What the run under way on this thread says about itself.
//!
//! The verbs (`assume!`, `note!`, ...) can be called from anywhere below a property, so what they say
//! goes through the thread. The flags are plain cells: a case that uses no verb pays one look.

use super::{IntoOutcome, IntoScore};
use crate::source::{Refused, refuse};
use std::{
    any::Any,
    cell::{Cell, RefCell},
};

thread_local! {
    /// How many checks are running, one inside the other.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    /// The property returned early because an assumption does not hold.
    static REJECTED: Cell<bool> = const { Cell::new(false) };
    /// Notes are kept: this is the run that is reported.
    static NOTING: Cell<bool> = const { Cell::new(false) };
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Observations are kept: there is a history.
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
    static OBSERVED: RefCell<Vec<Observed>> = const { RefCell::new(Vec::new()) };
}

/// Something given to `observe!`.
pub(crate) type Observed = Box<dyn Any>;

/// While a check runs. What an outer check was listening for, and has heard, is restored at the end.
#[derive(Debug)]
pub(crate) struct Listening {
    noting: bool,
    notes: Vec<String>,
    observing: bool,
    observed: Vec<Observed>,
}

impl Listening {
    pub(crate) fn start() -> Listening {
        RUNNING.set(RUNNING.get() + 1);
        REJECTED.set(false);
        Listening {
            noting: NOTING.replace(false),
            notes: NOTES.take(),
            observing: OBSERVING.replace(false),
            observed: OBSERVED.take(),
        }
    }
}

/// Keeps the notes of the next run, to be taken with [`take_notes`].
pub(crate) fn keep_notes() {
    NOTING.set(true);
    NOTES.take();
}

/// Whether to keep observations for a history.
pub(crate) fn keep_observations(keep: bool) {
    OBSERVING.set(keep);
}

impl Drop for Listening {
    fn drop(&mut self) {
        RUNNING.set(RUNNING.get() - 1);
        REJECTED.set(false);
        NOTING.set(self.noting);
        NOTES.set(std::mem::take(&mut self.notes));
        OBSERVING.set(self.observing);
        OBSERVED.set(std::mem::take(&mut self.observed));
    }
}

/// Whether the property returned early because of an assumption.
#[inline(always)]
pub(crate) fn take_rejected() -> bool {
    REJECTED.replace(false)
}

/// Ends keeping notes.
pub(crate) fn take_notes() -> Vec<String> {
    NOTING.set(false);
    NOTES.take()
}

/// Hands over what was observed since the last time.
pub(crate) fn observing(each: impl FnMut(&Observed)) {
    OBSERVED.take().iter().for_each(each);
}

/// An assumption does not hold, in the body of a property: what to return.
#[cold]
pub fn rejected<R: IntoOutcome>() -> R {
    REJECTED.set(true);
    R::passing()
}

/// An assumption does not hold, in a closure or a function called by the property.
///
/// # Panics
/// Outside of a property.
#[cold]
#[track_caller]
pub fn reject() -> ! {
    assert!(RUNNING.get() > 0, "`assume!` does not hold, and was used outside of a property");
    refuse(Refused::Rejected)
}

/// Whether `note!` is to be formatted at all.
#[inline(always)]
pub fn is_noting() -> bool {
    NOTING.get()
}

/// Keeps a note.
pub fn note(text: String) {
    NOTES.with_borrow_mut(|notes| notes.push(text));
}

/// Takes part in the distribution of labels, once reports show it.
#[inline]
pub fn label(_text: std::fmt::Arguments<'_>) {}

/// A score to be made larger.
#[inline]
pub fn target(_label: &str, score: impl IntoScore) {
    let _ = score.into_score();
}

/// Shows a value to the history, if there is one.
#[inline]
pub fn observe<T: 'static>(observation: T) {
    if OBSERVING.get() {
        OBSERVED.with_borrow_mut(|observed| observed.push(Box::new(observation)));
    }
}
