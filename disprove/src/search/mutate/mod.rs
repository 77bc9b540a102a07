//! Structure-preserving mutations of inputs with new coverage, and the queue of those inputs.

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

#[cfg(feature = "research")]
pub(crate) use depth::DepthQueue;
pub(crate) use edit::{Edit, EditKind};
pub(crate) use edits::{Arms, EditOutcome, Edits, Mutant};
pub(crate) use fair::FairQueue;
pub(crate) use queue::{Lineage, Queue};
pub(crate) use shape::{Node, members};
