//! A failure of the report.

use super::{found::Origin, reduced::ReducedFailure};
use crate::{
    case::{Frame, frames, is_relative, place_in_workspace, user_frames},
    database::workspace,
    explain::{Explanation, ExplanationItem},
    feedback::Step,
    reduce::ReductionEnd,
    search::Search,
    statistics::FailureRate,
};
use std::{sync::Arc, time::Duration};

/// A counterexample: an input for which the property does not hold.
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
    pub(crate) value: T,
    pub(crate) original: T,
    /// Shared with printed copies of the failure.
    pub(crate) details: Arc<FailureDetails>,
}

/// A failure of the report, whatever the type of its input. The search, the reduction and the explanation own the
/// fields they add.
#[derive(Debug)]
pub(crate) struct FailureDetails {
    /// The number of the reduced value among the values that the property kept.
    pub(crate) value: usize,
    /// The number of the original value.
    pub(crate) original: usize,
    pub(crate) provenance: Provenance,
    pub(crate) found_at: u64,
    pub(crate) found_by: Search,
    /// The database has it.
    pub(crate) saved: bool,
    pub(crate) replay_token: String,
    pub(crate) reduced: ReducedFailure,
    pub(crate) backtrace: ReportedBacktrace,
    pub(crate) explanation: Explanation,
}

/// The backtrace of the reported run.
#[derive(Debug, Default)]
pub(crate) struct ReportedBacktrace {
    /// All of it, as the standard library prints it.
    pub(crate) full: String,
    /// Its frames between the panic and the property.
    pub(crate) user: Vec<Frame>,
}

impl ReportedBacktrace {
    pub(super) fn of(reduced: &ReducedFailure) -> ReportedBacktrace {
        let Some(backtrace) = &reduced.backtrace else { return ReportedBacktrace::default() };
        let full = backtrace.to_string();
        let user = user_frames(&frames(&full), workspace().as_deref());
        ReportedBacktrace { full, user }
    }
}

/// Where the input that first failed came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// The search.
    Search,
    /// A token in the code or on the command line, counted from 1.
    Token { number: u64 },
    /// An example, counted from 1. One that the generator cannot encode has no replay token.
    Example { number: u64, has_choices: bool },
    /// An earlier run.
    Known,
    /// The reduction of another failure.
    Slippage,
}

impl Provenance {
    pub(super) fn of(origin: &Origin) -> Provenance {
        match origin {
            Origin::Random { .. } | Origin::Choices(_) => Provenance::Search,
            Origin::Token { number, .. } => Provenance::Token { number: *number as u64 + 1 },
            Origin::Regression(_) | Origin::Stored { .. } => Provenance::Known,
            Origin::Slippage(_) => Provenance::Slippage,
            Origin::Example { number, choices } => {
                Provenance::Example { number: *number as u64 + 1, has_choices: choices.is_some() }
            }
        }
    }

    /// The replay token of a failure. `None` for an example that the generator cannot encode.
    pub(crate) fn token(self, token: &str) -> Option<&str> {
        (!matches!(self, Provenance::Example { has_choices: false, .. })).then_some(token)
    }

    /// What found a failure: the name of a search, or where a known input came from.
    pub(crate) fn finder(self, search: Search) -> String {
        match self {
            Provenance::Search => search.to_string(),
            Provenance::Token { .. } => "replay".to_owned(),
            Provenance::Example { .. } => "example".to_owned(),
            Provenance::Known => "saved input".to_owned(),
            Provenance::Slippage => "reduction".to_owned(),
        }
    }
}

impl<T> Failure<T> {
    /// The reduced counterexample.
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

    /// The counterexample as the search found it.
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

    /// The number of the execution that first failed, from 1. For a failure found during the reduction of another one, the
    /// number of that other failure.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].found_at() <= report.executions());
    /// ```
    pub fn found_at(&self) -> u64 {
        self.details.found_at
    }

    /// Runs of the property to reduce this failure and to confirm it.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].reduction_runs() > 0);
    /// ```
    pub fn reduction_runs(&self) -> u64 {
        self.details.reduced.runs
    }

    /// Of [`reduction_runs`](Failure::reduction_runs), the runs that repeated the original or the reduced input.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].confirmations(), 3);
    /// ```
    pub fn confirmations(&self) -> u64 {
        self.details.reduced.runs - self.details.reduced.reducing_runs
    }

    /// Runs of the generator to reduce this failure, without the [`confirmations`](Failure::confirmations). The property
    /// is not called if the input is not smaller, or was tried before.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// let failure = &report.failures()[0];
    /// assert!(failure.reduction_attempts() + failure.confirmations() >= failure.reduction_runs());
    /// ```
    pub fn reduction_attempts(&self) -> u64 {
        self.details.reduced.attempts
    }

