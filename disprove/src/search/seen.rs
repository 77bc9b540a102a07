//! Which cases ran already, by the hash of their draws.

use crate::source::Source;
use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

/// Fingerprints of trees.
pub(crate) type Fingerprints = HashSet<u64, BuildHasherDefault<AsItIs>>;

/// For numbers that are hashes already.
#[derive(Debug, Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A set of hashes that is given up when it does not pay: with 64 bits, two of a million different cases
/// have the same hash with a probability of one in thirty million.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Open addressing, no deletion; 0 is an empty slot.
    slots: Vec<u64>,
    /// How many more hashes are taken in before it is decided whether the set grows.
    room: usize,
    /// Repeats since that was decided last.
    repeats: usize,
    /// Whether the set is still consulted.
    open: bool,
}

/// The set starts with this many slots, and doubles when half of them are used.
const FIRST: usize = 1 << 10;

/// Up to here it always doubles: the first thousand cases are told apart exactly, twice as many as are run
/// if nothing is said.
const USUAL: usize = 1 << 11;

/// Up to here, 16 MiB, it doubles where at least one case in four is a repeat: a small space, of which
/// most is seen in the end. Where fewer are, running them costs less than looking every case up.
const LARGEST: usize = 1 << 21;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { slots: vec![0; FIRST], room: FIRST / 2, repeats: 0, open: true }
    }

    /// Whether it is worth asking.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Whether this case is new, as far as is remembered.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_new(&mut self, src: &Source) -> bool {
        src.identity().is_none_or(|identity| self.insert(identity))
    }

    /// True if this hash is new, as far as is remembered. (A hash of 0 is always new; no test for it is
    /// worth its time.)
    fn insert(&mut self, hash: u64) -> bool {
        // A slice, because unoptimised code calls a function for each look into a vector.
        let slots: &mut [u64] = &mut self.slots;
        let mask = slots.len() - 1;
        // The upper bits: the lower ones of a product are the weaker ones.
        let mut at = (hash >> 32) as usize & mask;
        while slots[at] != 0 {
            if slots[at] == hash {
                self.repeats += 1;
                return false;
            }
            at = (at + 1) & mask;
        }
        slots[at] = hash;
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = self.slots.len();
        let crowded = self.repeats * 3 >= size / 4;
        if size >= LARGEST || (size >= USUAL && !crowded) {
            (self.open, self.slots) = (false, vec![0]);
            self.room = usize::MAX;
            return;
        }
        (self.room, self.repeats) = (size / 2, 0);
        let old = std::mem::replace(&mut self.slots, vec![0; size * 2]);
        let slots: &mut [u64] = &mut self.slots;
        let mask = slots.len() - 1;
        for known in old.into_iter().filter(|slot| *slot != 0) {
            let mut at = (known >> 32) as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn repeats_are_recognised_exactly_while_the_set_grows() {
        let mut seen = Seen::new();
        let mut random = Random::for_case(1, 1);
        let hashes: Vec<u64> = (0..1_000).map(|_| random.word()).collect();
        assert!(hashes.iter().all(|hash| seen.insert(*hash)));
        assert!(hashes.iter().all(|hash| !seen.insert(*hash)));
    }

    #[test]
    fn without_repeats_it_is_given_up_early() {
        let mut seen = Seen::new();
        let mut random = Random::for_case(2, 1);
        let taken_in = (0..200_000).take_while(|_| seen.is_open() && seen.insert(random.word()));
        assert_eq!(taken_in.count(), USUAL / 2);
    }

    #[test]
    fn with_many_repeats_it_is_given_up_late() {
        let mut seen = Seen::new();
        let mut taken_in = 0_u64;
        while seen.is_open() {
            taken_in += 1;
            let hash = taken_in.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert!(seen.insert(hash));
            assert!(!seen.is_open() || !seen.insert(hash));
        }
        assert_eq!(taken_in, LARGEST as u64 / 2);
    }
}
