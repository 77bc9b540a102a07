//! What a thread records while somebody watches.

use super::{
    adopt::Children,
    buffer::Buffer,
    course::Trace,
    coverage,
    operands::Operands,
    pairs::{Pair, Pairs},
    view::{View, mixed},
};
use std::{
    cell::{Cell, RefCell},
    marker::PhantomData,
    mem,
};

/// How many events of a run are kept in their order. Those after them are counted, and go into a hash.
pub(super) const MOST_EVENTS: usize = 64 * 1_024;

/// The bits of an event. The others are left to marks in a compressed path.
const EVENT: u32 = u32::MAX >> 1;

thread_local! {
    /// A plain cell, so that a probe costs one look where nobody watches.
    static WATCHING: Cell<bool> = const { Cell::new(false) };
    pub(super) static BUFFER: Buffer = const { Buffer::new() };
    static RECORDER: RefCell<Recorder> = const { RefCell::new(Recorder::new()) };
}

/// The number of a function, known when it is compiled and the same in every build of the same source. Its probes
/// have the numbers after it.
pub const fn place(module: &str, line: u32, column: u32) -> u32 {
    let (bytes, mut hash, mut i) = (module.as_bytes(), mixed(line as u64, column as u64), 0);
    while i < bytes.len() {
        hash = mixed(hash, bytes[i] as u64);
        i += 1;
    }
    (hash >> 32) as u32
}

/// The number of a probe. Branches that are not taken have the one after it.
#[inline(always)]
pub(super) const fn event(place: u32, ordinal: u32) -> u32 {
    place.wrapping_add(2 * ordinal) & EVENT
}

/// Whether somebody watches this thread.
#[inline(always)]
pub fn is_watching() -> bool {
    WATCHING.get()
}

/// Something is reached.
#[inline(always)]
pub fn hit(place: u32, ordinal: u32) {
    if WATCHING.get() {
        record_event(event(place, ordinal));
    }
}