    /// How long the reduction took.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].reduction_time().as_secs() < 60);
    /// ```
    pub fn reduction_time(&self) -> Duration {
        self.details.reduced.time
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
        self.details.reduced.end
    }

    /// The message of the panic, or why the property does not hold.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].message(), "too large");
    /// ```
    pub fn message(&self) -> &str {
        &self.details.reduced.cause.message
    }

    /// "file:line:column" of the panic; `None` if the property did not panic. For a panic in the standard library or in a
    /// dependency, the innermost call in the workspace, if there is debug information.
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
        let location = self.details.reduced.cause.location.as_deref()?;
        if is_relative(location) {
            return Some(location);
        }
        Some(place_in_workspace(&self.details.backtrace.user).unwrap_or(location))
    }

    /// The backtrace of the panic, without frames if there is none.
    pub(crate) fn backtrace(&self) -> &ReportedBacktrace {
        &self.details.backtrace
    }

    /// A token that replays this input: see [`Check::replay`](crate::Check::replay).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert!(report.failures()[0].replay_token().starts_with("d1:"));
    /// ```
    pub fn replay_token(&self) -> &str {
        &self.details.replay_token
    }

    /// The search that found this failure.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| assert!(n < 10, "too large"));
    /// assert_eq!(report.failures()[0].found_by(), Search::Random);
    /// ```
    pub fn found_by(&self) -> Search {
        self.details.found_by
    }

    /// The notes that `note!` recorded for the counterexample.
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
        &self.details.reduced.transcript.notes
    }

    /// Parts of the input that are not arguments, such as the table of a generated function. See [`Step`].
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).run(|n| n < 10);
    /// assert!(report.failures()[0].steps().is_empty());
    /// ```
    pub fn steps(&self) -> &[Step] {
        &self.details.reduced.transcript.steps
    }

    /// Whether the input passed in some of its runs.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let calls = std::cell::Cell::new(0);
    /// let report = check(any::<u64>()).run(|_| calls.replace(calls.get() + 1) != 100);
    /// assert!(report.failures()[0].is_flaky());
    /// ```
    pub fn is_flaky(&self) -> bool {
        self.details.reduced.is_flaky
    }

    /// How often a flaky failure failed again, and how often it was run again.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let calls = std::cell::Cell::new(0);
    /// let report = check(any::<u64>()).run(|_| calls.replace(calls.get() + 1) != 100);
    /// assert_eq!(report.failures()[0].failed_again(), (0, 20));
    /// ```
    pub fn failed_again(&self) -> (u64, u64) {
        (self.rate().failed, self.rate().runs)
    }

    /// Whether the database has this failure, so that the next run replays it first.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).database(Db::none()).run(|n| n < 10);
    /// assert!(!report.failures()[0].is_saved());
    /// ```
    pub fn is_saved(&self) -> bool {
        self.details.saved
    }

    /// The number of choices of the original and of the reduced counterexample.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(vec(any::<u64>())).run(|list| list.is_empty());
    /// let (found, reduced) = report.failures()[0].choices();
    /// assert!(found >= reduced && reduced == 3);
    /// ```
    pub fn choices(&self) -> (usize, usize) {
        (self.details.reduced.original_len, self.details.reduced.tree.len())
    }

    /// Which parts of the counterexample matter, which may be anything, and which similar input passes: at most six
    /// items. Empty without [`Check::explain`](crate::Check::explain), for flaky failures, and without reduction.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..=20u8).seed(1).explain(true).run(|n| n < 10 || n > 12);
    /// let item = report.failures()[0].explanation()[0].to_string();
    /// assert!(item.starts_with("input = 10: 10 to 12 fail (11, 12)"), "{item}");
    /// ```
    pub fn explanation(&self) -> &[ExplanationItem] {
        &self.details.explanation.items
    }

    /// Runs of the property for the explanation, besides [`reduction_runs`](Failure::reduction_runs).
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
        self.details.explanation.runs
    }

    pub(crate) fn provenance(&self) -> Provenance {
        self.details.provenance
    }

    /// How often a flaky failure failed when it was run again.
    pub(crate) fn rate(&self) -> FailureRate {
        self.details.reduced.rate
    }

    /// Whether its runs created hash maps or sets with random iteration order.
    pub(crate) fn has_random_order(&self) -> bool {
        self.details.reduced.has_random_order
    }

    /// Whether the same choices made another input.
    pub(crate) fn is_nondeterministic(&self) -> bool {
        self.details.reduced.is_nondeterministic
    }
}
