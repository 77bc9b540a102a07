//! The stack that a case may use: a generator may recurse without `draw`, and arrays have their place on it.

use super::refusal::{FixedSize, Refused, refuse};
use std::cell::Cell;

/// Bytes of stack a case may use, whatever its depth. A quarter of the stack of a test thread.
const STACK: usize = 512 * 1024;

/// The same with arrays.
const MOST: usize = 3 * STACK;

/// Copies of a value on the stack in an unoptimized build, from its generator to the property.
const VALUE_COPIES: usize = 12;

/// Copies of an array while it is made.
const ARRAY_COPIES: usize = 8;

/// Bytes of stack that cases of a thread may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackSize {
    /// Without arrays.
    usual: usize,
    /// Arrays included: three quarters of the stack of the thread.
    most: usize,
}

thread_local! {
    static LIMITS: Cell<StackSize> = const { Cell::new(StackSize { usual: STACK, most: MOST }) };
}

/// While this lives, other limits hold for the runs of this thread.
#[derive(Debug)]
pub(crate) struct StackLimits(StackSize);

impl StackLimits {
    /// The limits of this thread.
    pub(crate) fn of_this_thread() -> StackSize {
        LIMITS.get()
    }

    /// The limits of another thread.
    pub(crate) fn like(limits: StackSize) -> StackLimits {
        StackLimits(LIMITS.replace(limits))
    }

    /// For a thread with a stack of this many bytes.
    pub(crate) fn of_thread(stack: usize) -> StackLimits {
        StackLimits(LIMITS.replace(StackSize { usual: STACK, most: stack / 4 * 3 }))
    }

    /// For values of this many bytes.
    pub(crate) fn for_values(bytes: usize) -> StackLimits {
        let before = LIMITS.get();
        let usual = before.usual.saturating_add(bytes.saturating_mul(VALUE_COPIES));
        LIMITS.set(StackSize { usual: usual.min(before.most), ..before });
        StackLimits(before)
    }
}

impl StackSize {
    /// The stack that a thread with these limits needs, if it is larger than usual.
    pub(crate) fn large_stack(self) -> Option<usize> {
        (self.most > MOST).then(|| self.most / 3 * 4 + 4)
    }
}

impl Drop for StackLimits {
    fn drop(&mut self) {
        LIMITS.set(self.0);
    }
}

/// The stack of the cases of a source.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// An address near where cases start.
    base: usize,
    limits: StackSize,
}

impl Stack {
    /// For cases that start here.
    pub(super) fn here() -> Stack {
        Stack { base: address(), limits: LIMITS.get() }
    }

    /// The case continues on another stack, from here.
    #[cfg(feature = "shuttle")]
    pub(super) fn rebase(&mut self) {
        self.base = address();
    }

    fn used(&self) -> usize {
        self.base.abs_diff(address())
    }

    /// The depth of the calls, in units smaller than any frame that draws.
    pub(super) fn depth(&self) -> u32 {
        (self.used() >> 5) as u32
    }

    /// Ends the case if it uses too much.
    pub(super) fn check(&self) {
        if self.used() > self.limits.usual {
            refuse(Refused::Overrun)
        }
    }

    /// Refuses an array of this many bytes if there is no room for it.
    pub(super) fn check_array(&mut self, array: FixedSize, bytes: usize) {
        let needed = bytes.saturating_mul(ARRAY_COPIES).saturating_add(self.used());
        if needed > self.limits.most {
            refuse(Refused::TooLarge(FixedSize { is_on_stack: true, ..array }))
        }
        self.limits.usual = self.limits.usual.max(needed);
    }
}

/// The current depth of the stack as an address.
#[inline(never)]
fn address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}
