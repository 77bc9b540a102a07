//! Single-step noninterference: a machine whose table of rules has twenty injected bugs.
//!
//! Two states that differ only in secrets take one step each. If the results are distinguishable, a secret has leaked.
//! A test is valid only if its two states agree in all public data, which two random states never do.

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
