//! The part of a recording that every probe touches: plain cells, so that nothing has to be checked, borrowed or dropped.

use super::pairs::Pair;
use std::cell::Cell;

/// How many events wait to be handed on together.
const EVENTS: usize = 1_024;

/// How many pairs of numbers wait: about as many as a small case has.
const PAIRS: usize = 128;

/// How many places that compare are told apart. Two that share a slot are looked at less often than they should be.
const PLACES: usize = 1_024;

/// How many comparisons of a place are looked at in a row, out of as many as a counter of a byte tells apart. A place in
/// a loop would else cost most of the time, and tell the same again and again.
const LOOKS: u8 = 8;

/// Events that wait, and how often places have compared.
pub(super) struct Buffer {
    /// All of it, while others fill it: then there is no room for whoever does not know.
    length: Cell<usize>,
    lent: Cell<bool>,
    events: [Cell<u32>; EVENTS],
    times: [Cell<u8>; PLACES],
    /// Filled by the compiler's probes only.
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

    /// Adds an event, if there is room.
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

    /// Hands over the events that wait.
    pub(super) fn drain(&self) -> impl ExactSizeIterator<Item = u32> {
        self.events[..self.length.replace(0)].iter().map(Cell::get)
    }

    /// Forgets the events that wait.
    pub(super) fn discard(&self) {
        self.length.set(0);
    }

    /// Begins another run.
    pub(super) fn clear(&self) {
        self.discard();
        self.times.iter().for_each(|times| times.set(0));
    }

    /// Others fill it from now on.
    pub(super) fn lend(&self) -> (*mut u32, usize) {
        self.lent.set(true);
        self.length.set(EVENTS);
        self.place()
    }

    pub(super) fn is_lent(&self) -> bool {
        self.lent.get()
    }

    /// The end of that.
    pub(super) fn take_back(&self) {
        self.lent.set(false);
        self.length.set(0);
    }

    /// Where the events are, and how many there can be.
    pub(super) fn place(&self) -> (*mut u32, usize) {
        (self.events.as_ptr().cast_mut().cast(), EVENTS)
    }

    /// Where pairs of numbers are, and how many there can be.
    pub(super) fn pairs(&self) -> (*mut Pair, usize) {
        (self.pairs.as_ptr().cast_mut().cast(), PAIRS)
    }

    #[cfg(test)]
    pub(super) fn set_pair(&self, at: usize, pair: Pair) {
        self.pairs[at].set(pair);
    }

    /// Something is compared at a place. Whether to look at it.
    #[inline(always)]
    pub(super) fn is_wanted(&self, event: u32) -> bool {
        // Events of a function are two apart.
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
    fn events_wait_until_there_are_enough() {
        let buffer = Buffer::new();
        let expected: Vec<u32> = (0..EVENTS as u32).collect();
        assert!(expected.iter().all(|event| buffer.push(*event)));
        assert!(!buffer.push(7));
        assert_eq!(buffer.drain().collect::<Vec<u32>>(), expected);
        assert_eq!(buffer.drain().count(), 0);
        assert!(buffer.push(7));
    }

    #[test]
    fn a_place_in_a_loop_is_looked_at_now_and_then() {
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
