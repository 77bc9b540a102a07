//! Recording of execution traces: the probes of `#[trace]`, and where recordings start and end.

use super::{
    buffer::Buffer,
    coverage,
    execution::Trace,
    recorder::{BUFFER, Recorder, flush, with},
    view::mixed,
};
use std::{cell::Cell, marker::PhantomData, mem};

/// The bits of an event. The highest bit marks other words in a compressed path.
const EVENT: u32 = u32::MAX >> 1;

thread_local! {
    /// A plain cell: without a recording a probe costs one look at it.
    static RECORDING: Cell<bool> = const { Cell::new(false) };
}

/// The number of a function, computed at compile time and equal in every build of the same source. Its probes have
/// the numbers after it.
pub const fn place(module: &str, line: u32, column: u32) -> u32 {
    let (bytes, mut hash, mut i) = (module.as_bytes(), mixed(line as u64, column as u64), 0);
    while i < bytes.len() {
        hash = mixed(hash, bytes[i] as u64);
        i += 1;
    }
    (hash >> 32) as u32
}

/// The number of a probe. A branch not taken has the next number.
#[inline(always)]
pub(super) const fn event(place: u32, ordinal: u32) -> u32 {
    place.wrapping_add(2 * ordinal) & EVENT
}

/// Whether this thread is recording.
#[inline(always)]
pub fn is_recording() -> bool {
    RECORDING.get()
}

/// Records that execution reached a probe.
#[inline(always)]
pub fn hit(place: u32, ordinal: u32) {
    if RECORDING.get() {
        record_event(event(place, ordinal));
    }
}

/// Records the value of a condition, and returns it.
#[inline(always)]
pub fn branch(place: u32, ordinal: u32, truth: bool) -> bool {
    if RECORDING.get() {
        record_event((event(place, ordinal) + u32::from(!truth)) & EVENT);
    }
    truth
}

#[cold]
#[inline(never)]
pub(super) fn record_event(event: u32) {
    BUFFER.with(|buffer| {
        if !buffer.push(event) {
            push_again(event);
        }
    });
}

/// Whether to record the operands of a comparison.
#[inline(always)]
pub fn wanted(place: u32, ordinal: u32) -> bool {
    RECORDING.get() && is_wanted(event(place, ordinal))
}

/// Records a comparison that decides a branch. Returns whether this thread is recording.
#[inline(always)]
pub fn decided(place: u32, ordinal: u32, truth: bool) -> bool {
    branch(place, ordinal, truth);
    RECORDING.get()
}

#[cold]
#[inline(never)]
pub(super) fn is_wanted(event: u32) -> bool {
    BUFFER.with(|buffer| buffer.is_wanted(event))
}

/// Makes room for an event.
#[cold]
#[inline(never)]
fn push_again(event: u32) {
    if !coverage::push(event) {
        flush();
        BUFFER.with(|buffer| buffer.push(event));
    }
}

/// A recording on this thread, until dropped. Suspends an outer recording meanwhile.
#[derive(Debug)]
#[must_use = "the recording ends when this is dropped"]
pub(crate) struct TraceRecording {
    outer: Option<Box<Recorder>>,
    /// Not `Send`: it belongs to this thread.
    here: PhantomData<*const ()>,
}

/// Starts a recording on this thread.
pub(crate) fn watch() -> TraceRecording {
    let mut outer = None;
    if RECORDING.replace(true) {
        coverage::detach();
        flush();
        with(|recorder| outer = Some(Box::new(mem::take(recorder))));
    }
    BUFFER.with(Buffer::clear);
    coverage::attach();
    TraceRecording { outer, here: PhantomData }
}

impl TraceRecording {
    /// Ends the recording and moves it into `trace`.
    pub(crate) fn take(self, trace: &mut Trace) {
        // The code below must not be recorded.
        RECORDING.set(false);
        coverage::detach();
        flush();
        with(|recorder| recorder.take(trace));
        drop(self);
    }
}

