//! A failure as it is reported.

use crate::{
    explain::{Explanation, ExplanationItem},
    feedback::{Step, Transcript},
    search::Search,
};
use crate::{reduce::ReductionEnd, statistics::FailureRate};
use std::time::Duration;

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
    pub(super) confirmations: u64,
    pub(super) reduction_attempts: u64,
    pub(super) reduction_time: Duration,
    pub(super) reduction_ended: ReductionEnd,
    pub(super) message: String,
    pub(super) location: Option<String>,
    pub(super) replay_token: String,
    pub(super) found_by: Search,
    pub(super) told: Transcript,
    pub(super) flaky: bool,
    pub(super) saved: bool,
    pub(super) choices: (usize, usize),
    pub(super) encounter: Encounter,
    pub(super) rate: FailureRate,
    pub(super) differs: bool,
    pub(super) explanation: Explanation,
    /// How it was reduced: by what, to how many choices.
    pub(super) path: Vec<(&'static str, usize)>,
}

/// What the input was that first failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encounter {
    /// A case of the search, or a token that was given.
    Case,
    /// An example, counted from 1. Without a way back to its choices it is reported as it is, and a token does
    /// not hold it.
    Example { number: u64, has_choices: bool },
    /// Kept from an earlier run.
    Kept,
    /// A smaller input that was tried while another failure was reduced.
    Slip,
}

impl<T> Failure<T> {
    /// The counterexample, as small as it gets.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].value(), &10);
    /// ```
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The counterexample as it was found.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(*report.failures()[0].original() >= 10);
    /// ```
    pub fn original(&self) -> &T {
        &self.original
    }

    /// The number of the execution that first failed, from 1. Of a failure that was met while another one
    /// was reduced, it is the number of that one.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].found_at() <= report.executions());
    /// ```
    pub fn found_at(&self) -> u64 {
        self.found_at
    }

    /// How often the property was called to reduce this failure, and to see whether it fails again.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].reduction_runs() > 0);
    /// ```
    pub fn reduction_runs(&self) -> u64 {
        self.reduction_runs
    }

    /// How many of these runs were not of smaller inputs: the failure as it was found, and as it is reported,
    /// once more each, or as often as it takes to tell how flaky it is.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].confirmations(), 3);
    /// ```
    pub fn confirmations(&self) -> u64 {
        self.confirmations
    }

    /// How often the generator ran to reduce this failure. Most of what it made was no smaller, or had been
    /// tried, and the property was not called for it.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// let failure = &report.failures()[0];
    /// assert!(failure.reduction_attempts() > 0);
    /// ```
    pub fn reduction_attempts(&self) -> u64 {
        self.reduction_attempts
    }

    /// How long that took.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].reduction_time().as_secs() < 60);
    /// ```
    pub fn reduction_time(&self) -> Duration {
        self.reduction_time
    }

    /// Why the reduction ended.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*};
    ///
    /// let report = check(any::<u64>()).seed(1).reduce(false).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Skipped);
    /// ```
    pub fn reduction_ended(&self) -> ReductionEnd {
        self.reduction_ended
    }

    /// What the panic said, or why the property does not hold.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].message(), "too large");
    /// ```
    pub fn message(&self) -> &str {
        &self.message
    }

    /// "file:line:column" of the panic; `None` if it was none.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].location().is_some());
    ///
    /// let report = check(any::<u64>()).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].location(), None);
    /// ```
    pub fn location(&self) -> Option<&str> {
        self.location.as_deref()
    }

    /// A text that brings this input back: see [`Check::replay`](crate::Check::replay).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].replay_token().starts_with("d1:"));
    /// ```
    pub fn replay_token(&self) -> &str {
        &self.replay_token
    }

    /// The search that found it.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].found_by(), Search::Random);
    /// ```
    pub fn found_by(&self) -> Search {
        self.found_by
    }

    /// What `note!` said about the counterexample.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u32>()).run(|n| {
    ///     note!("in binary {n:b}");
    ///     assert!(n < 8);
    /// });
    /// assert_eq!(report.failures()[0].notes(), ["in binary 1000"]);
    /// ```
    pub fn notes(&self) -> &[String] {
        &self.told.notes
    }

