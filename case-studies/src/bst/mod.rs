//! Binary search trees with eight injected bugs, and eighteen properties.
//!
//! A task is a bug together with a property that can reveal it. Trees come from a generator of search trees, or from
//! their type alone; then nearly all are rejected, the more surely the larger they are.

mod inputs;
mod model;
mod mutant;
mod operations;
mod property;
#[cfg(feature = "rivals")]
mod rivals;
mod study;
mod tasks;
mod tree;

use inputs::{Trees, inputs};
use mutant::Mutant;
use operations::Operations;
use property::{Input, PROPERTIES, Property};
pub use study::{names, study};
use tasks::tasks;
use tree::Tree;

#[cfg(test)]
mod tests;
