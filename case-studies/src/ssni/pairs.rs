//! Pairs of states generated from types alone.
//!
//! A mutating search works on two whole states and may change one or both alike. Nothing tells it that they should
//! agree: it discovers equal parts itself.

use super::{Pair, State};
use disprove::prelude::*;

/// Two states that have nothing to do with each other.
pub fn independent() -> impl Generator<Value = Pair> {
    (any::<State>(), any::<State>()).into_generator()
}

/// A state, and the same once more.
pub fn copied() -> impl Generator<Value = Pair> {
    any::<State>().map(|state: State| (state.clone(), state))
}
