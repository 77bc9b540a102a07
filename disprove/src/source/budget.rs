//! Limits on what one case may draw: never an endless loop, never a stack overflow.
//!
//! Before anything is refused the source *starves*: every further draw is the simplest, which ends
//! most generators at once with a value.

use super::{Source, identity::Fuel, sample::Lengths};

/// Draws between two looks at the limits. Functions that call themselves without `draw` are only seen
/// then: from a quarter of the stack on, so many of their frames must fit into the rest.
pub(super) const BLOCK: u32 = 128;

/// So many blocks of draws, then the source starves; as many again, then the case is over. 32 thousand
/// draws are a hundred times a usual case, and take well under a millisecond.
pub(super) const BLOCKS: u32 = 256;

/// Spans inside spans; the source starves in the deeper half. Unoptimised test threads have 2 MiB of
/// stack, and one level takes several frames.
pub(super) const DEPTH: u32 = 128;

/// The stack a case may use, whatever its depth: a generator may also call itself without `draw`.
/// A quarter of what a test thread has.
const STACK: usize = 512 * 1024;

/// Bytes of texts and byte strings in one case; the source starves in the second half.
const BYTES: usize = 8 << 20;

/// A length that the user asked for brings its own budget: so many draws per element ...
const DRAWS_PER_ELEMENT: usize = 8;

/// ... but all lengths of a case no more than this, or recursion through such lengths would never end.
const MOST_CREDIT: u32 = (2 << 20) / BLOCK;

/// Shorter collections bring nothing.
pub(super) const LONG: usize = 64;

/// Nothing is this long: the memory of a machine would not do.
const ABSURD: usize = 1 << 26;

/// Refuses a length before anything is reserved for it.
#[inline(always)]
pub(super) fn allow(length: usize) {
    if length > ABSURD {
        refuse(Refused::Overrun)
    }
}

/// The payload of an unwinding case that is neither passed nor failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A filter or an assumption gave up.
    Rejected,
    /// The budget is used up.
    Overrun,
}

/// Leaves the case. Unlike a panic this does not call the panic hook, and it costs four microseconds.
#[cold]
pub(crate) fn refuse(why: Refused) -> ! {
    std::panic::resume_unwind(Box::new(why))
}

/// The parts of the limits that are seldom looked at.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Blocks of draws left.
    blocks: u32,
    /// Blocks that lengths may still bring.
    credit: u32,
    /// Draws made while starving, in this case.
    starved: u32,
    /// Fuel put aside while the source starves for depth.
    kept: Fuel,
    /// Anything of this has changed in this case.
    touched: bool,
    /// Bytes drawn in this case.
    bytes: usize,
    /// An address on the stack near where cases start.
    base: usize,
}

impl Budget {
    pub(super) fn new() -> Budget {
        Budget {
            blocks: BLOCKS,
            credit: MOST_CREDIT,
            starved: 0,
            kept: Fuel::EMPTY,
            touched: false,
            bytes: 0,
            base: stack_address(),
        }
    }

    /// The case goes on upon another stack, from here.
    #[cfg(feature = "shuttle")]
    pub(super) fn rebase(&mut self) {
        self.base = stack_address();
    }

    /// How far down the stack the calls have come, in steps smaller than any call that draws.
    pub(super) fn depth(&self) -> u32 {
        (self.base.abs_diff(stack_address()) >> 5) as u32
    }

    /// For the next case.
    #[inline(always)]
    pub(super) fn reset(&mut self) {
        if self.touched {
            (self.blocks, self.credit, self.starved) = (BLOCKS, MOST_CREDIT, 0);
            (self.touched, self.bytes) = (false, 0);
        }
    }

    /// Whether the limits were looked at in this case: then it is a large one.
    #[inline(always)]
    pub(super) fn was_touched(&self) -> bool {
        self.touched
    }

    #[inline(always)]
    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }
}

/// Where the stack is now, roughly.
#[inline(never)]
fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

impl Source {
    /// Every draw burns fuel, in every mode alike. True: take the simplest. One test serves the number
    /// of draws, the depth and the end of the case.
    #[inline(always)]
    pub(super) fn burn(&mut self, chance: u32) -> bool {
        self.fuel.burn(chance) && self.refuel()
    }

    #[cold]
    #[inline(never)]
    fn refuel(&mut self) -> bool {
        if stack_address().abs_diff(self.budget.base) > STACK {
            refuse(Refused::Overrun)
        }
        self.budget.touched = true;
        let deep = self.depth <= DEPTH / 2;
        self.fuel = Fuel::EMPTY;
        if deep && !self.budget.kept.is_empty() {
            self.budget.kept.burn(0);
            return true;
        }
        if self.budget.blocks > 1 {
            self.budget.blocks -= 1;
            *(if deep { &mut self.budget.kept } else { &mut self.fuel }) = Fuel::BLOCK;
            return deep;
        }
        self.budget.starved += 1;
        if self.budget.starved > BLOCK * BLOCKS {
            refuse(Refused::Overrun)
        }
        true
    }

    /// Text counts by its bytes as well.
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
            // The draw under way keeps what it has; those after it starve.
            let overrun = self.budget.bytes - bytes > BYTES;
            if overrun {
                refuse(Refused::Overrun)
            }
            (self.budget.blocks, self.budget.kept, self.fuel) = (1, Fuel::EMPTY, Fuel::EMPTY);
        }
    }

    /// A case may be as long as the user's own lengths make it.
    #[inline(always)]
    pub(super) fn credit(&mut self, lengths: &Lengths, length: usize) {
        if length > LONG && lengths.explicit {
            self.credit_slowly(length);
        }
    }

    #[cold]
    #[inline(never)]
    fn credit_slowly(&mut self, length: usize) {
        self.budget.touched = true;
        let draws = length.saturating_mul(DRAWS_PER_ELEMENT);
        let blocks = u32::try_from(draws / BLOCK as usize).unwrap_or(u32::MAX);
        let blocks = self.budget.credit.min(blocks.saturating_add(1));
        self.budget.credit -= blocks;
        self.budget.blocks += blocks;
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
            self.budget.kept = std::mem::replace(&mut self.fuel, Fuel::EMPTY);
            self.budget.touched = true;
        }
        if self.depth == 0 || stack_address().abs_diff(self.budget.base) > STACK {
            refuse(Refused::Overrun)
        }
    }

    #[cold]
    #[inline(never)]
    fn surface(&mut self) {
        if self.depth == DEPTH / 2 {
            self.fuel = self.budget.kept;
        }
    }
}
