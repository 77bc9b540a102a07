//! What a run found out.

#[cfg(test)]
use super::Encounter;
use super::{Advice, Failure};
use crate::{
    search::Search,
    statistics::{Share, Spread, Tally},
};
use std::time::Duration;

/// What a run says about a property.
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
pub enum Verdict {
    /// It held for all cases.
    Passed,
    /// It held for every input there is.
    Exhausted,
    /// It does not hold.
    Falsified,
    /// The inputs do not show whether it holds: nearly all were rejected or could not be made, or fewer
    /// are of some kind than `cover!` requires.
    GaveUp,
    /// It failed, but not again for the same input.
    Flaky,
}

/// What a run found out.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u32>())).seed(7).run(|xs| xs.iter().all(|x| *x < 300));
/// assert_eq!(report.verdict(), Verdict::Falsified);
/// assert_eq!(report.failures()[0].value(), &[300]);
/// ```
#[derive(Debug)]
pub struct Report<T> {
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) seed: u64,
    pub(super) executions: u64,
    pub(super) cases: u64,
    /// Those of them that were known before: examples, and inputs that failed once.
    pub(super) known: u64,
    pub(super) unreached: u64,
    pub(super) distinct: u64,
    pub(super) failures: Vec<Failure<T>>,
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
        &self.name
    }

    /// What the run says about the property.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!(check(any::<bool>()).run(|_| true).verdict(), Verdict::Exhausted);
    /// ```
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The seed: the same one gives the same run.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert_eq!(check(any::<u64>()).seed(7).run(|_| true).seed(), 7);
    /// ```
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many inputs were tried before reduction, rejected ones included.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.executions(), 10);
    /// ```
    pub fn executions(&self) -> u64 {
        self.executions
    }

    /// The valid ones among them.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.cases(), 6);
    /// ```
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The first so many of them were known before: examples, and inputs that failed once.
    pub(crate) fn known(&self) -> u64 {
        self.known
    }

    /// Those rejected by `assume!`, by a filter, or because they grew too large.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| if n < 4 { Outcome::reject() } else { Outcome::pass() });
    /// assert_eq!(report.rejected(), 4);
    /// ```
    pub fn rejected(&self) -> u64 {
        self.executions - self.cases
    }

    /// Of the rejected, those for which the property was not even called.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let never = any::<u64>().filter(|_| false);
    /// let report = check(never).max_executions(10).run(|_| true);
    /// assert_eq!((report.rejected(), report.unreached()), (10, 10));
    /// ```
    pub fn unreached(&self) -> u64 {
        self.unreached
    }

    /// How many different inputs were accepted. Long ones are taken to be different, and beyond a
    /// thousand cases an input that is seen twice may count twice.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|_| true);
    /// assert_eq!(report.distinct(), 10);
    /// ```
    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    /// The failures, each for another reason.
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

    /// How the executions were shared between searches, the largest share first. Known inputs, and those of a space
    /// that is tried completely, count as random. [`Failure::found_by`] says which search was lucky.
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
        &self.searches
    }

    /// What weakens this result, a line each: inputs mostly rejected, too large, too slow, or too few
    /// different ones.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u32>()).cases(20).run(|n| assume!(n % 2 == 2));
    /// assert!(report.advice()[0].contains("`assume!` rejected all of them"));
    /// ```
    pub fn advice(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for advice in &self.advice {
            lines.push(advice.to_string());
        }
        lines
    }

    /// What `label!` said in valid cases, and in how many, the most frequent first.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| label!("{} digits", n.to_string().len()));
    /// assert_eq!(report.labels(), [("1 digits".to_owned(), 10)]);
    /// ```
    pub fn labels(&self) -> &[(String, u64)] {
        &self.statistics.labels
    }

    /// The shares that `cover!` measured.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| cover!("even", n % 2 == 0, 40.0));
    /// assert_eq!(report.shares()[0].measured(), 50.0);
    /// ```
    pub fn shares(&self) -> &[Share] {
        &self.statistics.shares
    }

    /// The scores that `target!` and `minimize!` were given.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(0..10u8).run(|n| target!(n));
    /// assert_eq!(report.spreads()[0].largest(), 9.0);
    /// ```
    pub fn spreads(&self) -> &[Spread] {
        &self.statistics.spreads
    }

    /// How long the run took, without reduction.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|_| true);
    /// assert!(report.time().as_nanos() > 0);
    /// ```
    pub fn time(&self) -> Duration {
        self.statistics.time
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

impl<T> Report<T> {
    /// The same report of what is shown of the smallest inputs. So it is of one type for all properties, and what
    /// prints it is compiled once.
    pub(crate) fn shown<U: Default>(self, show: &dyn Fn(&T) -> U) -> Report<U> {
        let mut failures = Vec::new();
        for failure in self.failures {
            let value = show(&failure.value);
            failures.push(failure.shown(value));
        }
        Report {
            name: self.name,
            verdict: self.verdict,
            seed: self.seed,
            executions: self.executions,
            cases: self.cases,
            known: self.known,
            unreached: self.unreached,
            distinct: self.distinct,
            failures,
            advice: self.advice,
            searches: self.searches,
            statistics: self.statistics,
        }
    }
}

#[cfg(test)]
impl<T> Report<T> {
    /// As if there was a database that keeps the failures.
    pub(crate) fn saved(mut self) -> Self {
        self.failures.iter_mut().for_each(|failure| failure.saved = true);
        self
    }

    /// As if the failures were known from an earlier run.
    pub(crate) fn kept(mut self) -> Self {
        self.failures.iter_mut().for_each(|failure| failure.encounter = Encounter::Kept);
        self.saved()
    }
}

/// What cases said about themselves.
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

    /// Whether there are certainly fewer cases of some kind than required.
    pub(super) fn lacks_cases(&self) -> bool {
        self.shares.iter().any(Share::is_too_small)
    }
}
