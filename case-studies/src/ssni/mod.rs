//! A machine that keeps secrets in every single step, with a table of rules that twenty mistakes are made in.
//!
//! Two states that differ only in secrets make one step each. If the results can be told apart, a secret has leaked. A
//! test is worth something only if its two states agree in all that is public, which two random states never do.

mod bug;
mod column;
mod indistinguishable;
pub mod memory;
mod pairs;
mod property;
mod rule;
mod smart;
mod state;
mod step;
mod study;

use bug::{Published, bugs};
use column::Column;
use indistinguishable::indistinguishable;
use pairs::{copied, independent};
use property::holds;
use rule::{Rules, Values};
use smart::smart;
use state::{Atom, Cell, Instruction, Label, Pair, State};
use step::step;
pub use study::{names, study};

#[cfg(test)]
mod tests;
