//! The reference implementation: slow, simple, and without known bugs.

mod arithmetic;
mod evaluator;
mod typing;

pub use evaluator::invoke;
pub use typing::is_valid;
