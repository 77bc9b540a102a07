//! Search: a scheduler and the strategies that propose the next input.
//!
//! Lowest first: `structure` indexes a choice tree, `archive` keeps inputs, `neighbor`, `mutate` and `recombine` change
//! them, `strategy` decides which to change, and `scheduler` decides which strategy proposes.

mod archive;
mod constants;
mod enumerate;
mod fitness;
mod mutate;
mod neighbor;
mod policy;
mod proposal;
mod recombine;
mod rng;
mod scheduler;
mod setting;
mod strategy;
mod structure;
#[cfg(test)]
mod tests;

pub(crate) use archive::Fingerprints;
#[cfg(feature = "research")]
pub use constants::set_constant;
pub(crate) use enumerate::{Odometer, count_inputs};
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use mutate::{
    Arms, Edits, byte_values, fill_holes, longest_bytes, splice_strings, value_bytes, with_bytes,
};
pub(crate) use policy::REJECTED;
pub(crate) use proposal::Proposal;
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use rng::Rng;
pub(crate) use scheduler::Scheduler;
pub use setting::{Schedule, Search};
#[cfg(test)]
pub(crate) use strategy::HIGHEST;
pub(crate) use structure::IndexedTree;
