//! Which cases are the same.
//!
//! A hash of every draw would be the largest part of what a draw costs. Instead each draw adds to the
//! fuel gauge how much chance went into it, at no cost: a case made of enough chance is taken to be
//! unlike all others. Only the others, which are short, are told apart by their draws, and those are kept
//! anyway, to be drawn again.

use super::{Source, sample::Word};

/// How much may still be drawn before the limits are looked at, in the upper half; in the lower half
/// how many bits of chance went into the case so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fuel(u32);

/// One draw.
const DRAW: u32 = 1 << 16;

/// Bits of chance that make a case unlike all others: of a hundred thousand such cases one is a repeat
/// all the same, and nothing is lost but its execution.
pub(super) const ENOUGH: u32 = 32;

/// The multiplier of the Fx family of hashes.
pub(super) const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

/// How many bits of chance an even choice out of `0..=span` is, rounded down.
#[inline(always)]
pub(super) fn bits(span: u64) -> u32 {
    (span | 1).ilog2() + u32::from(span & span.wrapping_add(1) == 0 && span > 0)
}

impl Fuel {
    /// Draws between two looks at the limits.
    pub(super) const BLOCK: Fuel = Fuel((super::budget::BLOCK - 1) << 16);

    /// Every further draw looks at the limits.
    pub(super) const EMPTY: Fuel = Fuel(0);

    /// Uses up a draw into which `chance` bits go. True: it was not there.
    #[inline(always)]
    pub(super) fn burn(&mut self, chance: u32) -> bool {
        let (left, missing) = self.0.overflowing_sub(DRAW - chance);
        self.0 = left;
        missing
    }

    /// Uses up many draws at once, if they are all there.
    #[inline(always)]
    pub(super) fn burn_all(&mut self, draws: usize, chance: u32) -> bool {
        let there = draws <= self.left();
        if there {
            self.0 -= draws as u32 * (DRAW - chance);
        }
        there
    }

    #[inline(always)]
    pub(super) fn add_entropy(&mut self, chance: u32) {
        self.0 = self.0.saturating_add(chance);
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 < DRAW
    }

    /// Draws left in the block.
    #[inline(always)]
    fn left(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// So many draws are kept.
const KEPT: usize = 32;

/// So many of them are drawn again.
const RECENT: usize = 4;

/// The last draws of a case.
#[derive(Clone, Debug)]
pub(super) struct RecentDraws([u64; KEPT]);

/// The draws that can be drawn again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlierDraws<'a> {
    drawn: &'a [u64; KEPT],
    left: usize,
}

impl RecentDraws {
    pub(super) fn new() -> RecentDraws {
        RecentDraws([0; KEPT])
    }

    #[inline(always)]
    pub(super) fn keep(&mut self, fuel: Fuel, value: u64) {
        self.0[fuel.left() % KEPT] = value;
    }

    /// Keeps the last draws of a run that began with this much fuel. A long run makes a case unlike all
    /// others: then only those count that can be drawn again.
    #[inline]
    pub(super) fn keep_run<T: Word>(&mut self, before: Fuel, run: &[T]) {
        let long = run.len() * T::ENTROPY as usize >= ENOUGH as usize;
        let skipped = if long { run.len().saturating_sub(RECENT) } else { 0 };
        let mut place = before.left() - skipped;
        for value in &run[skipped..] {
            place -= 1;
            self.0[place % KEPT] = value.to_word();
        }
    }

    /// What was drawn before the draw under way.
    #[inline(always)]
    pub(super) fn before(&self, fuel: Fuel) -> EarlierDraws<'_> {
        EarlierDraws { drawn: &self.0, left: fuel.left() }
    }
}

impl EarlierDraws<'_> {
    /// One of the last few draws of this case; 0 if there is none. What is left of other cases is never
    /// looked at: a case must depend on nothing but its own chance.
    #[inline(never)]
    pub(super) fn one(self, which: u64) -> u64 {
        let made = (Fuel::BLOCK.left() - 1).wrapping_sub(self.left);
        if made == 0 || made >= Fuel::BLOCK.left() {
            return 0;
        }
        let back = 1 + which as usize % made.min(RECENT);
        self.drawn[(self.left + back) % KEPT]
    }

    /// The same for the draw after a run of others that are not kept yet. `self` is from before the run.
    #[cold]
    #[inline(never)]
    pub(super) fn one_after<T: Word>(self, run: &[T], which: u64) -> u64 {
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

impl Source {
    /// A number that is the same for equal cases and different for others; `None` if this case is
    /// unlike all others anyway.
    #[inline(always)]
    pub(crate) fn identity(&self) -> Option<u64> {
        let made = Fuel::BLOCK.left().wrapping_sub(self.fuel.left());
        if self.fuel.0 % DRAW >= ENOUGH || made > KEPT || self.budget.was_touched() {
            return None;
        }
        let mut hash = made as u64;
        let mut place = self.fuel.left();
        // Not a range: unoptimised code spends more on that than on the rest.
        while place < Fuel::BLOCK.left() {
            hash = (hash.rotate_left(26) ^ self.drawn.0[place % KEPT]).wrapping_mul(MULTIPLIER);
            place += 1;
        }
        Some(hash)
    }

    /// A mark to [rewind](Source::rewind) to.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { fuel: self.fuel, blocks: self.budget.blocks() }
    }

    /// An attempt came to nothing: what it drew does not count.
    #[inline(always)]
    pub(crate) fn rewind(&mut self, mark: Mark) {
        if mark.blocks == self.budget.blocks() {
            self.fuel = mark.fuel;
        }
    }
}

/// How far a case has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    fuel: Fuel,
    blocks: u32,
}

/// A hash of a short text.
pub(super) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash.rotate_left(26) ^ u64::from_le_bytes(word)).wrapping_mul(MULTIPLIER);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_rounded_down() {
        let of = |count: u64| bits(count - 1);
        assert_eq!([1, 2, 3, 4, 6, 7, 8, 64].map(of), [0, 1, 1, 2, 2, 2, 3, 6]);
        assert_eq!(bits(u64::MAX), 64);
    }
}
