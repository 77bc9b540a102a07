//! Thread-local recording of the case under way.
//!
//! The macros (`assume!`, `note!`, ...) work anywhere below a property, so they record into thread-locals. The flags
//! are plain cells: a case that uses no macro pays one look.

use super::{
    outcome::IntoOutcome,
    record::{
        BranchDistance, Covered, ErasedObservation, Feedback, Step, ThreadFeedback, Transcript,
    },
    score::IntoScore,
};
use crate::source::{Refused, branch_distance, refuse, set_branch_distance, take_filter_distance};
use crate::{
    choice::Tree,
    generator::{Arbitrary, Generator, IntoGenerator, any, start_call_log, take_call_log},
    trace::expanded::is_recording as is_tracing,
};
use std::{
    cell::{Cell, RefCell},
    fmt,
    panic::Location,
};

thread_local! {
    /// Number of nested checks on this thread.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    /// The flags to check when the property returns: one look, as most cases set none. The other bits are the sites
    /// of assumptions that held.
    static SIGNALS: Cell<u64> = const { Cell::new(0) };
    /// The `assume!` at which the property returned early.
    static REJECTED_AT: Cell<Option<&'static Location<'static>>> = const { Cell::new(None) };
    /// Whether to record feedback.
    static RECORDING: Cell<bool> = const { Cell::new(false) };
    static FEEDBACK: RefCell<Feedback> = RefCell::default();
    /// Whether to record observations: the run has a history.
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
    /// Whether to record notes and steps: this is the run that is reported.
    static TRANSCRIBING: Cell<bool> = const { Cell::new(false) };
    static TRANSCRIPT: RefCell<Transcript> = RefCell::default();
    /// Receives each note and step at once, since the case may be about to end the process.
    static STREAM: Cell<Option<fn(TranscriptLine<'_>)>> = const { Cell::new(None) };
}

/// The property returned early because an assumption does not hold.
const REJECTED: u64 = 1;

/// The case recorded feedback.
const HAS_FEEDBACK: u64 = 2;

/// The bits that are flags, not sites.
const FLAGS: u64 = REJECTED | HAS_FEEDBACK;

/// The bit of an `assume!`, computed at compile time. Two sites that share one of the 62 bits count as one, which
/// only makes the ranking of rejected cases coarser.
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

/// Records that the assumption at this site holds.
#[inline(always)]
pub fn held(site: u64) {
    SIGNALS.set(SIGNALS.get() | site);
}

/// Records while a check runs. Dropping it restores what an outer check was recording.
#[derive(Debug)]
pub(crate) struct Recording {
    signals: u64,
    is_active: bool,
    feedback: Feedback,
    observing: bool,
    transcribing: bool,
    transcript: Transcript,
}

impl Recording {
    /// Starts recording feedback; observations too if there is a history.
    pub(crate) fn start(observing: bool) -> Recording {
        RUNNING.set(RUNNING.get() + 1);
        Recording {
            signals: SIGNALS.replace(0),
            is_active: RECORDING.replace(true),
            feedback: FEEDBACK.take(),
            observing: OBSERVING.replace(observing),
            transcribing: TRANSCRIBING.replace(false),
            transcript: TRANSCRIPT.take(),
        }
    }

    /// Stops recording feedback.
    pub(crate) fn stop() {
        RECORDING.set(false);
        OBSERVING.set(false);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        RUNNING.set(RUNNING.get() - 1);
        SIGNALS.set(self.signals);
        RECORDING.set(self.is_active);
        FEEDBACK.set(std::mem::take(&mut self.feedback));
        OBSERVING.set(self.observing);
        TRANSCRIBING.set(self.transcribing);
        TRANSCRIPT.set(std::mem::take(&mut self.transcript));
    }
}

/// What a property that returned has signalled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signals(u64);

impl Signals {
    /// Reads the signals and clears them.
    #[inline(always)]
    pub(crate) fn take() -> Signals {
        let signals = SIGNALS.get();
        // Most cases set none.
        if signals != 0 {
            SIGNALS.set(0);
        }
        Signals(signals)
    }

    #[inline(always)]
    pub(crate) fn is_silent(self) -> bool {
        self.0 & FLAGS == 0
    }

    /// Whether the property returned early because of an assumption.
    pub(crate) fn is_rejected(self) -> bool {
        self.0 & REJECTED != 0
    }
}

/// Whether a rule of a state machine returned early because of an assumption. Does not clear the signal.
pub(crate) fn is_rejected() -> bool {
    SIGNALS.get() & REJECTED != 0
}

/// Takes the place of the `assume!` at which the property returned early.
pub(crate) fn take_rejection_place() -> Option<&'static Location<'static>> {
    REJECTED_AT.take()
}

/// Discards the feedback of a case that does not count.
pub(crate) fn clear_feedback() {
    if !Signals::take().is_silent() {
        drop_feedback();
    }
    take_filter_distance();
}

/// Not inlined: its frame has room for the feedback, which most cases do not have.
#[cold]
#[inline(never)]
fn drop_feedback() {
    FEEDBACK.take();
}

/// Discards the branch distance: the property caught the unwinding, so the assumption did not reject the case.
pub(crate) fn clear_distance() {
    FEEDBACK.with_borrow_mut(|feedback| feedback.distance = None);
}

/// Takes the branch distance of a rejected case.
pub(crate) fn take_distance() -> Option<BranchDistance> {
    FEEDBACK.with_borrow_mut(|feedback| feedback.distance.take())
}

/// Whether the case recorded any feedback.
pub(crate) fn has_feedback() -> bool {
    FEEDBACK.with_borrow(|feedback| !feedback.is_empty())
}

/// The case is over, rejected by an unwinding assumption or filter. What it said remains if the property was reached;
/// how far it was from being accepted remains in any case.
pub(crate) fn keep_distance(reached: bool) {
    let signals = SIGNALS.get();
    if let Some(distance) = take_filter_distance() {
        record_distance(signals, distance);
    }
    let distance = FEEDBACK.with_borrow(|feedback| feedback.distance);
    if reached {
        Signals::take();
    } else {
        clear_feedback();
        if let Some(distance) = distance {
            FEEDBACK.with_borrow_mut(|feedback| feedback.distance = Some(distance));
        }
    }
}

/// Records the branch distance of the assumption that does not hold.
fn record_distance(signals: u64, distance: f64) {
    if RECORDING.get() {
        let distance = BranchDistance { level: (signals & !FLAGS).count_ones(), distance };
        // If the property catches the unwinding, this flag makes the case discard the distance.
        SIGNALS.set(signals | HAS_FEEDBACK);
        FEEDBACK.with_borrow_mut(|feedback| feedback.distance = Some(distance));
    }
}

/// Whether conditions are to compute their branch distance.
pub(super) fn is_recording() -> bool {
    RECORDING.get()
}

/// Takes the feedback recorded since the last call.
pub(crate) fn take_feedback() -> Feedback {
    FEEDBACK.take()
}

/// The same for another thread; `None` if the case recorded none.
pub(crate) fn take_thread_feedback() -> Option<ThreadFeedback> {
    let feedback = FEEDBACK.take();
    (!feedback.is_empty()).then(|| feedback.into())
}

/// Puts the feedback of a case that ran on another thread where [`take_feedback`] finds it.
pub(crate) fn put_feedback(feedback: ThreadFeedback) {
    FEEDBACK.set(feedback.into());
}

/// Starts recording notes and steps, for [`take_transcript`].
pub(crate) fn start_transcript() {
    TRANSCRIBING.set(true);
    TRANSCRIPT.take();
    start_call_log();
}

/// Stops recording notes and steps, and returns them.
pub(crate) fn take_transcript() -> Transcript {
    TRANSCRIBING.set(false);
    let mut transcript = TRANSCRIPT.take();
    for value in take_call_log() {
        transcript.steps.push(Step::Drew { name: FUNCTION, value });
    }
    transcript
}

/// What the table of a generated function is called in a transcript.
pub(crate) const FUNCTION: &str = "function";

/// Runs something without recording a transcript or feedback.
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

/// Rejects the case, in the body of a property. Returns the value for the early return.
#[cold]
#[track_caller]
pub fn rejected<R: IntoOutcome>() -> R {
    reject_here();
    R::passing()
}

#[inline(never)]
#[track_caller]
fn reject_here() {
    REJECTED_AT.set(Some(Location::caller()));
    unheld();
    SIGNALS.set(SIGNALS.get() | REJECTED);
}

/// Records the branch distance of a condition that does not hold; the caller rejects the case.
#[cold]
pub fn unheld() -> bool {
    record_distance(SIGNALS.get(), branch_distance());
    false
}

/// Rejects the case by unwinding, in a closure or function that the property calls.
///
/// # Panics
/// Outside of a property.
#[cold]
#[track_caller]
pub fn reject() -> ! {
    assert!(
        RUNNING.get() > 0,
        "`assume!` does not hold, and was used outside of a property: use `assert!` there; on a thread that the property \
         started, return the condition to it"
    );
    take_filter_distance();
    record_distance(SIGNALS.get(), branch_distance());
    refuse(Refused::Unmet(Location::caller()))
}

/// Ends a `when!` that does not hold. Clears the branch distance if no run records it.
#[cold]
#[inline(never)]
pub fn unmet() -> bool {
    if !RECORDING.get() {
        set_branch_distance(0.0);
    }
    false
}

/// Whether to format notes and steps.
#[inline(always)]
pub fn is_transcribing() -> bool {
    TRANSCRIBING.get()
}

/// A line of the transcript.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TranscriptLine<'a> {
    Note(&'a str),
    Step(&'a Step),
}

/// Starts recording notes and steps, and passes each to `listener` at once.
pub(crate) fn stream_transcript(listener: fn(TranscriptLine<'_>)) {
    start_transcript();
    STREAM.set(Some(listener));
}

/// Records a note.
pub fn note(text: String) {
    if let Some(listener) = STREAM.get() {
        listener(TranscriptLine::Note(&text));
    }
    TRANSCRIPT.with_borrow_mut(|transcript| transcript.notes.push(text));
}

/// Records a drawn value or a call.
pub fn record_step(step: Step) {
    if let Some(listener) = STREAM.get() {
        listener(TranscriptLine::Step(&step));
    }
    TRANSCRIPT.with_borrow_mut(|transcript| transcript.steps.push(step));
}

/// Records a call of a state machine, and its text with the names of its arguments.
pub(crate) fn record_call(line: String, named: String) {
    TRANSCRIPT.with_borrow_mut(|transcript| {
        transcript.named_calls.push((transcript.steps.len(), named));
    });
    record_step(Step::Called { line });
}

/// Records a label.
#[inline]
pub fn label(text: fmt::Arguments<'_>) {
    record(|feedback| feedback.labels.push(fmt::format(text)));
}

/// Records a score to maximize.
#[inline]
pub fn target(label: &'static str, score: impl IntoScore) {
    let score = score.into_score();
    record(|feedback| feedback.scores.push((label, score)));
}

/// Records whether the case counts for a required share.
///
/// # Panics
/// If `percent` is not between 0 and 100.
#[inline]
#[track_caller]
pub fn cover(name: &'static str, hit: bool, percent: f64) {
    assert!(
        (0.0..=100.0).contains(&percent),
        "`cover!` requires {percent} % of the cases to be `{name}`: write a number from 0 to 100"
    );
    record(|feedback| feedback.covers.push(Covered { name, hit, percent }));
}

/// Records an observation for the history, if there is one.
#[inline]
pub fn observe<T: 'static>(observation: T) {
    if OBSERVING.get() {
        let observation: ErasedObservation = Box::new(observation);
        record(|feedback| feedback.observed.push(observation));
    }
}

/// Requests a restart of the guided search.
#[inline]
pub fn restart() {
    record(|feedback| feedback.restart = true);
}

/// Whether the search uses seeds: it does while it records traces.
#[inline(always)]
pub fn is_seeding() -> bool {
    is_tracing()
}

/// Records a value as a seed for the search.
pub fn seed_any<T: Arbitrary>(value: &T) {
    seed(any(), value);
}

/// Records a value as a seed for the search, encoded by this generator.
pub fn seed<G: IntoGenerator>(generator: G, value: &G::Value) {
    record_seed(generator.into_generator().encode(value));
}

#[inline(never)]
fn record_seed(seed: Option<Tree>) {
    record(|feedback| feedback.seeds.push(seed));
}

#[inline]
fn record(add: impl FnOnce(&mut Feedback)) {
    if RECORDING.get() {
        SIGNALS.set(SIGNALS.get() | HAS_FEEDBACK);
        FEEDBACK.with_borrow_mut(add);
    }
}
