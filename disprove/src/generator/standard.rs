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

#[cfg(test)]
mod tests;
