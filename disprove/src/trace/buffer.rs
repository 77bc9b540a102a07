//! The buffer that every probe writes to: plain cells, so that nothing has to be checked, borrowed or dropped.

use super::pairs::Pair;
use std::cell::Cell;

/// Events to collect before they go to the recorder together.
const EVENTS: usize = 1_024;

/// Pairs of numbers to collect: about as many as a small case compares.
const PAIRS: usize = 128;

/// Counters of comparisons. Two sites that share a counter are recorded less often than others.
const PLACES: usize = 1_024;

/// Comparisons of a site to record out of every 256, the range of a counter. Without this limit a comparison in a
/// loop takes most of the recording time, with no new operands.
const LOOKS: u8 = 8;

/// Collected events, and the counters of comparisons.
pub(super) struct Buffer {
    /// `EVENTS` while the compiler's probes fill the buffer, so that `push` finds no room.
    length: Cell<usize>,
    lent: Cell<bool>,
    events: [Cell<u32>; EVENTS],
    times: [Cell<u8>; PLACES],
    /// Written by the compiler's probes only.
    pairs: [Cell<Pair>; PAIRS],
}

impl Buffer {
    pub(super) const fn new() -> Buffer {
        Buffer {
            length: Cell::new(0),
            lent: Cell::new(false),
            events: [const { Cell::new(0) }; EVENTS],
            times: [const { Cell::new(0) }; PLACES],
            pairs: [const { Cell::new(Pair { site: 0, width: 0, left: 0, right: 0 }) }; PAIRS],
        }
    }

    /// Adds an event if there is room.
    #[inline(always)]
    pub(super) fn push(&self, event: u32) -> bool {
        let length = self.length.get();
        let Some(next) = self.events.get(length) else {
            return false;
        };
        next.set(event);
        self.length.set(length + 1);
        true
    }

    /// Takes the collected events.
    pub(super) fn drain(&self) -> impl ExactSizeIterator<Item = u32> {
        self.events[..self.length.replace(0)].iter().map(Cell::get)
    }

    /// Discards the collected events.
    pub(super) fn discard(&self) {
        self.length.set(0);
    }

    /// Starts another run.
    pub(super) fn clear(&self) {
        self.discard();
        self.times.iter().for_each(|times| times.set(0));
    }

    /// Lends the buffer to the compiler's probes.
    pub(super) fn lend(&self) -> (*mut u32, usize) {
        self.lent.set(true);
        self.length.set(EVENTS);
        self.place()
    }

    pub(super) fn is_lent(&self) -> bool {
        self.lent.get()
    }

    /// Takes it back.
    pub(super) fn take_back(&self) {
        self.lent.set(false);
        self.length.set(0);
    }

    /// Address and capacity of the events.
    pub(super) fn place(&self) -> (*mut u32, usize) {
        (self.events.as_ptr().cast_mut().cast(), EVENTS)
    }

    /// Address and capacity of the pairs of numbers.
    pub(super) fn pairs(&self) -> (*mut Pair, usize) {
        (self.pairs.as_ptr().cast_mut().cast(), PAIRS)
    }

    #[cfg(test)]
    pub(super) fn set_pair(&self, at: usize, pair: Pair) {
        self.pairs[at].set(pair);
    }

    /// Counts a comparison. Returns whether to record its operands.
    #[inline(always)]
    pub(super) fn is_wanted(&self, event: u32) -> bool {
        // The events of a function have even distances.
        let times = &self.times[event as usize / 2 % PLACES];
        let before = times.get();
        times.set(before.wrapping_add(1));
        before < LOOKS
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, EVENTS, LOOKS};

    #[test]
    fn collects_events_until_full() {
        let buffer = Buffer::new();
        let expected: Vec<u32> = (0..EVENTS as u32).collect();
        assert!(expected.iter().all(|event| buffer.push(*event)));
        assert!(!buffer.push(7));
        assert_eq!(buffer.drain().collect::<Vec<u32>>(), expected);
        assert_eq!(buffer.drain().count(), 0);
        assert!(buffer.push(7));
    }

    #[test]
    fn records_a_comparison_in_a_loop_now_and_then() {
        let buffer = Buffer::new();
        let looks = |event: u32| (0..1_000).filter(|_| buffer.is_wanted(event)).count();
        let expected = 4 * usize::from(LOOKS);
        assert_eq!(looks(4), expected);
        assert_eq!(looks(6), expected, "other places count for themselves");
        buffer.clear();
        assert!((0..LOOKS).all(|_| buffer.is_wanted(4)), "and so do other runs");
        assert!(!buffer.is_wanted(4));
    }
}
