//! The recorder of a thread: events and operands of the recording under way.

use super::{
    buffer::Buffer,
    children::Children,
    execution::Trace,
    operands::Operands,
    pairs::{Pair, Pairs},
    view::{View, mixed},
};
use std::{cell::RefCell, mem};

/// Events of a run to keep in order, 256 KiB. Later ones are counted and hashed.
pub(super) const MOST_EVENTS: usize = 64 * 1_024;

thread_local! {
    pub(super) static BUFFER: Buffer = const { Buffer::new() };
    static RECORDER: RefCell<Recorder> = const { RefCell::new(Recorder::new()) };
}

/// Moves the events of the buffer to the recorder.
pub(super) fn flush() {
    with(|recorder| BUFFER.with(|buffer| recorder.extend(buffer.drain())));
}

/// Records events of the compiler's probes.
pub(super) fn take_over(events: &[u32]) {
    with(|recorder| recorder.extend_from(events));
}

/// Records the operands of a comparison.
#[cold]
#[inline(never)]
pub(super) fn record_pair(event: u32, left: &View<'_>, right: &View<'_>) {
    with(|recorder| recorder.operands.note(event, left, right));
}

/// Records pairs of integers of unknown type.
pub(super) fn record_numbers(pairs: &[Pair]) {
    with(|recorder| recorder.pairs.extend_from(pairs));
}

/// Does nothing in the destructors of a thread, and if the memory allocator itself is traced.
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
    /// Number and hash of the events after those kept.
    more: u64,
    hash: u64,
    operands: Operands,
    pairs: Pairs,
    /// Threads that join the recording.
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

    /// The same for a slice, which is fast in unoptimized builds too.
    fn extend_from(&mut self, events: &[u32]) {
        let room = events.len().min(MOST_EVENTS - self.events.len());
        self.events.extend_from_slice(&events[..room]);
        self.more += (events.len() - room) as u64;
        for event in &events[room..] {
            self.hash = mixed(self.hash, u64::from(*event));
        }
    }

    /// Appends the trace of a thread that joined.
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

    /// Moves the recording into `trace` and clears it. Reuses the allocations of `trace`.
    pub(super) fn take(&mut self, trace: &mut Trace) {
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

    pub(super) fn clear(&mut self) {
        self.events.clear();
        (self.more, self.hash, self.children) = (0, 0, None);
        self.operands.clear();
        self.pairs.clear();
    }
}

#[cfg(test)]
pub(super) fn event_capacity() -> usize {
    RECORDER.with_borrow(|recorder| recorder.events.capacity())
}
