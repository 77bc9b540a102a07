//! The report of a run.

#[cfg(test)]
use super::Provenance;
use super::{Advice, Failure, broken::BrokenRun, failure::FailureDetails};
use crate::{
    search::Search,
    statistics::{Share, Spread, Tally},
};
use std::{fmt::Debug, sync::Arc, time::Duration};

/// The verdict of a run.
///
/// ```
/// use disprove::prelude::*;
///
/// assert_eq!(check(any::<bool>()).run(|_| true).verdict(), Verdict::Exhausted);
/// assert_eq!(check(any::<u64>()).run(|_| true).verdict(), Verdict::Passed);
/// assert_eq!(check(any::<u64>()).run(|_| false).verdict(), Verdict::Falsified);
/// assert_eq!(check(any::<u64>()).run(|_| Outcome::reject()).verdict(), Verdict::GaveUp);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The property held for all cases.
    Passed,
    /// The property holds for every input that was not rejected: all of them were tried.
    Exhausted,
    /// The property does not hold.
    Falsified,
    /// The inputs do not show whether it holds: nearly all were rejected or exceeded the [size budget](crate::Status::Overrun)
    /// of a case, or too few met a condition of `cover!`.
    GaveUp,
    /// The property failed, but not again for the same input.
    Flaky,
}

/// The report of a run. It implements `Display`: `println!("{report}")` prints what a failing test prints.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u32>())).name("small").seed(7).run(|xs| xs.iter().all(|x| *x < 300));
/// assert_eq!(report.verdict(), Verdict::Falsified);
/// assert_eq!(report.failures()[0].value(), &[300]);
/// assert!(report.to_string().starts_with("small failed on case "));
/// ```
#[derive(Debug)]
#[must_use = "a report does not fail a test: call `assert`, or look at its verdict"]
pub struct Report<T> {
    /// Shared with printed copies of the report.
    pub(super) run: Arc<RunReport>,
    failures: Vec<Failure<T>>,
}

/// The report of a run, whatever the type of its inputs.
#[derive(Debug)]
pub(crate) struct RunReport {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
    pub(crate) seed: u64,
    /// The seed, if a test with it runs the same inputs.
    pub(super) repeatable_seed: Option<u64>,
    pub(super) executions: u64,
    pub(super) cases: u64,
    /// Cases that are examples, or inputs that failed before.
    pub(super) known: u64,
    pub(super) unreached: u64,
    pub(super) rejections: Vec<(String, u64)>,
    pub(super) distinct: u64,
    /// Until the values are attached: see [`Report::new`].
    pub(crate) failures: Vec<FailureDetails>,
    /// A panic of the generator or the history, if there are failures too.
    pub(super) broken: Option<Box<BrokenRun>>,
    pub(super) advice: Vec<Advice>,
    pub(super) searches: Vec<(Search, u64)>,
    pub(super) statistics: Statistics,
}

impl<T> Report<T> {
    /// The name of the property.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).name("bytes").run(|_| true);
    /// assert_eq!(report.name(), "bytes");
    /// ```
    pub fn name(&self) -> &str {
        &self.run.name
    }

    /// The verdict.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!(check(any::<bool>()).run(|_| true).verdict(), Verdict::Exhausted);
    /// ```
    pub fn verdict(&self) -> Verdict {
        self.run.verdict
    }

    /// The seed. The same seed gives the same run.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!(check(any::<u64>()).seed(7).run(|_| true).seed(), 7);
    /// ```
    pub fn seed(&self) -> u64 {
        self.run.seed
    }

    /// Inputs that ran before reduction, rejected ones included.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.executions(), 10);
    /// ```
    pub fn executions(&self) -> u64 {
        self.run.executions
    }

    /// Valid inputs among the [`executions`](Report::executions).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.cases(), 6);
    /// ```
    pub fn cases(&self) -> u64 {
        self.run.cases
    }

    /// The seed, if a test with it runs the same inputs.
    pub(crate) fn repeatable_seed(&self) -> Option<u64> {
        self.run.repeatable_seed
    }

    /// Cases that are examples, or inputs that failed before. They ran first.
    pub(crate) fn known(&self) -> u64 {
        self.run.known
    }

    /// Inputs rejected by `assume!`, by a filter, or because they exceeded the [size budget](crate::Status::Overrun) of a
    /// case.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.rejected(), 4);
    /// ```
    pub fn rejected(&self) -> u64 {
        self.run.executions - self.run.cases
    }

    /// Rejected inputs for which the property was not called.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let never = any::<u64>().filter(|_| false);
    /// let report = check(never).max_executions(10).run(|_| true);
    /// assert_eq!((report.rejected(), report.unreached()), (10, 10));
    /// ```
    pub fn unreached(&self) -> u64 {
        self.run.unreached
    }

    /// Where each `assume!` that rejected inputs is, and how many it rejected, most first.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| {
    ///     assume!(n > 3);
    ///     assume!(n != 7);
    /// });
    /// let [(first, four), (_, one)] = report.rejections() else { panic!("two places") };
    /// assert!(first.contains(".rs:") && (*four, *one) == (4, 1));
    /// ```
    pub fn rejections(&self) -> &[(String, u64)] {
        &self.run.rejections
    }

    /// Distinct accepted inputs. Long inputs count as distinct, and beyond a thousand cases duplicates may be missed.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|_| true);
    /// assert_eq!(report.distinct(), 10);
    /// ```
    pub fn distinct(&self) -> u64 {
        self.run.distinct
    }

