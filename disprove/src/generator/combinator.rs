//! The types that the methods of [`Generator`](super::Generator) return. Their implementations are in `map.rs`,
//! `filter.rs`, `then.rs` and `neighbor.rs`.

use std::panic::Location;

/// Applies a function to each value: see [`Generator::map`](super::Generator::map).
#[derive(Clone, Debug)]
pub struct Map<G, F> {
    pub(super) inner: G,
    pub(super) with: F,
}

/// Applies an invertible function to each value: see [`Generator::map_with`](super::Generator::map_with).
#[derive(Clone, Debug)]
pub struct MapWith<G, F, I> {
    pub(super) inner: G,
    pub(super) with: F,
    pub(super) inverse: I,
}

/// Keeps the values that meet a condition: see [`Generator::filter`](super::Generator::filter).
#[derive(Clone, Debug)]
pub struct Filter<G, F> {
    pub(super) inner: G,
    pub(super) keep: F,
}

/// Chooses a second generator by a first value: see [`Generator::then`](super::Generator::then).
#[derive(Clone, Debug)]
pub struct Then<G, F> {
    pub(super) inner: G,
    pub(super) next: F,
}

/// Adds a custom mutator to a generator: see [`Generator::neighbor`](super::Generator::neighbor).
#[derive(Clone, Debug)]
pub struct Neighbor<G, F> {
    pub(super) inner: G,
    pub(super) mutator: F,
    /// The call of `neighbor`, for the report of rejected steps.
    pub(super) location: &'static Location<'static>,
}