    /// What the property drew in its body, or the calls of a state machine, in order.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).run(|n| n < 10);
    /// assert!(report.failures()[0].steps().is_empty());
    /// ```
    pub fn steps(&self) -> &[Step] {
        &self.told.steps
    }

    /// Whether it did not fail again when it was run again.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let calls = std::cell::Cell::new(0);
    /// let report = check(any::<u64>()).run(|_| calls.replace(calls.get() + 1) != 100);
    /// assert!(report.failures()[0].is_flaky());
    /// ```
    pub fn is_flaky(&self) -> bool {
        self.flaky
    }

    /// How often a flaky failure failed when it was run again, and how often it was.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let calls = std::cell::Cell::new(0);
    /// let report = check(any::<u64>()).run(|_| calls.replace(calls.get() + 1) != 100);
    /// assert_eq!(report.failures()[0].failed_again(), (0, 20));
    /// ```
    pub fn failed_again(&self) -> (u64, u64) {
        (self.rate.failed, self.rate.runs)
    }

    /// Whether the database keeps it, so that the next run tries it first.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).database(Db::none()).run(|n| n < 10);
    /// assert!(!report.failures()[0].is_saved());
    /// ```
    pub fn is_saved(&self) -> bool {
        self.saved
    }

    /// How many choices the original was made of, and how many the counterexample is.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(vec(any::<u64>())).run(|list| list.is_empty());
    /// let (found, reduced) = report.failures()[0].choices();
    /// assert!(found >= reduced && reduced == 3);
    /// ```
    pub fn choices(&self) -> (usize, usize) {
        self.choices
    }

    /// Which parts of the counterexample matter, which may be anything, and what passes instead: at most six
    /// items. Empty if that was not asked for with [`Check::explain`](crate::Check::explain), and for flaky
    /// failures and those that were not to be reduced.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..=20u8).seed(1).explain(true).run(|n| n < 10 || n > 12);
    /// let item = report.failures()[0].explanation()[0].to_string();
    /// assert!(item.starts_with("input = 10: those tried from 10 to 12 (11, 12) fail"), "{item}");
    /// ```
    pub fn explanation(&self) -> &[ExplanationItem] {
        &self.explanation.items
    }

    /// How often the property was called to find that out, besides [`reduction_runs`](Failure::reduction_runs).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let calls = std::cell::Cell::new(0);
    /// let report = check(any::<u64>()).explain(true).run(|n| {
    ///     calls.set(calls.get() + 1);
    ///     n < 10
    /// });
    /// let failure = &report.failures()[0];
    /// let counted = report.executions() + failure.reduction_runs() + failure.explanation_runs();
    /// assert_eq!(calls.get(), counted);
    /// ```
    pub fn explanation_runs(&self) -> u64 {
        self.explanation.runs
    }

    /// The same failure of what is shown of its input.
    pub(super) fn shown<U: Default>(self, value: U) -> Failure<U> {
        Failure {
            value,
            original: U::default(),
            found_at: self.found_at,
            reduction_runs: self.reduction_runs,
            confirmations: self.confirmations,
            reduction_attempts: self.reduction_attempts,
            reduction_time: self.reduction_time,
            reduction_ended: self.reduction_ended,
            message: self.message,
            location: self.location,
            replay_token: self.replay_token,
            found_by: self.found_by,
            told: self.told,
            flaky: self.flaky,
            saved: self.saved,
            choices: self.choices,
            encounter: self.encounter,
            rate: self.rate,
            differs: self.differs,
            explanation: self.explanation,
            path: self.path,
        }
    }

    /// How it was reduced: by what, to how many choices.
    pub(crate) fn path(&self) -> &[(&'static str, usize)] {
        &self.path
    }

    /// What the input was that first failed.
    pub(crate) fn encounter(&self) -> Encounter {
        self.encounter
    }

    /// Of a flaky failure: how often it failed when it was run again.
    pub(crate) fn rate(&self) -> FailureRate {
        self.rate
    }

    /// Whether the same choices made another input.
    pub(crate) fn differs(&self) -> bool {
        self.differs
    }
}