    /// The failures, one for each cause.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].value(), &10);
    /// ```
    pub fn failures(&self) -> &[Failure<T>] {
        &self.failures
    }

    /// The panic of the generator or the history that ended the search after a failure was found.
    pub(crate) fn broken(&self) -> Option<&BrokenRun> {
        self.run.broken.as_deref()
    }

    /// The executions of each search, most first. Known inputs and exhaustive enumeration count as random.
    /// [`Failure::found_by`] names the search that found a failure.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).cases(200).run(|n| target!(n.count_ones()));
    /// let [(first, most), (second, fewest)] = report.searches() else { panic!("two searches") };
    /// assert_eq!((first, second), (&Search::Climb, &Search::Random));
    /// assert_eq!(most + fewest, report.executions());
    /// ```
    pub fn searches(&self) -> &[(Search, u64)] {
        &self.run.searches
    }

    /// Weaknesses of this result, one line each: inputs mostly rejected, too large, too slow, or too few distinct
    /// ones.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u32>()).cases(20).run(|n| assume!(n % 2 == 2));
    /// assert!(report.advice()[0].starts_with("no input was accepted: `assume!` at "));
    /// ```
    pub fn advice(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for advice in &self.run.advice {
            lines.push(advice.to_string());
        }
        lines
    }

    /// The labels of valid cases and their counts, most frequent first.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| label!("{} digits", n.to_string().len()));
    /// assert_eq!(report.labels(), [("1 digits".to_owned(), 10)]);
    /// ```
    pub fn labels(&self) -> &[(String, u64)] {
        &self.run.statistics.labels
    }

    /// The shares of cases that met the conditions of `cover!`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| cover!("even", n % 2 == 0, 40.0));
    /// assert_eq!(report.shares()[0].measured(), 50.0);
    /// ```
    pub fn shares(&self) -> &[Share] {
        &self.run.statistics.shares
    }

    /// Smallest, largest and mean score of each label of `target!` and `minimize!`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| target!(n));
    /// assert_eq!(report.spreads()[0].largest(), 9.0);
    /// ```
    pub fn spreads(&self) -> &[Spread] {
        &self.run.statistics.spreads
    }

    /// How long the run took without reduction.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|_| true);
    /// assert!(report.time().as_nanos() > 0);
    /// ```
    pub fn time(&self) -> Duration {
        self.run.statistics.time
    }

    /// How long the reduction of all failures took.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| n < 10);
    /// assert!(report.reduction_time().as_nanos() > 0);
    /// ```
    pub fn reduction_time(&self) -> Duration {
        self.failures.iter().map(Failure::reduction_time).sum()
    }
}

impl<T: Debug> Report<T> {
    /// Panics with the report unless the property passed.
    ///
    /// ```should_panic
    /// use disprove::prelude::*;
    ///
    /// check(any::<u64>()).run(|n| n < 10).assert();
    /// ```
    ///
    /// # Panics
    /// If the property does not hold, is flaky, or gave up.
    #[track_caller]
    pub fn assert(&self) {
        assert!(matches!(self.run.verdict, Verdict::Passed | Verdict::Exhausted), "{self}");
    }
}

impl<T> Report<T> {
    /// Attaches the values that the property kept.
    pub(crate) fn new(mut run: RunReport, values: Vec<T>) -> Report<T> {
        let mut values: Vec<Option<T>> = values.into_iter().map(Some).collect();
        let mut value = |number: usize| values[number].take().expect("each value is kept once");
        let failures = std::mem::take(&mut run.failures).into_iter().map(|details| Failure {
            value: value(details.value),
            original: value(details.original),
            details: Arc::new(details),
        });
        let failures = failures.collect();
        Report { run: Arc::new(run), failures }
    }

    /// The same report with printed inputs. It has one type for all properties, so what prints it is compiled once.
    pub(crate) fn printed<P: Default>(&self, print: &dyn Fn(&T) -> P) -> Report<P> {
        let failures = self.failures.iter().map(|failure| Failure {
            value: print(&failure.value),
            original: P::default(),
            details: Arc::clone(&failure.details),
        });
        Report { run: Arc::clone(&self.run), failures: failures.collect() }
    }
}

#[cfg(test)]
impl<T> Report<T> {
    /// As if a database had saved the failures.
    pub(crate) fn saved(mut self) -> Self {
        for failure in &mut self.failures {
            Arc::get_mut(&mut failure.details).expect("nothing is printed yet").saved = true;
        }
        self
    }

    /// As if an earlier run had found the failures.
    pub(crate) fn kept(mut self) -> Self {
        for failure in &mut self.failures {
            let details = Arc::get_mut(&mut failure.details).expect("nothing is printed yet");
            details.provenance = Provenance::Known;
        }
        self.saved()
    }
}

/// The feedback of all cases.
#[derive(Debug)]
pub(super) struct Statistics {
    labels: Vec<(String, u64)>,
    shares: Vec<Share>,
    spreads: Vec<Spread>,
    time: Duration,
}

impl Statistics {
    pub(super) fn new(tally: Tally, time: Duration) -> Statistics {
        let (labels, shares, spreads) = tally.into_parts();
        Statistics { labels, shares, spreads, time }
    }

    /// Whether certainly too few cases met a condition of `cover!`.
    pub(super) fn lacks_cases(&self) -> bool {
        self.shares.iter().any(Share::is_too_small)
    }
}
