//! Overrides of the settings of a run: every setting, given or not.

use crate::{search::Search, untrusted::DataFolder};
use std::time::Duration;

/// What one source overrides: a profile, an attribute, or the environment variables. `None` leaves the setting as it is.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    missing_docs,
    reason = "fields are named after the settings, which `book/src/reference/settings.md` explains"
)]
pub struct Overrides {
    /// `u64::MAX` runs as many cases as the time allows.
    pub cases: Option<u64>,
    pub max_executions: Option<u64>,
    pub seed: Option<u64>,
    pub search: Option<Search>,
    pub temperature: Option<f64>,
    pub time: Option<Duration>,
    pub steps: Option<u64>,
    pub max_failures: Option<u64>,
    pub reduce: Option<bool>,
    pub reduction_runs: Option<u64>,
    pub reduction_time: Option<Duration>,
    pub explain: Option<bool>,
    pub literals: Option<bool>,
    pub jobs: Option<u64>,
    pub database: Option<Place>,
    /// A further database, which is only read.
    pub read_database: Option<Place>,
    pub stats: Option<bool>,
    pub observe: Option<Observations>,
}

/// Where failures are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere.
    None,
    /// `.disprove` beside the workspace.
    Standard,
    /// This folder.
    At(DataFolder),
}

/// Where to write the lines of JSON about every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observations {
    /// Nowhere.
    Off,
    /// `.disprove/observed` beside the workspace.
    Standard,
    /// This folder.
    At(DataFolder),
}

impl Overrides {
    /// Overrides nothing. A `const`, so that an attribute expands to one constant expression.
    pub const NONE: Overrides = Overrides {
        cases: None,
        max_executions: None,
        seed: None,
        search: None,
        temperature: None,
        time: None,
        steps: None,
        max_failures: None,
        reduce: None,
        reduction_runs: None,
        reduction_time: None,
        explain: None,
        literals: None,
        jobs: None,
        database: None,
        read_database: None,
        stats: None,
        observe: None,
    };

    /// These overrides on top of those of a lower source.
    ///
    /// A time without a number of cases lifts the lower number: `time = "10m"` runs ten minutes, not the 500 cases of
    /// another source. Within one source both limits hold.
    pub(super) fn over(self, lower: &Overrides) -> Overrides {
        let cases = match (self.cases, self.time) {
            (None, Some(_)) => Some(u64::MAX),
            (cases, _) => cases.or(lower.cases),
        };
        Overrides {
            cases,
            max_executions: self.max_executions.or(lower.max_executions),
            seed: self.seed.or(lower.seed),
            search: self.search.or(lower.search),
            temperature: self.temperature.or(lower.temperature),
            time: self.time.or(lower.time),
            steps: self.steps.or(lower.steps),
            max_failures: self.max_failures.or(lower.max_failures),
            reduce: self.reduce.or(lower.reduce),
            reduction_runs: self.reduction_runs.or(lower.reduction_runs),
            reduction_time: self.reduction_time.or(lower.reduction_time),
            explain: self.explain.or(lower.explain),
            literals: self.literals.or(lower.literals),
            jobs: self.jobs.or(lower.jobs),
            database: self.database.or_else(|| lower.database.clone()),
            read_database: self.read_database.or_else(|| lower.read_database.clone()),
            stats: self.stats.or(lower.stats),
            observe: self.observe.or_else(|| lower.observe.clone()),
        }
    }
}

#[cfg(test)]
mod tests;
