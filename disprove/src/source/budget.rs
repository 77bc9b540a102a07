//! Limits on what one case may draw: never an endless loop, never a stack overflow.
//!
//! Before the source refuses a draw it *starves*: every further draw is the simplest, which ends most generators
//! at once with a value.

use super::{
    fuel::{BLOCK, Fuel},
    refusal::{FixedSize, Refused, refuse},
    stack::Stack,
};

/// Blocks of draws until the source starves, and again until the case overruns. 32 thousand draws are a hundred
/// times a usual case, and take well under a millisecond.
pub(super) const BLOCKS: u32 = 256;

/// Spans inside spans before the source starves, and again until the case overruns. Unoptimized test threads have 2 MiB
/// of stack, and one level takes several frames.
pub(super) const DEPTH: i32 = 64;

/// Bytes of strings and byte strings in one case; the source starves in the second half. Bounds the memory of one
/// case.
pub(super) const BYTES: usize = 8 << 20;

/// Draws that each element of an explicit length adds to the budget: enough for elements of several fields.
const DRAWS_PER_ELEMENT: usize = 8;

/// Blocks that all explicit lengths of a case may add; without a limit, recursion through such lengths never ends.
const MOST_CREDIT: u32 = (2 << 20) / BLOCK;

/// Collections up to this length add nothing to the budget: the blocks cover them.
pub(crate) const LONG: usize = 64;

/// Draws without a choice that a case may make besides those that explicit lengths add: as many as draws with one.
const IDLE: u32 = 2 * BLOCK * BLOCKS;

/// Longer collections are refused: their elements would not fit into memory.
const ABSURD: usize = 1 << 26;

/// Refuses a length before anything is reserved for it.
#[inline(always)]
pub(super) fn allow(length: usize) {
    if length > ABSURD {
        refuse(Refused::Overrun)
    }
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
    /// Draws that made no choice, in this case.
    idle: u32,
    /// The outermost open collection of fixed size.
    pub(super) fixed: Option<FixedSize>,
    /// Whether the next case has anything to reset, here or in the source.
    touched: bool,
    /// Whether the case is so large that it reached a look at the limits.
    is_large: bool,
    /// Bytes drawn in this case.
    pub(super) bytes: usize,
    pub(super) stack: Stack,
}

impl Budget {
    pub(super) fn new() -> Budget {
        Budget {
            blocks: BLOCKS,
            credit: MOST_CREDIT,
            starved: 0,
            reserve: Fuel::EMPTY,
            idle: 0,
            fixed: None,
            touched: false,
            is_large: false,
            bytes: 0,
            stack: Stack::here(),
        }
    }

    /// Opens a collection of fixed size. Returns whether it is the outermost one.
    pub(super) fn begin_fixed(&mut self, collection: FixedSize) -> bool {
        self.touched = true;
        let is_outermost = self.fixed.is_none();
        if is_outermost {
            self.fixed = Some(collection);
        }
        is_outermost
    }

    /// Counts a draw that made no choice, and ends the case after too many.
    pub(super) fn count_idle(&mut self) {
        self.touched = true;
        self.idle += 1;
        if self.idle > IDLE + (MOST_CREDIT - self.credit) * BLOCK {
            refuse(Refused::Overrun)
        }
    }

    /// The case is so large that it reached a look at the limits.
    pub(super) fn touch(&mut self) {
        (self.touched, self.is_large) = (true, true);
    }

    /// Counts a draw of a starving source, and ends the case after too many.
    pub(super) fn starve(&mut self) {
        if let Some(collection) = self.fixed {
            refuse(Refused::TooLarge(collection))
        }
        self.starved += 1;
        if self.starved > BLOCK * BLOCKS {
            refuse(Refused::Overrun)
        }
    }

    /// Adds the blocks that the elements of an explicit length need.
    pub(super) fn add_credit(&mut self, length: usize) {
        self.touch();
        let draws = length.saturating_mul(DRAWS_PER_ELEMENT);
        let blocks = u32::try_from(draws / BLOCK as usize).unwrap_or(u32::MAX);
        let blocks = self.credit.min(blocks.saturating_add(1));
        self.credit -= blocks;
        self.blocks += blocks;
    }

    /// Whether the next case has anything to reset.
    #[inline(always)]
    pub(super) fn is_touched(&self) -> bool {
        self.touched
    }

    /// The next case has something to reset in the source.
    pub(super) fn reset_later(&mut self) {
        self.touched = true;
    }

    /// Starts the next case.
    pub(super) fn reset(&mut self) {
        (self.blocks, self.credit, self.starved) = (BLOCKS, MOST_CREDIT, 0);
        (self.idle, self.fixed, self.bytes) = (0, None, 0);
        (self.touched, self.is_large) = (false, false);
    }

    /// Whether this case is so large that it reached a look at the limits.
    #[inline(always)]
    pub(super) fn is_large(&self) -> bool {
        self.is_large
    }

    #[inline(always)]
    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }
}
