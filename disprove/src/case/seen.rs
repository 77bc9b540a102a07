//! Which random inputs ran before, by the hash of their draws.

use crate::source::Source;

/// A set of input hashes that closes when lookups cost more than duplicates. Two of a million different inputs share
/// a 64-bit hash with a probability of one in thirty million.
pub(crate) struct SeenInputs {
    /// Open addressing, no deletion; 0 is an empty slot. Allocated with the first hash: inputs that are certainly
    /// distinct have none.
    slots: Vec<u64>,
    /// The size, of which half can be used before the set grows or closes. There are at least as many slots.
    size: usize,
    /// New inputs left before the set grows or closes.
    room: usize,
    /// Duplicates since the set last grew.
    duplicates: usize,
    /// Whether lookups still happen.
    open: bool,
}

/// The initial size, which doubles when half of it is used.
const FIRST: usize = 1 << 10;

/// The set always grows to this size: it deduplicates the first thousand cases exactly, twice the default number of
/// cases. It has this many slots from the beginning.
const USUAL: usize = 1 << 11;

/// Largest set (16 MiB). It grows beyond `USUAL` only while at least half of the cases are duplicates; with fewer,
/// running duplicates costs less than looking up every case.
const LARGEST: usize = 1 << 21;

impl SeenInputs {
    pub(crate) fn new() -> SeenInputs {
        SeenInputs { slots: Vec::new(), size: FIRST, room: FIRST / 2, duplicates: 0, open: true }
    }

    /// Whether lookups still happen.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Records the input that the source drew. True if the set does not contain it.
    #[inline(never)]
    pub(crate) fn is_new(&mut self, src: &Source) -> bool {
        self.add(src.identity())
    }

    /// The same for the identity of an input.
    #[inline(always)]
    pub(super) fn add(&mut self, identity: Option<u64>) -> bool {
        if let Some(identity) = identity {
            self.insert(identity)
        } else {
            self.use_room();
            true
        }
    }

    /// Counts an input that is new, whether it is kept or certainly distinct.
    fn use_room(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
    }

    /// Inserts a hash. True if it is new; a hash of 0 always is.
    fn insert(&mut self, hash: u64) -> bool {
        if self.slots.is_empty() {
            return self.insert_first(hash);
        }
        // A slice: indexing a vector is a function call in unoptimized code.
        let slots: &mut [u64] = &mut self.slots;
        let mask = slots.len() - 1;
        // The upper bits of a product are the better mixed ones.
        let mut at = (hash >> 32) as usize & mask;
        while slots[at] != 0 {
            if slots[at] == hash {
                self.duplicates += 1;
                return false;
            }
            at = (at + 1) & mask;
        }
        slots[at] = hash;
        self.use_room();
        true
    }

    #[cold]
    #[inline(never)]
    fn insert_first(&mut self, hash: u64) -> bool {
        self.slots = vec![0; USUAL];
        self.insert(hash)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = self.size;
        let crowded = self.duplicates >= size / 4;
        if size >= LARGEST || (size >= USUAL && !crowded) {
            (self.open, self.slots) = (false, Vec::new());
            self.room = usize::MAX;
            return;
        }
        (self.size, self.room, self.duplicates) = (size * 2, size / 2, 0);
        if self.slots.is_empty() || self.slots.len() >= self.size {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; self.size]);
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
    fn recognizes_duplicates_exactly_while_it_grows() {
        let mut seen = SeenInputs::new();
        let mut random = Random::for_case(1, 1);
        let hashes: Vec<u64> = (0..1_000).map(|_| random.word()).collect();
        assert!(hashes.iter().all(|hash| seen.insert(*hash)));
        assert!(hashes.iter().all(|hash| !seen.insert(*hash)));
    }

    #[test]
    fn closes_early_without_duplicates() {
        let mut seen = SeenInputs::new();
        let mut random = Random::for_case(2, 1);
        let inserted = (0..200_000).take_while(|_| seen.is_open() && seen.insert(random.word()));
        assert_eq!(inserted.count(), USUAL / 2);
    }

    #[test]
    fn closes_late_with_many_duplicates() {
        let mut seen = SeenInputs::new();
        let mut inserted = 0_u64;
        while seen.is_open() {
            inserted += 1;
            let hash = inserted.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert!(seen.insert(hash));
            assert!(!seen.is_open() || !seen.insert(hash));
        }
        assert_eq!(inserted, LARGEST as u64 / 2);
    }
}
