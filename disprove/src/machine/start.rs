//! How a machine comes into being.

use crate::source::Source;

/// A machine without a constructor starts from its default.
#[diagnostic::on_unimplemented(
    message = "the state machine `{Self}` has nothing to start from",
    label = "this type has no `Default`",
    note = "derive or implement `Default`, or write a constructor: `#[initial] fn new() -> Self`"
)]
pub trait Start {
    /// The machine before its first step.
    fn start() -> Self;
}

#[diagnostic::do_not_recommend]
impl<M: Default> Start for M {
    #[inline(always)]
    fn start() -> M {
        M::default()
    }
}

/// Chooses one of several constructors; the first is the simplest.
#[inline]
pub fn constructor(src: &mut Source, count: u32) -> u32 {
    src.branch(count, 0)
}
