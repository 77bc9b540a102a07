//! Recombination: inputs put together from parts of accepted ones, with numbers that fit their new place.

mod fit;
mod operation;
mod outline;
mod parts;
mod relation;

pub(crate) use fit::Fits;
pub(crate) use operation::{OPERATIONS, Recombination};
pub(crate) use outline::{Outline, mix, small};
pub(crate) use parts::Parts;
pub(crate) use relation::Relations;
