//! A failure as it is reported.

use crate::search::Search;

/// An input for which the property does not hold.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(0..1_000u32)).seed(7).run(|xs| {
///     assert!(xs.iter().sum::<u32>() < 1_000, "too much");
/// });
/// let failure = &report.failures()[0];
/// assert_eq!(failure.message(), "too much");
/// assert!(failure.value().len() <= failure.original().len());
///
/// let again = check(vec(0..1_000u32)).replay(failure.replay_token()).run(|xs| {
///     assert!(xs.iter().sum::<u32>() < 1_000, "too much");
/// });
/// assert_eq!(again.failures()[0].found_at(), 1);
/// ```
#[derive(Debug)]
pub struct Failure<T> {
    pub(super) value: T,
    pub(super) original: T,
    pub(super) found_at: u64,
    pub(super) reduction_runs: u64,
    pub(super) reduction_attempts: u64,
    pub(super) message: String,
    pub(super) location: Option<String>,
    pub(super) replay_token: String,
    pub(super) found_by: Search,
    pub(super) notes: Vec<String>,
    pub(super) flaky: bool,
    pub(super) choices: (usize, usize),
}

impl<T> Failure<T> {
    /// The counterexample, as small as it gets.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The counterexample as it was found.
    pub fn original(&self) -> &T {
        &self.original
    }

    /// The number of the execution that first failed, from 1.
    pub fn found_at(&self) -> u64 {
        self.found_at
    }

    /// How often the property was called to reduce this failure, and to see whether it fails again.
    pub fn reduction_runs(&self) -> u64 {
        self.reduction_runs
    }

    /// How often the generator ran to reduce this failure. Most of what it made was no smaller, or had been
    /// tried, and the property was not called for it.
    pub fn reduction_attempts(&self) -> u64 {
        self.reduction_attempts
    }

    /// What the panic said, or why the property does not hold.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// "file:line:column" of the panic; `None` if it was none.
    pub fn location(&self) -> Option<&str> {
        self.location.as_deref()
    }

    /// A text that brings this input back: see [`Check::replay`](crate::Check::replay).
    pub fn replay_token(&self) -> &str {
        &self.replay_token
    }

    /// The search that found it.
    pub fn found_by(&self) -> Search {
        self.found_by
    }

    /// What `note!` said about the counterexample.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether it did not fail again when it was run again.
    pub fn is_flaky(&self) -> bool {
        self.flaky
    }

    /// How many choices the original was made of, and how many the counterexample is.
    pub fn choices(&self) -> (usize, usize) {
        self.choices
    }
}
