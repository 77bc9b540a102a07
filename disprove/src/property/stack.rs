//! The stack of a property: one with large arguments runs on a thread that has room for them.

use crate::source::StackLimits;
use std::{
    panic::resume_unwind,
    thread::{self, Builder},
};

/// Bytes of arguments that fit on the stack of every test thread.
const SMALL: usize = 8 << 10;

/// The stack of a test thread.
const STACK: usize = 2 << 20;

/// Copies of the arguments for which there is room: several times as many as the frames of an unoptimized build have.
const COPIES: usize = 64;

/// Runs a test whose arguments have this many bytes.
///
/// # Panics
/// If the test does.
#[inline]
pub fn with_stack_for(arguments: usize, test: fn()) {
    if arguments <= SMALL { test() } else { on_large_stack(arguments, test) }
}

#[cold]
fn on_large_stack(arguments: usize, test: fn()) {
    let stack = arguments.saturating_mul(COPIES).saturating_add(STACK);
    let name = thread::current().name().unwrap_or_default().to_owned();
    #[cfg(any(test, feature = "fuzz"))]
    let is_target = crate::fuzz::is_target();
    let thread = Builder::new().name(name).stack_size(stack).spawn(move || {
        let _limits = StackLimits::of_thread(stack);
        #[cfg(any(test, feature = "fuzz"))]
        crate::fuzz::set_target(is_target);
        test();
    });
    match thread {
        Ok(thread) => {
            if let Err(panic) = thread.join() {
                resume_unwind(panic)
            }
        }
        // Without such a thread, arrays that do not fit are rejected.
        Err(_) => test(),
    }
}