/// A condition is true or not, and passed on.
#[inline(always)]
pub fn branch(place: u32, ordinal: u32, truth: bool) -> bool {
    if WATCHING.get() {
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

/// Two values are compared. Whether to look at them.
#[inline(always)]
pub fn wanted(place: u32, ordinal: u32) -> bool {
    WATCHING.get() && is_wanted(event(place, ordinal))
}

/// The same, if they decide between branches.
#[inline(always)]
pub fn decided(place: u32, ordinal: u32, truth: bool) -> bool {
    let event = event(place, ordinal);
    WATCHING.get() && record_decision(event, (event + u32::from(!truth)) & EVENT)
}

#[cold]
#[inline(never)]
fn is_wanted(event: u32) -> bool {
    BUFFER.with(|buffer| buffer.is_wanted(event))
}

#[cold]
#[inline(never)]
fn record_decision(event: u32, taken: u32) -> bool {
    BUFFER.with(|buffer| {
        if buffer.push(taken) { buffer.is_wanted(event) } else { decide_again(event, taken) }
    })
}

/// Makes room first.
#[cold]
#[inline(never)]
fn push_again(event: u32) {
    if !coverage::push(event) {
        hand_on();
        BUFFER.with(|buffer| buffer.push(event));
    }
}

#[cold]
#[inline(never)]
fn decide_again(event: u32, taken: u32) -> bool {
    push_again(taken);
    is_wanted(event)
}

/// Empties the buffer.
fn hand_on() {
    with(|recorder| BUFFER.with(|buffer| recorder.extend(buffer.drain())));
}

/// Keeps events of the compiler's probes.
pub(super) fn take_over(events: &[u32]) {
    with(|recorder| recorder.extend_from(events));
}

/// What was compared.
#[cold]
#[inline(never)]
pub(super) fn record_pair(event: u32, left: &View<'_>, right: &View<'_>) {
    with(|recorder| recorder.operands.note(event, left, right));
}

/// Numbers were compared, of which no more is known.
pub(super) fn record_numbers(pairs: &[Pair]) {
    with(|recorder| recorder.pairs.extend_from(pairs));
}

/// Does nothing where it cannot: in the destructors of a thread, and where the memory allocator is itself traced.
#[inline(always)]
pub(super) fn with(action: impl FnOnce(&mut Recorder)) {
    let _ = RECORDER.try_with(|recorder| {
        if let Ok(mut recorder) = recorder.try_borrow_mut() {
            action(&mut recorder);
        }
    });
}

/// The recording under way.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    events: Vec<u32>,
    /// How many events came after those that are kept, and their hash.
    more: u64,
    hash: u64,
    operands: Operands,
    pairs: Pairs,
    /// Threads that were asked to take part.
    pub(super) children: Option<Children>,
}

impl Recorder {
    const fn new() -> Recorder {
        Recorder {
            events: Vec::new(),
            more: 0,
            hash: 0,
            operands: Operands::new(),
            pairs: Pairs::new(),
            children: None,
        }
    }

    fn extend(&mut self, mut events: impl ExactSizeIterator<Item = u32>) {
        let room = MOST_EVENTS - self.events.len();
        self.events.extend(events.by_ref().take(room));
        for event in events {
            self.more += 1;
            self.hash = mixed(self.hash, u64::from(event));
        }
    }

    /// The same for many at once, also where nothing is optimised.
    fn extend_from(&mut self, events: &[u32]) {
        let room = events.len().min(MOST_EVENTS - self.events.len());
        self.events.extend_from_slice(&events[..room]);
        self.more += (events.len() - room) as u64;
        for event in &events[room..] {
            self.hash = mixed(self.hash, u64::from(*event));
        }
    }

    /// What a thread recorded that took part.
    fn join(&mut self, joined: Trace) {
        self.extend(joined.events.into_iter());
        if joined.more > 0 {
            self.more += joined.more;
            self.hash = mixed(self.hash, joined.hash);
        }
        for operand in joined.operands {
            self.operands.add(operand);
        }
        self.pairs.extend_from(&joined.pairs);
    }

    /// Hands over what was recorded, and begins anew. What the trace had room for is used again.
    fn take(&mut self, trace: &mut Trace) {
        for joined in self.children.take().map(Children::joined).unwrap_or_default() {
            self.join(joined);
        }
        if trace.events.capacity() == 0 {
            trace.events.extend_from_slice(&self.events);
        } else {
            mem::swap(&mut self.events, &mut trace.events);
        }
        (trace.more, trace.hash) = (self.more, self.hash);
        self.operands.take(&mut trace.operands);
        self.pairs.take(&mut trace.pairs);
        trace.all_operands.take();
        self.clear();
    }

    fn clear(&mut self) {
        self.events.clear();
        (self.more, self.hash, self.children) = (0, 0, None);
        self.operands.clear();
        self.pairs.clear();
    }
}

/// A recording on this thread, until this is dropped. One that was under way is put aside for so long.
#[derive(Debug)]
#[must_use = "the recording ends when this is dropped"]
pub(crate) struct Watch {
    outer: Option<Box<Recorder>>,
    /// It is about this thread.
    here: PhantomData<*const ()>,
}

/// Begins a recording on this thread.
pub(crate) fn watch() -> Watch {
    let mut outer = None;
    if WATCHING.replace(true) {
        coverage::detach();
        hand_on();
        with(|recorder| outer = Some(Box::new(mem::take(recorder))));
    }
    BUFFER.with(Buffer::clear);
    coverage::attach();
    Watch { outer, here: PhantomData }
}

impl Watch {
    /// Ends the recording, and hands it over.
    pub(crate) fn take(self, trace: &mut Trace) {
        // Whatever is done here is not to be recorded.
        WATCHING.set(false);
        coverage::detach();
        hand_on();
        with(|recorder| recorder.take(trace));
        drop(self);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let outer = self.outer.take();
        let goes_on = outer.is_some();
        WATCHING.set(goes_on);
        coverage::detach();
        BUFFER.with(Buffer::discard);
        with(|recorder| match outer {
            Some(outer) => *recorder = *outer,
            None => recorder.clear(),
        });
        if goes_on {
            coverage::attach();
        }
    }
}

/// Runs something, and returns the course it took with what it returned.
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
/// let (steps, course) = trace::record(|| collatz(6));
/// assert_eq!(steps, 8);
/// // The function; in every round that there is one, and which branch; and that there is none.
/// assert_eq!(course.events().len(), 1 + 8 * 2 + 1);
/// ```
///
/// Recordings may be nested: each has what happened in it alone. What panics is recorded by nobody.
#[expect(clippy::missing_panics_doc, reason = "there is a value once it has run")]
pub fn record<R>(body: impl FnOnce() -> R) -> (R, Trace) {
    let mut trace = Trace::default();
    let (mut body, mut value) = (Some(body), None);
    run(&mut || value = body.take().map(|body| body()), &mut trace);
    (value.expect("it has run"), trace)
}

/// Not generic, and so never compiled with probes, which look once in a function whether to record: what is
/// inside has to be entered after recording has begun.
#[inline(never)]
fn run(body: &mut dyn FnMut(), trace: &mut Trace) {
    let watch = watch();
    body();
    watch.take(trace);
}

#[cfg(test)]
mod tests {
    use super::{EVENT, MOST_EVENTS, RECORDER, Trace, hit, is_watching, place, record, watch};

    #[test]
    fn events_are_kept_in_order_up_to_a_number_and_then_counted() {
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
        assert_ne!(trace, run(8), "what is not kept is told apart");
    }

    #[test]
    fn buffers_are_used_again_and_runs_are_not_mixed() {
        let mut trace = Trace::default();
        for run in 0..4 {
            let watch = watch();
            hit(run, 0);
            watch.take(&mut trace);
            assert_eq!(trace.events(), [run]);
        }
        let room = trace.events.capacity();
        assert!(room > 0 && RECORDER.with_borrow(|it| it.events.capacity()) == room);
        let abandoned = watch();
        hit(9, 0);
        drop(abandoned);
        assert!(record(|| ()).1.events().is_empty());
    }

    #[test]
    fn a_recording_inside_of_another_is_its_own() {
        let (inner, outer) = record(|| {
            hit(2, 0);
            let inner = record(|| hit(4, 0)).1;
            hit(6, 0);
            inner
        });
        assert_eq!((inner.events(), outer.events()), (&[4][..], &[2, 6][..]));
        assert!(!is_watching());
    }

    #[test]
    fn a_panic_ends_the_recording() {
        let panicked = std::panic::catch_unwind(|| {
            record(|| {
                hit(2, 0);
                std::panic::resume_unwind(Box::new(()));
            })
        });
        assert!(panicked.is_err() && !is_watching());
        assert!(record(|| ()).1.events().is_empty());
    }

    #[test]
    fn places_are_told_apart_and_stay_as_they_are() {
        const HERE: u32 = place("a::b", 1, 2);
        assert_eq!(HERE, place("a::b", 1, 2));
        for other in [place("a::c", 1, 2), place("a::b", 2, 2), place("a::b", 1, 3)] {
            assert_ne!(HERE, other);
        }
        assert_eq!(super::event(u32::MAX, 0), EVENT);
    }
}
