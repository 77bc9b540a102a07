//! Limits on what one case may draw: never an endless loop, never a stack overflow.
//!
//! Before the source refuses a draw it *starves*: every further draw is the simplest, which ends most generators
//! at once with a value.

use super::fuel::{BLOCK, Fuel};

/// Blocks of draws until the source starves, and again until the case overruns. 32 thousand draws are a hundred
/// times a usual case, and take well under a millisecond.
pub(super) const BLOCKS: u32 = 256;

/// Spans inside spans; the source starves in the deeper half. Unoptimized test threads have 2 MiB of stack, and one
/// level takes several frames.
pub(super) const DEPTH: u32 = 128;

/// Bytes of stack a case may use, whatever its depth: a generator may recurse without `draw`. A quarter of the
/// stack of a test thread.
const STACK: usize = 512 * 1024;

/// Bytes of strings and byte strings in one case; the source starves in the second half. Bounds the memory of one
/// case.
pub(super) const BYTES: usize = 8 << 20;

/// Draws that each element of an explicit length adds to the budget: enough for elements of several fields.
const DRAWS_PER_ELEMENT: usize = 8;

/// Blocks that all explicit lengths of a case may add; without a limit, recursion through such lengths never ends.
const MOST_CREDIT: u32 = (2 << 20) / BLOCK;

/// Collections up to this length add nothing to the budget: the blocks cover them.
pub(super) const LONG: usize = 64;

/// Longer collections are refused: their elements would not fit into memory.
const ABSURD: usize = 1 << 26;

/// Refuses a length before anything is reserved for it.
#[inline(always)]
pub(super) fn allow(length: usize) {
    if length > ABSURD {
        refuse(Refused::Overrun)
    }
}

/// The panic payload of a case that neither passed nor failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A filter gave up, or an assumption does not hold.
    Rejected,
    /// The budget is used up.
    Overrun,
}

/// Leaves the case by unwinding. Unlike a panic this does not call the panic hook; it costs four microseconds.
#[cold]
pub(crate) fn refuse(why: Refused) -> ! {
    std::panic::resume_unwind(Box::new(why))
}

/// The state of the limits that most draws do not touch.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Blocks of draws left.
    pub(super) blocks: u32,
    /// Blocks that explicit lengths may still add.
    credit: u32,
    /// Draws made while starving, in this case.
    starved: u32,
    /// Fuel set aside while the source starves because of its depth.
    pub(super) reserve: Fuel,
    /// Whether anything here has changed in this case.
    pub(super) touched: bool,
    /// Bytes drawn in this case.
    pub(super) bytes: usize,
    /// An address on the stack near where cases start.
    base: usize,
}

impl Budget {
    pub(super) fn new() -> Budget {
        Budget {
            blocks: BLOCKS,
            credit: MOST_CREDIT,
            starved: 0,
            reserve: Fuel::EMPTY,
            touched: false,
            bytes: 0,
            base: stack_address(),
        }
    }

    /// The case continues on another stack, from here.
    #[cfg(feature = "shuttle")]
    pub(super) fn rebase(&mut self) {
        self.base = stack_address();
    }

    /// The depth of the calls on the stack, in units smaller than any frame that draws.
    pub(super) fn depth(&self) -> u32 {
        (self.base.abs_diff(stack_address()) >> 5) as u32
    }

    /// Ends the case if it uses too much stack.
    pub(super) fn check_stack(&self) {
        if stack_address().abs_diff(self.base) > STACK {
            refuse(Refused::Overrun)
        }
    }

    /// Counts a draw of a starving source, and ends the case after too many.
    pub(super) fn starve(&mut self) {
        self.starved += 1;
        if self.starved > BLOCK * BLOCKS {
            refuse(Refused::Overrun)
        }
    }

    /// Adds the blocks that the elements of an explicit length need.
    pub(super) fn add_credit(&mut self, length: usize) {
        self.touched = true;
        let draws = length.saturating_mul(DRAWS_PER_ELEMENT);
        let blocks = u32::try_from(draws / BLOCK as usize).unwrap_or(u32::MAX);
        let blocks = self.credit.min(blocks.saturating_add(1));
        self.credit -= blocks;
        self.blocks += blocks;
    }

    /// Starts the next case.
    #[inline(always)]
    pub(super) fn reset(&mut self) {
        if self.touched {
            (self.blocks, self.credit, self.starved) = (BLOCKS, MOST_CREDIT, 0);
            (self.touched, self.bytes) = (false, 0);
        }
    }

    /// Whether this case is so large that it reached a look at the limits.
    #[inline(always)]
    pub(super) fn was_touched(&self) -> bool {
        self.touched
    }

    #[inline(always)]
    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }
}

/// The current depth of the stack as an address.
#[inline(never)]
fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}
