//! What somebody wishes of a run: every setting, given or not.

use super::written::Written;
use crate::search::Search;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The settings of one level: a profile, an attribute, or the environment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wishes {
    /// Valid cases wanted; `u64::MAX` for as many as the time allows.
    pub(crate) cases: Option<u64>,
    pub(crate) max_executions: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) search: Option<Search>,
    /// Only in an attribute: the file and the environment have no fractions.
    pub(crate) temperature: Option<f64>,
    pub(crate) time: Option<Duration>,
    /// The most steps of a state machine.
    pub(crate) steps: Option<u64>,
    pub(crate) max_failures: Option<u64>,
    pub(crate) reduce: Option<bool>,
    /// The most runs of the property to reduce a failure.
    pub(crate) reduction_runs: Option<u64>,
    pub(crate) reduction_time: Option<Duration>,
    pub(crate) explain: Option<bool>,
    pub(crate) database: Option<Place>,
    /// A further database, which is only read.
    pub(crate) read_database: Option<Place>,
    pub(crate) statistics: Option<bool>,
    pub(crate) observations: Option<Observations>,
}

/// Where failures are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    None,
    Standard,
    At(PathBuf),
}

/// Where the lines of JSON about every case go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observations {
    Off,
    Standard,
    At(PathBuf),
}

/// The settings by name, as the file has them. The environment has the same names in capitals.
pub(super) const KEYS: [&str; 15] = [
    "cases",
    "database",
    "explain",
    "max_executions",
    "max_failures",
    "observe",
    "read_database",
    "reduce",
    "reduction_runs",
    "reduction_time",
    "search",
    "seed",
    "stats",
    "steps",
    "time",
];

impl Wishes {
    /// Takes down one of the [`KEYS`], or returns what should have been written. Paths start at `folder`.
    pub(super) fn set(
        &mut self,
        key: &str,
        written: &Written,
        folder: &Path,
    ) -> Result<(), String> {
        match key {
            "cases" => self.cases = Some(written.positive()?),
            "database" => self.database = Some(written.place(folder)?),
            "explain" => self.explain = Some(written.flag()?),
            "max_executions" => self.max_executions = Some(written.positive()?),
            "max_failures" => self.max_failures = Some(written.positive()?),
            "observe" => self.observations = Some(written.observations(folder)?),
            "read_database" => self.read_database = Some(written.place(folder)?),
            "reduce" => self.reduce = Some(written.flag()?),
            "reduction_runs" => self.reduction_runs = Some(written.positive()?),
            "reduction_time" => self.reduction_time = Some(written.time()?),
            "search" => self.search = Some(written.search()?),
            "seed" => self.seed = Some(written.seed()?),
            "stats" => self.statistics = Some(written.flag()?),
            "steps" => self.steps = Some(written.positive()?),
            "time" => self.time = Some(written.time()?),
            _ => unreachable!("only keys of the list are set, and `{key}` is none"),
        }
        Ok(())
    }

    /// These wishes, and those of a lower level where these are silent.
    ///
    /// A time that is wished for above the number of cases takes its place: who says "ten minutes" does not
    /// want to stop after the 500 cases that somebody else found enough. On one level both hold.
    pub(super) fn over(self, lower: &Wishes) -> Wishes {
        let cases = match (self.cases, self.time) {
            (None, Some(_)) => Some(u64::MAX),
            (cases, _) => cases.or(lower.cases),
        };
        Wishes {
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
            database: self.database.or_else(|| lower.database.clone()),
            read_database: self.read_database.or_else(|| lower.read_database.clone()),
            statistics: self.statistics.or(lower.statistics),
            observations: self.observations.or_else(|| lower.observations.clone()),
        }
    }
}

#[cfg(test)]
mod tests;
