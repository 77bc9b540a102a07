//! Reduction of a failing case: passes propose smaller choice trees, an oracle runs them, and the smallest tree
//! that still fails is kept.
//!
//! A proposal need not be valid: it only guides the generator, and the tree the generator draws is judged. A tree
//! that is not smaller than the best is refused before the property runs, so a bad proposal costs one run of the
//! generator. (Exceptions: `minimize_bits` runs slightly larger trees to learn about a number, and `restart` reduces the
//! start again.) The order of trees is well-founded, so a pass that repeats while it succeeds always terminates.

mod alternative;
mod bits;
mod calls;
mod clock;
mod columns;
mod deletion;
mod descendant;
mod descent;
mod digest;
mod duplicates;
mod items;
mod iterations;
mod lower_and_bump;
mod number;
mod offset;
mod operations;
mod oracle;
mod rank;
mod redistribution;
mod reducer;
mod reduction;
mod regeneration;
mod relocation;
mod renumber;
mod reorder;
mod reparent;
mod restart;
mod runs;
mod scale;
mod schedule;
mod sequence;
mod siblings;
mod together;
mod trie;
mod trivial;
mod unwrap;
mod value;

#[cfg(test)]
pub(crate) use clock::CountedClock;
pub(crate) use clock::now;
pub(crate) use oracle::{Attempt, FILL_SIZE, Oracle};
pub use reduction::ReductionEnd;
pub(crate) use reduction::{ReductionLimits, ReductionStep};
pub(crate) use schedule::reduce;
pub(crate) use siblings::{is_continue_flag, is_item};
pub use value::{ReducedValue, ValueReducer, reducer};

#[cfg(test)]
mod tests;
