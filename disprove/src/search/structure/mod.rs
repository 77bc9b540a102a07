//! The structure index of an input: its numbers, strings, lists and spans.

mod index;
mod indexed_tree;
mod list;

pub(crate) use index::{StructureIndex, integers, offset, value_bits};
pub(crate) use indexed_tree::IndexedTree;
pub(crate) use list::List;
