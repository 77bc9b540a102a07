//! A failure during and after its reduction.

use crate::{
    case::{Cause, Texts},
    choice::Tree,
    feedback::Transcript,
    reduce::{ReductionEnd, now},
    statistics::FailureRate,
};
use std::{
    backtrace::Backtrace,
    sync::Arc,
    time::{Duration, Instant},
};

/// One run that failed: what a report says belongs together.
#[derive(Clone, Debug)]
pub(super) struct FailingRun {
    pub(super) tree: Tree,
    pub(super) cause: Cause,
    pub(super) transcript: Transcript,
    backtrace: Option<Arc<Backtrace>>,
}

/// The smallest failing input so far, and what finding it took.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a failure")]
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
    /// Its runs created hash maps or sets with random iteration order.
    pub(crate) has_random_order: bool,
    /// Of the reported run, if it panicked and its location is not enough.
    pub(super) backtrace: Option<Arc<Backtrace>>,
    /// The arguments, as the last repetition printed them.
    pub(super) printed: Option<Texts>,
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
            has_random_order: false,
            backtrace: None,
            printed: None,
            path: Vec::new(),
        }
    }

    /// The reported run so far.
    pub(super) fn failing_run(&self) -> FailingRun {
        let (tree, cause) = (self.tree.clone(), self.cause.clone());
        let (transcript, backtrace) = (self.transcript.clone(), self.backtrace.clone());
        FailingRun { tree, cause, transcript, backtrace }
    }

    /// Reports another run.
    pub(super) fn set_failing_run(&mut self, run: FailingRun) {
        (self.tree, self.cause, self.transcript) = (run.tree, run.cause, run.transcript);
        (self.backtrace, self.printed) = (run.backtrace, None);
    }

    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| now() >= deadline)
    }
}
