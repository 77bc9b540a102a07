//! What the run under way on this thread says about itself.
//!
//! The verbs (`assume!`, `note!`, ...) can be called from anywhere below a property, so what they say
//! goes through the thread. The flags are plain cells: a case that uses no verb pays one look.

use super::{
    BranchDistance, Covered, Feedback, IntoOutcome, IntoScore, Observed, Step, Transcript,
};
use crate::source::{Refused, branch_distance, refuse, set_branch_distance, take_filter_distance};
use std::{
    cell::{Cell, RefCell},
    fmt,
};

thread_local! {
    /// How many checks are running, one inside the other.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    /// What has to be looked at when the property returns: nothing for most, so one look is enough. Beside it the
    /// places where an assumption held, a bit for each.
    static SIGNALS: Cell<u64> = const { Cell::new(0) };
    /// Feedback are kept: cases are counted.
    static RECORDING: Cell<bool> = const { Cell::new(false) };
    static FEEDBACK: RefCell<Feedback> = RefCell::default();
    /// Observations are kept as well: there is a history.
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
    /// Notes and steps are kept: this is the run that is reported.
    static TRANSCRIBING: Cell<bool> = const { Cell::new(false) };
    static TRANSCRIPT: RefCell<Transcript> = RefCell::default();
    /// Hears what is told at once, while what tells it may be about to end the process.
    static STREAM: Cell<Option<fn(TranscriptLine<'_>)>> = const { Cell::new(None) };
}

/// The property returned early because an assumption does not hold.
const REJECTED: u64 = 1;

/// There are feedback.
const REMARKED: u64 = 2;

/// What is not a place.
const FLAGS: u64 = REJECTED | REMARKED;

/// The bit of a place in the program, known when it is compiled. Two places may share one of the 62: then they count
/// as one, and cases are ranked a little less finely.
pub const fn site(file: &str, line: u32, column: u32) -> u64 {
    let (bytes, mut hash, mut i) = (file.as_bytes(), line as u64 * 4_096 + column as u64, 0);
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    let free = FLAGS.count_ones();
    1 << (free as u64
        + (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % (u64::BITS - free) as u64)
}

/// An assumption holds, at the place of this bit.
#[inline(always)]
pub fn held(site: u64) {
    SIGNALS.set(SIGNALS.get() | site);
}

/// While a check runs. What an outer check was listening for, and has heard, is restored at the end.
#[derive(Debug)]
pub(crate) struct Recording {
    signals: u64,
    hearing: bool,
    feedback: Feedback,
    observing: bool,
    telling: bool,
    told: Transcript,
}

impl Recording {
    /// Hears what cases say about themselves, and what they observe if there is a history.
    pub(crate) fn start(observing: bool) -> Recording {
        RUNNING.set(RUNNING.get() + 1);
        Recording {
            signals: SIGNALS.replace(0),
            hearing: RECORDING.replace(true),
            feedback: FEEDBACK.take(),
            observing: OBSERVING.replace(observing),
            telling: TRANSCRIBING.replace(false),
            told: TRANSCRIPT.take(),
        }
    }

    /// From now on nothing is counted any more.
    pub(crate) fn stop() {
        RECORDING.set(false);
        OBSERVING.set(false);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        RUNNING.set(RUNNING.get() - 1);
        SIGNALS.set(self.signals);
        RECORDING.set(self.hearing);
        FEEDBACK.set(std::mem::take(&mut self.feedback));
        OBSERVING.set(self.observing);
        TRANSCRIBING.set(self.telling);
        TRANSCRIPT.set(std::mem::take(&mut self.told));
    }
}

/// What a property that returned has signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signals(u64);

impl Signals {
    /// Looks, and clears them.
    #[inline(always)]
    pub(crate) fn take() -> Signals {
        Signals(SIGNALS.replace(0))
    }

    #[inline(always)]
    pub(crate) fn is_silent(self) -> bool {
        self.0 & FLAGS == 0
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
pub(crate) fn clear_feedback() {
    if !Signals::take().is_silent() {
        FEEDBACK.take();
    }
    take_filter_distance();
}

/// Forgets how far an assumption was from holding: somebody caught the unwinding, and the case was not rejected by it.
pub(crate) fn clear_distance() {
    FEEDBACK.with_borrow_mut(|feedback| feedback.missed = None);
}

/// The case is over, rejected by an unwinding assumption or filter. What it said remains if the property was reached;
/// how far it was from being accepted remains in any case.
pub(crate) fn keep_distance(reached: bool) {
    let signals = SIGNALS.get();
    if let Some(distance) = take_filter_distance() {
        miss(signals, distance);
    }
    let missed = FEEDBACK.with_borrow(|feedback| feedback.missed);
    if reached {
        Signals::take();
    } else {
        clear_feedback();
        if let Some(missed) = missed {
            FEEDBACK.with_borrow_mut(|feedback| feedback.missed = Some(missed));
        }
    }
}

/// An assumption does not hold, by so much.
fn miss(signals: u64, distance: f64) {
    if RECORDING.get() {
        let missed = BranchDistance { level: (signals & !FLAGS).count_ones(), distance };
        // An unwinding case may be caught: then this must be found, and forgotten.
        SIGNALS.set(signals | REMARKED);
        FEEDBACK.with_borrow_mut(|feedback| feedback.missed = Some(missed));
    }
}

/// Whether somebody wants to know how far conditions are from holding.
pub(super) fn is_recording() -> bool {
    RECORDING.get()
}

/// What was said since the last time.
pub(crate) fn take_feedback() -> Feedback {
    FEEDBACK.take()
}

/// Keeps the notes and steps of the next run, to be taken with [`take_transcript`].
pub(crate) fn start_transcript() {
    TRANSCRIBING.set(true);
    TRANSCRIPT.take();
}

/// Ends keeping notes and steps.
pub(crate) fn take_transcript() -> Transcript {
    TRANSCRIBING.set(false);
    TRANSCRIPT.take()
}

/// Runs something that was told already: nothing it says is kept.
pub(crate) fn without_transcript<T>(body: impl FnOnce() -> T) -> T {
    struct Before(bool, bool);
    impl Drop for Before {
        fn drop(&mut self) {
            TRANSCRIBING.set(self.0);
            RECORDING.set(self.1);
        }
    }
    let _before = Before(TRANSCRIBING.replace(false), RECORDING.replace(false));
    body()
}

/// An assumption does not hold, in the body of a property: what to return.
#[cold]
pub fn rejected<R: IntoOutcome>() -> R {
    reject_here();
    R::passing()
}

#[inline(never)]
fn reject_here() {
    miss(SIGNALS.get(), branch_distance());
    SIGNALS.set(SIGNALS.get() | REJECTED);
}

/// An assumption does not hold, in a closure or a function called by the property.
///
/// # Panics
/// Outside of a property.
#[cold]
#[track_caller]
pub fn reject() -> ! {
    assert!(RUNNING.get() > 0, "`assume!` does not hold, and was used outside of a property");
    take_filter_distance();
    miss(SIGNALS.get(), branch_distance());
    refuse(Refused::Rejected)
}

/// The condition of a `when!` does not hold. If nobody hears how far it was from that, nothing was said.
#[cold]
#[inline(never)]
pub fn unmet() -> bool {
    if !RECORDING.get() {
        set_branch_distance(0.0);
    }
    false
}

/// Whether notes and steps are to be formatted at all.
#[inline(always)]
pub fn is_transcribing() -> bool {
    TRANSCRIBING.get()
}

/// What a run tells about itself, the moment it does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TranscriptLine<'a> {
    Note(&'a str),
    Step(&'a Step),
}

/// Keeps the notes and steps of the next run, and says each of them at once.
pub(crate) fn stream_transcript(hear: fn(TranscriptLine<'_>)) {
    start_transcript();
    STREAM.set(Some(hear));
}

/// Keeps a note.
pub fn note(text: String) {
    if let Some(hear) = STREAM.get() {
        hear(TranscriptLine::Note(&text));
    }
    TRANSCRIPT.with_borrow_mut(|told| told.notes.push(text));
}

/// Keeps what was drawn, or called.
pub fn tell(step: Step) {
    if let Some(hear) = STREAM.get() {
        hear(TranscriptLine::Step(&step));
    }
    TRANSCRIPT.with_borrow_mut(|told| told.steps.push(step));
}

/// Takes part in the distribution of labels.
#[inline]
pub fn label(text: fmt::Arguments<'_>) {
    record(|feedback| feedback.labels.push(fmt::format(text)));
}

/// A score to be made larger.
#[inline]
pub fn target(label: &'static str, score: impl IntoScore) {
    let score = score.into_score();
    record(|feedback| feedback.scores.push((label, score)));
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
    record(|feedback| feedback.covers.push(Covered { name, hit, percent }));
}

/// Shows a value to the history, if there is one.
#[inline]
pub fn observe<T: 'static>(observation: T) {
    if OBSERVING.get() {
        let observation: Observed = Box::new(observation);
        record(|feedback| feedback.observed.push(observation));
    }
}

/// Asks for a fresh start of the search.
#[inline]
pub fn restart() {
    record(|feedback| feedback.restart = true);
}

#[inline]
fn record(add: impl FnOnce(&mut Feedback)) {
    if RECORDING.get() {
        SIGNALS.set(SIGNALS.get() | REMARKED);
        FEEDBACK.with_borrow_mut(add);
    }
}
