//! A failure during and after its reduction.

use crate::{
    case::Cause, choice::Tree, feedback::Transcript, reduce::ReductionEnd, statistics::FailureRate,
};
use std::time::{Duration, Instant};

/// The smallest failing input so far, and what finding it took.
#[derive(Debug)]
pub(crate) struct ReducedFailure {
    /// Its position among the failures that the run found.
    pub(crate) number: usize,
    pub(crate) tree: Tree,
    /// Choices of the input before reduction.
    pub(crate) original_len: usize,
    pub(crate) cause: Cause,
    pub(crate) transcript: Transcript,
    /// Runs of the property, those of smaller inputs included.
    pub(crate) runs: u64,
    /// Runs of smaller inputs.
    pub(crate) reducing_runs: u64,
    /// Runs of the generator for smaller inputs.
    pub(crate) attempts: u64,
    pub(crate) time: Duration,
    pub(crate) end: ReductionEnd,
    pub(super) deadline: Option<Instant>,
    /// The entry of the database.
    pub(super) saved: Tree,
    pub(crate) is_flaky: bool,
    pub(crate) rate: FailureRate,
    /// A run behaved differently: more runs must confirm the failure.
    pub(super) is_doubtful: bool,
    /// The same choices made another input.
    pub(crate) is_nondeterministic: bool,
    /// The passes that made it smaller, and the number of choices after each.
    pub(crate) path: Vec<(&'static str, usize)>,
}

impl ReducedFailure {
    /// A failure that has not been seen to fail again.
    pub(super) fn new(
        number: usize,
        tree: Tree,
        cause: Cause,
        transcript: Transcript,
    ) -> ReducedFailure {
        ReducedFailure {
            number,
            original_len: tree.len(),
            saved: tree.clone(),
            tree,
            cause,
            transcript,
            runs: 0,
            reducing_runs: 0,
            attempts: 0,
            time: Duration::ZERO,
            end: ReductionEnd::Skipped,
            deadline: None,
            is_flaky: true,
            rate: FailureRate::default(),
            is_doubtful: true,
            is_nondeterministic: false,
            path: Vec::new(),
        }
    }

    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
