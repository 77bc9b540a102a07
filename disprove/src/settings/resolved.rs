//! The settings of a run, with defaults filled in.

use super::{
    overrides::Overrides,
    raw::{MAX_TEMPERATURE, is_temperature},
};
use crate::{
    choice::Tree,
    random::fresh_seed,
    search::{Schedule, Search},
    untrusted::IS_MIRI,
};
use std::time::Duration;

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) name: String,
    /// Valid cases to run.
    pub(crate) cases: u64,
    /// Default: [`EXECUTIONS_PER_CASE`] times `cases`.
    pub(crate) max_executions: Option<u64>,
    /// Default: a fresh seed.
    pub(crate) seed: Option<u64>,
    /// Default: no limit.
    pub(crate) time: Option<Duration>,
    pub(crate) search: Search,
    /// The temperature that annealing starts each cycle with. Default: the one of annealing itself.
    pub(crate) temperature: Option<f64>,
    pub(crate) schedule: Schedule,
    pub(crate) reduce: bool,
    /// For each failure.
    pub(crate) reduction_runs: u64,
    /// For each failure.
    pub(crate) reduction_time: Duration,
    pub(crate) explain: bool,
    /// Whether random cases draw literals of the code under test.
    pub(crate) literals: bool,
    /// Threads that run random cases.
    pub(crate) jobs: u64,
    /// Default: [`MAX_FAILURES`].
    pub(crate) max_failures: Option<u64>,
    /// Replay tokens of the inputs to run first.
    pub(crate) replays: Vec<String>,
}

/// Default number of valid cases. At a microsecond per case a run stays below a millisecond.
const CASES: u64 = if IS_MIRI { MIRI_CASES } else { 500 };

/// The same under Miri, which makes a millisecond a second.
const MIRI_CASES: u64 = 16;

/// Default limit of executions, per case to run: a property gives up if fewer than one input in a hundred is valid.
const EXECUTIONS_PER_CASE: u64 = 100;

/// Default number of distinct failures that end the search. A report with more is not read.
const MAX_FAILURES: u64 = 10;

/// Default limit of property runs to reduce a failure: a thousand times what most reductions take.
const REDUCTION_RUNS: u64 = 100_000;

/// Default limit of time to reduce a failure: about as long as people wait for a test.
const REDUCTION_TIME: Duration = Duration::from_secs(60);

impl Settings {
    pub(crate) fn named(name: String) -> Settings {
        Settings {
            name,
            cases: CASES,
            max_executions: None,
            seed: None,
            time: None,
            search: Search::Auto,
            temperature: None,
            schedule: Schedule::Fair,
            reduce: true,
            reduction_runs: REDUCTION_RUNS,
            reduction_time: REDUCTION_TIME,
            explain: false,
            literals: false,
            jobs: 1,
            max_failures: None,
            replays: Vec::new(),
        }
    }

    /// These settings, changed by the overrides.
    pub(crate) fn with(mut self, overrides: &Overrides) -> Settings {
        self.cases = overrides.cases.unwrap_or(self.cases);
        self.max_executions = overrides.max_executions.or(self.max_executions);
        self.seed = overrides.seed.or(self.seed);
        self.time = overrides.time.or(self.time);
        self.search = overrides.search.unwrap_or(self.search);
        self.temperature = overrides.temperature.or(self.temperature);
        self.reduce = overrides.reduce.unwrap_or(self.reduce);
        self.reduction_runs = overrides.reduction_runs.unwrap_or(self.reduction_runs);
        self.reduction_time = overrides.reduction_time.unwrap_or(self.reduction_time);
        self.explain = overrides.explain.unwrap_or(self.explain);
        self.literals = overrides.literals.unwrap_or(self.literals);
        self.jobs = overrides.jobs.unwrap_or(self.jobs);
        self.max_failures = overrides.max_failures.or(self.max_failures);
        self
    }

    pub(crate) fn executions(&self) -> u64 {
        self.max_executions.unwrap_or_else(|| self.cases.saturating_mul(EXECUTIONS_PER_CASE))
    }

    pub(crate) fn most_failures(&self) -> u64 {
        self.max_failures.unwrap_or(MAX_FAILURES)
    }

    pub(crate) fn seed_or_fresh(&self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }

    /// Checks the settings and decodes the replay tokens.
    ///
    /// # Panics
    /// If a setting makes no sense, or a token is invalid.
    #[track_caller]
    pub(crate) fn verify(&self) -> Vec<Tree> {
        let name = &self.name;
        assert!(self.cases > 0, "{name}: `cases` is 0: give at least 1");
        assert!(self.max_executions != Some(0), "{name}: `max_executions` is 0: give at least 1");
        assert!(self.max_failures != Some(0), "{name}: `max_failures` is 0: give at least 1");
        assert!(
            self.time != Some(Duration::ZERO),
            "{name}: `time` is 0: give some time, or leave it out for no limit"
        );
        if let Some(temperature) = self.temperature {
            assert!(
                is_temperature(temperature),
                "{name}: `temperature` is {temperature}: give a number from 0, which accepts no worse \
                 input, to {MAX_TEMPERATURE}"
            );
        }
        assert!(
            self.reduction_runs > 0,
            "{name}: `reduction_runs` is 0: give at least 1, or turn `reduce` off"
        );
        assert!(
            self.reduction_time > Duration::ZERO,
            "{name}: `reduction_time` is 0: give some time, or turn `reduce` off"
        );
        let mut trees = Vec::new();
        for token in &self.replays {
            match Tree::from_token(token) {
                Ok(tree) => trees.push(tree),
                Err(error) => panic!("{name}: invalid replay token `{token}`: {error}"),
            }
        }
        trees
    }
}
