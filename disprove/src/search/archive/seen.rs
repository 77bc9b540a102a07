//! Fingerprints of inputs that ran before.

use crate::source::Source;
use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

/// A set of fingerprints of choice trees.
pub(crate) type Fingerprints = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

/// A hasher for numbers that are already hashes.
#[derive(Debug, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
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

/// The set of inputs of the random phase. It is closed when lookups cost more than they save. The probability that two
/// of a million inputs share a 64-bit hash is one in thirty million.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Open addressing, no deletion; 0 is an empty slot.
    slots: Vec<u64>,
    /// Insertions left before the set grows or closes.
    room: usize,
    /// Repeats since the set last grew.
    repeats: usize,
    /// The set is still used.
    open: bool,
}

/// Initial slots. The set doubles when half of them are used, so this suffices for a run of 500 cases (the default).
const FIRST: usize = 1 << 10;

/// Slots up to which the set always doubles: it holds the first thousand cases, twice the default of 500.
const USUAL: usize = 1 << 11;

/// Slots (16 MiB) up to which the set doubles if at least one case in four is a repeat, as in a small input space. With
/// fewer repeats, running them costs less than looking up every case.
const LARGEST: usize = 1 << 21;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { slots: vec![0; FIRST], room: FIRST / 2, repeats: 0, open: true }
    }

    /// Whether the set is still used.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Whether this input is new, as far as the set knows.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_new(&mut self, src: &Source) -> bool {
        src.identity().is_none_or(|identity| self.insert(identity))
    }

    /// Whether this hash is new, as far as the set knows. A hash of 0 always counts as new.
    fn insert(&mut self, hash: u64) -> bool {
        // A slice, because unoptimized code calls a function for each access to a vector.
        let slots: &mut [u64] = &mut self.slots;
        let mask = slots.len() - 1;
        // The upper bits, because the hash is a product, whose lower bits are weaker.
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
    fn recognizes_every_repeat_while_the_set_grows() {
        let mut seen = Seen::new();
        let mut random = Random::for_case(1, 1);
        let hashes: Vec<u64> = (0..1_000).map(|_| random.word()).collect();
        assert!(hashes.iter().all(|hash| seen.insert(*hash)));
        assert!(hashes.iter().all(|hash| !seen.insert(*hash)));
    }

    #[test]
    fn closes_early_without_repeats() {
        let mut seen = Seen::new();
        let mut random = Random::for_case(2, 1);
        let taken_in = (0..200_000).take_while(|_| seen.is_open() && seen.insert(random.word()));
        assert_eq!(taken_in.count(), USUAL / 2);
    }

    #[test]
    fn closes_late_with_many_repeats() {
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
