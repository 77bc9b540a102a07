//! Structures whose validity is an ordinary function, with mistakes that only valid inputs of some size show.
//!
//! Inputs come from derived generators, and `assume!(input.is_valid())` is all the property says about them. Half of
//! the structures may be used to tune the search. The others are held out: nothing was chosen by their figures.

mod avl;
mod btree;
#[cfg(feature = "rivals")]
mod choices;
mod files;
mod heap;
mod intervals;
mod lambda;
mod regex;
#[cfg(feature = "rivals")]
mod rivals;
mod schema;
mod skip;
mod structure;
mod study;
mod subjects;
mod treap;

pub use study::{drawn, names, plot, study};

#[cfg(test)]
mod tests;
