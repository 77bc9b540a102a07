//! The crates under test.

use disprove::prelude::*;
use std::{fmt::Debug, hash::Hash};

/// A crate with known bugs, and calls of its API.
pub trait FaultyCrate {
    type Call: Arbitrary + Clone + Debug + Eq + Hash + 'static;
    const NAME: &'static str;

    /// Executes the calls until one fails. Skips calls that cannot run.
    fn run(calls: &[Self::Call]) -> Outcome;

    /// The sum of the arguments.
    fn size(call: &Self::Call) -> u64;

    /// Whether sequences of this seed contain such calls. Leaving some out keeps frequent errors from hiding the
    /// others.
    fn keeps(call: &Self::Call, seed: u64) -> bool;
}

/// The result of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The calls that ran, up to the failing one.
    pub executed: Vec<usize>,
    /// The error of the last call: the position of a panic, or the method whose result differs from the model.
    pub error: Option<String>,
}

/// The result of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced<C> {
    pub calls: Vec<C>,
    /// The number of executed sequences.
    pub runs: u64,
}