impl Drop for TraceRecording {
    fn drop(&mut self) {
        let outer = self.outer.take();
        let continues = outer.is_some();
        RECORDING.set(continues);
        coverage::detach();
        BUFFER.with(Buffer::discard);
        with(|recorder| match outer {
            Some(outer) => *recorder = *outer,
            None => recorder.clear(),
        });
        if continues {
            coverage::attach();
        }
    }
}

/// Runs a closure. Returns its result and its execution trace.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn collatz(mut n: u64) -> u32 {
///     let mut steps = 0;
///     while n != 1 {
///         n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
///         steps += 1;
///     }
///     steps
/// }
///
/// let (steps, trace) = trace::record(|| collatz(6));
/// assert_eq!(steps, 8);
/// // The function; the condition and branch of each iteration; the last condition.
/// assert_eq!(trace.events().len(), 1 + 8 * 2 + 1);
/// ```
///
/// Recordings nest: each contains only its own events. If the closure panics, its trace is lost.
#[expect(clippy::missing_panics_doc, reason = "there is a value once it has run")]
pub fn record<R>(body: impl FnOnce() -> R) -> (R, Trace) {
    let mut trace = Trace::default();
    let (mut body, mut value) = (Some(body), None);
    run(&mut || value = body.take().map(|body| body()), &mut trace);
    (value.expect("it has run"), trace)
}

/// Not generic, so never compiled with probes. A probe checks once per function whether to record, so the body must
/// be entered after recording has started.
#[inline(never)]
fn run(body: &mut dyn FnMut(), trace: &mut Trace) {
    let recording = watch();
    body();
    recording.take(trace);
}

#[cfg(test)]
mod tests {
    use super::{EVENT, Trace, hit, is_recording, place, record, watch};
    use crate::trace::recorder::{MOST_EVENTS, event_capacity};

    #[test]
    fn keeps_events_in_order_up_to_a_limit_and_counts_the_rest() {
        let run = |last: u32| {
            let run = || {
                for n in 0..MOST_EVENTS as u32 + 9 {
                    hit(n, 0);
                }
                hit(last, 1);
            };
            record(run).1
        };
        let trace = run(7);
        let expected: Vec<u32> = (0..MOST_EVENTS as u32).collect();
        assert_eq!((trace.events(), trace.more), (&expected[..], 10));
        assert_eq!(trace, run(7));
        assert_ne!(trace, run(8), "distinguishes what is not recorded");
    }

    #[test]
    fn reuses_buffers_without_mixing_runs() {
        let mut trace = Trace::default();
        for run in 0..4 {
            let recording = watch();
            hit(run, 0);
            recording.take(&mut trace);
            assert_eq!(trace.events(), [run]);
        }
        let room = trace.events.capacity();
        assert!(room > 0 && event_capacity() == room);
        let abandoned = watch();
        hit(9, 0);
        drop(abandoned);
        assert!(record(|| ()).1.events().is_empty());
    }

    #[test]
    fn a_nested_recording_is_separate() {
        let (inner, outer) = record(|| {
            hit(2, 0);
            let inner = record(|| hit(4, 0)).1;
            hit(6, 0);
            inner
        });
        assert_eq!((inner.events(), outer.events()), (&[4][..], &[2, 6][..]));
        assert!(!is_recording());
    }

    #[test]
    fn a_panic_ends_the_recording() {
        let panicked = std::panic::catch_unwind(|| {
            record(|| {
                hit(2, 0);
                std::panic::resume_unwind(Box::new(()));
            })
        });
        assert!(panicked.is_err() && !is_recording());
        assert!(record(|| ()).1.events().is_empty());
    }

    #[test]
    fn functions_have_distinct_and_stable_numbers() {
        const HERE: u32 = place("a::b", 1, 2);
        assert_eq!(HERE, place("a::b", 1, 2));
        for other in [place("a::c", 1, 2), place("a::b", 2, 2), place("a::b", 1, 3)] {
            assert_ne!(HERE, other);
        }
        assert_eq!(super::event(u32::MAX, 0), EVENT);
    }
}
