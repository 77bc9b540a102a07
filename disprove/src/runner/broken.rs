//! A run that a panic outside of the property ended: in its generator or in its history.

use super::{failure::Provenance, reduced::ReducedFailure};
use crate::case::{Cause, Texts};

/// Why a run has no report. Its text is in `report/broken.rs`.
#[derive(Debug)]
pub(crate) struct BrokenRun {
    pub(crate) name: String,
    /// If a test with it runs the same inputs.
    pub(crate) seed: Option<u64>,
    /// What panicked.
    pub(crate) culprit: &'static str,
    pub(crate) cause: Cause,
    /// The choices that the generator drew before its panic, if they are known.
    pub(crate) input: Option<BrokenInput>,
}

/// The choices that make a generator panic.
#[derive(Debug)]
pub(crate) struct BrokenInput {
    /// Its choices end where the generator panicked.
    pub(crate) reduced: ReducedFailure,
    pub(crate) provenance: Provenance,
    /// The arguments, if a draw in the body panicked.
    pub(crate) arguments: Option<Texts>,
    /// Choices of the arguments.
    pub(crate) argument_choices: usize,
    /// The database has it.
    pub(crate) is_saved: bool,
}

/// The culprit if a generator panics.
pub(super) const GENERATOR: &str = "the generator";
