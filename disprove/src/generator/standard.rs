//! `Arbitrary` for the types of the standard library.

mod cells;
mod collections;
mod net;
mod numbers;
mod outcome;
mod paths;
mod pointers;
mod ranges;
mod time;
mod wrappers;

#[cfg(test)]
mod tests;
