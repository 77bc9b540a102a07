//! A machine that keeps secrets in every single step, with a table of rules that twenty mistakes are made in.
//!
//! Two states that differ only in secrets make one step each. If the results can be told apart, a secret has leaked. A
//! test is worth something only if its two states agree in all that is public, which two random states never do.

mod bug;
mod indistinguishable;
mod pairs;
mod property;
mod rule;
mod smart;
mod state;
mod step;

pub use bug::{Published, bugs};
use indistinguishable::indistinguishable;
pub use pairs::{copied, independent, token_of_copy};
pub use property::{Judgement, holds, judge};
use rule::{Rules, Values};
pub use smart::smart;
pub use state::{Atom, Cell, Instruction, Label, Pair, State};
use step::step;

#[cfg(test)]
mod tests;
