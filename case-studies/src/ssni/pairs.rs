//! Pairs of states as types alone make them.
//!
//! A search that mutates works on two whole states, either of which it may change, singly or both alike. It starts from
//! two exact copies, which [`token_of_copy`] writes as choices of [`independent`].

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

/// A state that could have been drawn and its copy, as a token that leads [`independent`] to them.
pub fn token_of_copy(state: &State) -> String {
    let pair = (state.clone(), state.clone());
    let choices = independent().encode(&pair).expect("the state was drawn");
    choices.to_token()
}
