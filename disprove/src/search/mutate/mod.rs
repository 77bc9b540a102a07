//! Structure-preserving mutations of inputs with new coverage, and the queue of those inputs.

#[cfg(any(test, feature = "fuzz"))]
mod byte_edit;
#[cfg(feature = "research")]
mod depth;
mod edit;
mod edits;
mod fair;
mod family;
mod finder;
mod novelty;
mod operands;
mod queue;
mod sampler;
mod shape;
mod string_edit;
mod tables;

#[cfg(any(test, feature = "fuzz"))]
pub(crate) use byte_edit::{
    byte_values, fill_holes, longest_bytes, splice_strings, value_bytes, with_bytes,
};
#[cfg(feature = "research")]
pub(crate) use depth::DepthQueue;
pub(crate) use edit::{Edit, EditKind};
pub(crate) use edits::{Arms, EditOutcome, Edits, Mutant};
pub(crate) use fair::FairQueue;
pub(crate) use queue::{Lineage, Queue};
pub(crate) use shape::{Node, members};
