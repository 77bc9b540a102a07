//! What the run under way on this thread says about itself.
//!
//! The verbs (`assume!`, `note!`, ...) can be called from anywhere below a property, so what they say
//! goes through the thread. The flags are plain cells: a case that uses no verb pays one look.

use super::{Covered, IntoOutcome, IntoScore, Observed, Remarks, Step, Told};
use crate::source::{Refused, refuse};
use std::{
    cell::{Cell, RefCell},
    fmt,
};

thread_local! {
    /// How many checks are running, one inside the other.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    /// What has to be looked at when the property returns: nothing for most, so one look is enough.
    static SIGNALS: Cell<u8> = const { Cell::new(0) };
    /// Remarks are kept: cases are counted.
    static HEARING: Cell<bool> = const { Cell::new(false) };
    static REMARKS: RefCell<Remarks> = RefCell::default();
    /// Observations are kept as well: there is a history.
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
    /// Notes and steps are kept: this is the run that is reported.
    static TELLING: Cell<bool> = const { Cell::new(false) };
    static TOLD: RefCell<Told> = RefCell::default();
}

/// The property returned early because an assumption does not hold.
const REJECTED: u8 = 1;

/// There are remarks.
const REMARKED: u8 = 2;

/// While a check runs. What an outer check was listening for, and has heard, is restored at the end.
#[derive(Debug)]
pub(crate) struct Listening {
    signals: u8,
    hearing: bool,
    remarks: Remarks,
    observing: bool,
    telling: bool,
    told: Told,
}

impl Listening {
    /// Hears what cases say about themselves, and what they observe if there is a history.
    pub(crate) fn start(observing: bool) -> Listening {
        RUNNING.set(RUNNING.get() + 1);
        Listening {
            signals: SIGNALS.replace(0),
            hearing: HEARING.replace(true),
            remarks: REMARKS.take(),
            observing: OBSERVING.replace(observing),
            telling: TELLING.replace(false),
            told: TOLD.take(),
        }
    }

    /// From now on nothing is counted any more.
    pub(crate) fn stop_hearing() {
        HEARING.set(false);
        OBSERVING.set(false);
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        RUNNING.set(RUNNING.get() - 1);
        SIGNALS.set(self.signals);
        HEARING.set(self.hearing);
        REMARKS.set(std::mem::take(&mut self.remarks));
        OBSERVING.set(self.observing);
        TELLING.set(self.telling);
        TOLD.set(std::mem::take(&mut self.told));
    }
}

/// What a property that returned has signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signals(u8);

impl Signals {
    /// Looks, and clears them.
    #[inline(always)]
    pub(crate) fn take() -> Signals {
        Signals(SIGNALS.replace(0))
    }

    #[inline(always)]
    pub(crate) fn is_silent(self) -> bool {
        self.0 == 0
    }

    /// Whether it returned early because of an assumption.
    pub(crate) fn is_rejected(self) -> bool {
        self.0 & REJECTED != 0
    }
}

/// Whether a part of a property returned early because of an assumption; the signal stays.
pub(crate) fn is_rejected() -> bool {
    SIGNALS.get() & REJECTED != 0
}

/// Forgets what was said in a case that does not count.
pub(crate) fn forget_remarks() {
    if !Signals::take().is_silent() {
        REMARKS.take();
    }
}

/// What was said since the last time.
pub(crate) fn take_remarks() -> Remarks {
    REMARKS.take()
}

/// Keeps the notes and steps of the next run, to be taken with [`take_told`].
pub(crate) fn keep_told() {
    TELLING.set(true);
    TOLD.take();
}

/// Ends keeping notes and steps.
pub(crate) fn take_told() -> Told {
    TELLING.set(false);
    TOLD.take()
}

/// Runs something that was told already: nothing it says is kept.
pub(crate) fn untold<T>(body: impl FnOnce() -> T) -> T {
    struct Before(bool, bool);
    impl Drop for Before {
        fn drop(&mut self) {
            TELLING.set(self.0);
            HEARING.set(self.1);
        }
    }
    let _before = Before(TELLING.replace(false), HEARING.replace(false));
    body()
}

/// An assumption does not hold, in the body of a property: what to return.
#[cold]
pub fn rejected<R: IntoOutcome>() -> R {
    SIGNALS.set(SIGNALS.get() | REJECTED);
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

/// Whether notes and steps are to be formatted at all.
#[inline(always)]
pub fn is_telling() -> bool {
    TELLING.get()
}

/// Keeps a note.
pub fn note(text: String) {
    TOLD.with_borrow_mut(|told| told.notes.push(text));
}

/// Keeps what was drawn, or called.
pub fn tell(step: Step) {
    TOLD.with_borrow_mut(|told| told.steps.push(step));
}

/// Takes part in the distribution of labels.
#[inline]
pub fn label(text: fmt::Arguments<'_>) {
    remark(|remarks| remarks.labels.push(fmt::format(text)));
}

/// A score to be made larger.
#[inline]
pub fn target(label: &'static str, score: impl IntoScore) {
    let score = score.into_score();
    remark(|remarks| remarks.scores.push((label, score)));
}

/// Whether this case is one of which there must be enough.
///
/// # Panics
/// If no share of cases can be so large or so small.
#[inline]
#[track_caller]
pub fn cover(name: &'static str, hit: bool, percent: f64) {
    assert!(
        (0.0..=100.0).contains(&percent),
        "`cover!` requires {percent} % of the cases to be `{name}`: write a number from 0 to 100"
    );
    remark(|remarks| remarks.covers.push(Covered { name, hit, percent }));
}

/// Shows a value to the history, if there is one.
#[inline]
pub fn observe<T: 'static>(observation: T) {
    if OBSERVING.get() {
        let observation: Observed = Box::new(observation);
        remark(|remarks| remarks.observed.push(observation));
    }
}

/// Asks for a fresh start of the search.
#[inline]
pub fn restart() {
    remark(|remarks| remarks.restart = true);
}

#[inline]
fn remark(add: impl FnOnce(&mut Remarks)) {
    if HEARING.get() {
        SIGNALS.set(SIGNALS.get() | REMARKED);
        REMARKS.with_borrow_mut(add);
    }
}
