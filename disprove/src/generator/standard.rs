//! `Arbitrary` for the types of the standard library.

mod cells;
mod collections;
mod equivalents;
mod net;
mod numbers;
mod paths;
mod pointers;
mod ranges;
mod time;
mod wrappers;

#[cfg(feature = "indexmap")]
pub(crate) use collections::encode_items;
#[cfg(feature = "smallvec")]
pub(crate) use collections::encode_list;

#[cfg(test)]
mod tests;
