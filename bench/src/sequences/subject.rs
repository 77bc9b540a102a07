//! What sequences are run against.

use disprove::prelude::*;
use std::{fmt::Debug, hash::Hash};

/// A crate with known bugs, and the calls of it.
pub trait Subject {
    type Call: Arbitrary + Clone + Debug + Eq + Hash + 'static;
    const NAME: &'static str;

    /// Runs the calls until one fails. Calls that cannot run are ignored.
    fn run(calls: &[Self::Call]) -> Outcome;

    /// The sum of the arguments.
    fn size(call: &Self::Call) -> u64;

    /// Whether starts of this seed have such calls: errors that are easily found must not hide the others.
    fn keeps(call: &Self::Call, seed: u64) -> bool;
}

/// What came of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The calls that could run, up to the one that failed.
    pub executed: Vec<usize>,
    /// The error of the last of them: where it panicked, or which method returned something else than the model.
    pub error: Option<String>,
}

/// What a reduction came to.
#[derive(Clone, Debug)]
pub struct Reduced<C> {
    pub calls: Vec<C>,
    /// How often a sequence was run.
    pub runs: u64,
}
