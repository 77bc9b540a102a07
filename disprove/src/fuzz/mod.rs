//! Fuzz targets: runs inputs that libFuzzer chooses, and mutates them as choice trees.
//!
//! `disprove-libfuzzer` connects these functions with libFuzzer. `property` asks for the input when it is called.

mod mutator;
mod recorded;
mod session;
#[cfg(feature = "fuzz")]
mod target;

pub use mutator::{crossover, mutate};
#[cfg(feature = "fuzz")]
pub use session::begin;
pub use session::run;
pub(crate) use session::{accept, is_target, set_target, take_input};
#[cfg(feature = "fuzz")]
pub use target::{FuzzTarget, path_hash};

#[cfg(test)]
mod tests;
