//! Binary search trees with eight mistakes, and eighteen properties that a test could check.
//!
//! A task is a mistake together with a property that can show it. Trees come from a generator that makes search trees,
//! or from their type alone; then nearly all of them are refused, the more surely the larger they are.

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
