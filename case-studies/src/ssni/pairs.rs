//! Pairs of states as types alone make them.
//!
//! A search that mutates works on two whole states, either of which it may change, singly or both alike. That they should
//! agree nobody tells it: it makes the like parts of a case equal by itself.

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
