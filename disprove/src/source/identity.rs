//! Case identity: which cases are the same.
//!
//! Hashing every draw would cost more than the draw itself. Instead each draw adds its entropy to the fuel gauge,
//! at no cost. A case with enough entropy counts as distinct. Only the others, which are short, are compared by
//! their draws, and those are kept anyway.

use super::{
    Source,
    fuel::{Fuel, MULTIPLIER},
    sample::KEPT,
};

impl Source {
    /// A number that equal cases share and others do not; `None` if this case counts as distinct.
    #[inline(always)]
    pub(crate) fn identity(&self) -> Option<u64> {
        let made = Fuel::BLOCK.left().wrapping_sub(self.fuel.left());
        if self.fuel.is_distinct() || made > KEPT || self.budget.is_large() {
            return None;
        }
        let mut hash = made as u64;
        let mut place = self.fuel.left();
        // Not a range: unoptimized code spends more on that than on the rest.
        while place < Fuel::BLOCK.left() {
            hash = (hash.rotate_left(26) ^ self.drawn.at(place)).wrapping_mul(MULTIPLIER);
            place += 1;
        }
        Some(hash)
    }

    /// A mark to [rewind](Source::rewind) to.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { fuel: self.fuel, blocks: self.budget.blocks() }
    }

    /// Forgets the draws of a discarded attempt: they are no part of the identity.
    #[inline(always)]
    pub(crate) fn rewind(&mut self, mark: Mark) {
        if mark.blocks == self.budget.blocks() {
            self.fuel = mark.fuel;
        }
    }
}

/// A point in the draws of a case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    fuel: Fuel,
    blocks: u32,
}
