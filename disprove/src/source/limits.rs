//! Draws use up the budget of a case.

use super::{
    Source,
    budget::{BLOCKS, BYTES, DEPTH, LONG, Refused, refuse},
    fuel::{BLOCK, Fuel},
    sample::Lengths,
};

impl Source {
    /// Burns fuel for one draw, in every mode alike. Returns true if the draw must be the simplest. One test covers
    /// the number of draws, the depth and the end of the case.
    #[inline(always)]
    pub(super) fn burn(&mut self, entropy: u32) -> bool {
        self.fuel.burn(entropy) && self.refuel()
    }

    #[cold]
    #[inline(never)]
    fn refuel(&mut self) -> bool {
        self.budget.check_stack();
        self.budget.touched = true;
        let deep = self.depth <= DEPTH / 2;
        self.fuel = Fuel::EMPTY;
        if deep && !self.budget.reserve.is_empty() {
            self.budget.reserve.burn(0);
            return true;
        }
        if self.budget.blocks > 1 {
            self.budget.blocks -= 1;
            *(if deep { &mut self.budget.reserve } else { &mut self.fuel }) = Fuel::BLOCK;
            return deep;
        }
        self.budget.starve();
        true
    }

    /// Counts the bytes of a string or byte string as well.
    #[inline(always)]
    pub(super) fn burn_bytes(&mut self, bytes: usize) {
        if bytes > BYTES / 2 / (BLOCK * BLOCKS) as usize {
            self.burn_many_bytes(bytes);
        }
    }

    #[cold]
    #[inline(never)]
    fn burn_many_bytes(&mut self, bytes: usize) {
        self.budget.touched = true;
        self.budget.bytes = self.budget.bytes.saturating_add(bytes);
        if self.budget.bytes > BYTES / 2 {
            // This draw keeps its bytes; those after it starve.
            let overrun = self.budget.bytes - bytes > BYTES;
            if overrun {
                refuse(Refused::Overrun)
            }
            (self.budget.blocks, self.budget.reserve, self.fuel) = (1, Fuel::EMPTY, Fuel::EMPTY);
        }
    }

    /// Extends the budget for a length that the user set: a case may be as long as explicit lengths make it.
    #[inline(always)]
    pub(super) fn credit(&mut self, lengths: &Lengths, length: usize) {
        if length > LONG && lengths.explicit {
            self.credit_slowly(length);
        }
    }

    #[cold]
    #[inline(never)]
    fn credit_slowly(&mut self, length: usize) {
        self.budget.add_credit(length);
    }

    #[inline(always)]
    pub(super) fn descend(&mut self) {
        self.depth -= 1;
        if self.depth <= DEPTH / 2 {
            self.too_deep();
        }
    }

    #[inline(always)]
    pub(super) fn ascend(&mut self) {
        if self.depth <= DEPTH / 2 {
            self.surface();
        }
        self.depth += 1;
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) {
        if self.depth == DEPTH / 2 {
            self.budget.reserve = std::mem::replace(&mut self.fuel, Fuel::EMPTY);
            self.budget.touched = true;
        }
        if self.depth == 0 {
            refuse(Refused::Overrun)
        }
        self.budget.check_stack();
    }

    #[cold]
    #[inline(never)]
    fn surface(&mut self) {
        if self.depth == DEPTH / 2 {
            self.fuel = self.budget.reserve;
        }
    }
}
