//! Which cases ran already, by the hash of their draws.

/// A set of hashes that stops growing: with 64 bits, two of a million different cases have the same
/// hash with a probability of one in thirty million.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Open addressing, no deletion; 0 is an empty slot.
    slots: Vec<u64>,
    /// How many more hashes are taken in before it is decided whether the set grows.
    room: usize,
    /// Repeats since that was decided last.
    repeats: usize,
    /// The set stays as it is.
    full: bool,
}

/// The set starts with this many slots, and doubles when half of them are used.
const FIRST: usize = 1 << 10;

/// Up to here it always doubles. 512 KiB stay in the cache of a core.
const USUAL: usize = 1 << 16;

/// Up to here, 16 MiB, it doubles where at least one case in four is a repeat: a small space, of which
/// most is seen in the end.
const LARGEST: usize = 1 << 21;

impl Seen {
    pub(crate) fn new() -> Seen {
        Seen { slots: vec![0; FIRST], room: FIRST / 2, repeats: 0, full: false }
    }

    /// True if this hash is new, as far as is remembered: once the set is full, the hashes in it are
    /// still recognised, others are taken for new each time. (A hash of 0 is taken for a repeat; no
    /// test for it is worth its time.)
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        // The upper bits: the lower ones of a product are the weaker ones.
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == hash {
                self.repeats += 1;
                return false;
            }
            if slot == 0 {
                break;
            }
            at = (at + 1) & mask;
        }
        if !self.full {
            self.slots[at] = hash;
            self.room -= 1;
            if self.room == 0 {
                self.grow();
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = self.slots.len();
        let crowded = self.repeats * 3 >= size / 4;
        if size >= LARGEST || (size >= USUAL && !crowded) {
            self.full = true;
            return;
        }
        (self.room, self.repeats) = (size / 2, 0);
        let old = std::mem::replace(&mut self.slots, vec![0; size * 2]);
        let mask = self.slots.len() - 1;
        for known in old.into_iter().filter(|slot| *slot != 0) {
            let mut at = (known >> 32) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = known;
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
        let hashes: Vec<u64> = (0..20_000).map(|_| random.word()).collect();
        assert!(hashes.iter().all(|hash| seen.insert(*hash)));
        assert!(hashes.iter().all(|hash| !seen.insert(*hash)));
    }

    #[test]
    fn without_repeats_it_stops_growing_early() {
        let mut seen = Seen::new();
        let mut random = Random::for_case(2, 1);
        for _ in 0..200_000 {
            assert!(seen.insert(random.word()));
        }
        assert_eq!(seen.slots.len(), USUAL);
    }

    #[test]
    fn with_many_repeats_it_grows_further_and_then_stops() {
        let mut seen = Seen::new();
        for hash in 1..2_000_000_u64 {
            let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            seen.insert(hash);
            seen.insert(hash);
        }
        assert_eq!(seen.slots.len(), LARGEST);
    }
}
