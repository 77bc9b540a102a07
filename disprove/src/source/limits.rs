//! Draws use up the budget of a case.

use super::{
    Source,
    budget::{BLOCKS, BYTES, DEPTH, LONG},
    fuel::{BLOCK, Fuel},
    refusal::{FixedSize, Refused, refuse},
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
        self.budget.stack.check();
        self.budget.touch();
        let deep = self.depth < 0;
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

    /// Called for a string of at least this many elements by a source that starves. True if it may be the simplest one.
    #[cold]
    pub(super) fn starves_with(&self, name: &'static str, length: usize) -> bool {
        if length > LONG && self.depth >= 0 {
            refuse(Refused::TooLarge(FixedSize { name, length, is_on_stack: false }))
        }
        true
    }

    /// Opens a collection of at least `length` elements: in a long one no draw is the simplest for want of budget, as
    /// its end would be the same in every case. Returns what [`Source::end_fixed`] needs.
    #[inline(always)]
    pub(crate) fn begin_fixed(&mut self, name: &'static str, length: usize) -> bool {
        length > LONG && self.budget.begin_fixed(FixedSize { name, length, is_on_stack: false })
    }

    #[inline(always)]
    pub(crate) fn end_fixed(&mut self, is_outermost: bool) {
        if is_outermost {
            self.budget.fixed = None;
        }
    }

    /// Opens an array, which has its place on the stack.
    #[cold]
    pub(crate) fn begin_array(&mut self, name: &'static str, length: usize, bytes: usize) -> bool {
        self.budget.stack.check_array(FixedSize { name, length, is_on_stack: false }, bytes);
        self.begin_fixed(name, length)
    }

    /// The draws so far, to be compared after a draw.
    #[inline(always)]
    pub(crate) fn draws_so_far(&self) -> Fuel {
        self.fuel
    }

    /// Counts a draw that made no choice since `before`: a loop of such draws has to end too.
    #[inline(always)]
    pub(crate) fn count_if_idle(&mut self, before: Fuel) {
        if self.fuel == before {
            self.count_idle();
        }
    }

    #[cold]
    #[inline(never)]
    fn count_idle(&mut self) {
        self.budget.count_idle();
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
        self.budget.touch();
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

    /// Extends the budget for the elements of an array.
    #[inline(always)]
    pub(crate) fn credit_array(&mut self, length: usize) {
        if length > LONG {
            self.credit_slowly(length);
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
        if self.depth < 0 {
            self.too_deep();
        }
    }

    #[inline(always)]
    pub(super) fn ascend(&mut self) {
        self.depth += 1;
        if self.depth == 0 {
            self.surface();
        }
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) {
        if self.depth == -1 {
            self.budget.reserve = std::mem::replace(&mut self.fuel, Fuel::EMPTY);
            self.budget.touch();
        }
        if self.depth == -1 - DEPTH {
            refuse(Refused::Overrun)
        }
        self.budget.stack.check();
    }

    #[cold]
    #[inline(never)]
    fn surface(&mut self) {
        self.fuel = self.budget.reserve;
    }
}
