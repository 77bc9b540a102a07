//! The last draws of a case: some are drawn again, and they identify short cases.

use super::Word;
use crate::source::fuel::{ENOUGH, Fuel, MULTIPLIER};

/// Draws that are kept. A case with more draws counts as distinct.
pub(crate) const KEPT: usize = 32;

/// Kept draws that can be drawn again: recent ones make related values likely.
const RECENT: usize = 4;

/// The last draws of a case.
#[derive(Clone, Debug)]
pub(crate) struct RecentDraws([u64; KEPT]);

/// The draws that can be drawn again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlierDraws<'a> {
    drawn: &'a [u64; KEPT],
    left: usize,
}

impl RecentDraws {
    pub(crate) fn new() -> RecentDraws {
        RecentDraws([0; KEPT])
    }

    #[inline(always)]
    pub(in crate::source) fn keep(&mut self, fuel: Fuel, value: u64) {
        self.0[fuel.left() % KEPT] = value;
    }

    /// The draw made with this many draws left.
    #[inline(always)]
    pub(crate) fn at(&self, left: usize) -> u64 {
        self.0[left % KEPT]
    }

    /// Keeps the last draws of a run that began with this much fuel. A long run makes a case distinct: then only
    /// the draws that can be drawn again are kept.
    #[inline]
    pub(in crate::source) fn keep_run<T: Word>(&mut self, before: Fuel, run: &[T]) {
        let after = before.left() - run.len();
        if run.len() >= const { ENOUGH.div_ceil(T::ENTROPY) as usize } {
            self.keep_last(after, run, RECENT);
        } else {
            self.keep_last(after, run, run.len());
        }
    }

    #[inline(always)]
    fn keep_last<T: Word>(&mut self, after: usize, run: &[T], count: usize) {
        // Not an iterator: unoptimized code spends more on that than on the rest.
        let mut back = 0;
        while back < count {
            self.0[(after + back) % KEPT] = run[run.len() - 1 - back].to_word();
            back += 1;
        }
    }

    /// The draws before the current one.
    #[inline(always)]
    pub(in crate::source) fn before(&self, fuel: Fuel) -> EarlierDraws<'_> {
        EarlierDraws { drawn: &self.0, left: fuel.left() }
    }
}

impl EarlierDraws<'_> {
    /// One of the last few draws of this case; 0 if there is none. Draws of earlier cases are never read: a case
    /// must depend on nothing but its own random stream.
    #[inline]
    pub(super) fn one(self, which: u64) -> u64 {
        let made = (Fuel::BLOCK.left() - 1).wrapping_sub(self.left);
        if made == 0 || made >= Fuel::BLOCK.left() {
            return 0;
        }
        let back = 1 + which as usize % made.min(RECENT);
        self.drawn[(self.left + back) % KEPT]
    }

    /// The same for the draw after a run of others that are not kept yet. `self` is from before the run.
    #[inline]
    pub(super) fn one_after<T: Word>(self, run: &[T], which: u64) -> u64 {
        if run.len() >= RECENT {
            return run[run.len() - 1 - which as usize % RECENT].to_word();
        }
        let here = EarlierDraws { left: self.left - 1 - run.len(), ..self };
        let made = Fuel::BLOCK.left() - 1 - here.left;
        let back = 1 + which as usize % made.clamp(1, RECENT);
        if made > 0 && back <= run.len() {
            run[run.len() - back].to_word()
        } else {
            here.one(which)
        }
    }
}

/// The hash by which a short string or byte string is kept.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash.rotate_left(26) ^ u64::from_le_bytes(word)).wrapping_mul(MULTIPLIER);
    }
    hash
}
