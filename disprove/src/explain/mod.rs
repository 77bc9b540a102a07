//! Explanation of a reduced failure: which parts of its input matter, which may be anything, and what passes instead.
//!
//! The explainer changes parts of the choices, keeps the rest, and runs the property. It compares the printed values, so
//! that it can name the parts as the author knows them, whatever the generators do. Every statement is about inputs
//! that were run.

mod candidate;
mod conclusion;
mod debug_node;
mod difference;
mod explainer;
mod item;
mod part;
mod trial;

pub(crate) use conclusion::compare_numbers;
pub(crate) use debug_node::ARGUMENT;
pub(crate) use difference::CALLS;
pub(crate) use explainer::{Explanation, explain};
pub use item::ExplanationItem;
pub(crate) use part::EndedSteps;
pub(crate) use trial::{TrialOracle, TrialOutcome, TrialResult};

#[cfg(test)]
mod tests;
