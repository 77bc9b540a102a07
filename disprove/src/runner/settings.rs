//! What can be set for a run.

use crate::{
    choice::Tree,
    random::fresh_seed,
    search::{Schedule, Search},
    settings::Wishes,
};
use std::time::Duration;

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) name: String,
    /// Valid cases wanted.
    pub(crate) cases: u64,
    /// `None`: a hundred times the cases.
    pub(crate) max_executions: Option<u64>,
    /// `None`: a fresh one.
    pub(crate) seed: Option<u64>,
    /// `None`: as long as the cases take.
    pub(crate) time: Option<Duration>,
    pub(crate) search: Search,
    /// What annealing starts its cycles with; `None`: what is usual.
    pub(crate) temperature: Option<f64>,
    pub(crate) schedule: Schedule,
    pub(crate) reduce: bool,
    /// For each failure.
    pub(crate) reduction_runs: u64,
    /// For each failure.
    pub(crate) reduction_time: Duration,
    pub(crate) explain: bool,
    pub(crate) max_failures: Option<u64>,
    /// Inputs to run first.
    pub(crate) replays: Vec<String>,
}

/// So many valid cases, if nothing is said.
const CASES: u64 = 500;

/// So many executions per case wanted, if nothing is said: below one valid in a hundred it gives up.
const EXECUTIONS_PER_CASE: u64 = 100;

/// The search ends after so many different failures, if nothing is said.
const MOST_FAILURES: u64 = 10;

/// So many runs of the property for each failure, if nothing is said: a thousand times what most take.
const REDUCTION_RUNS: u64 = 100_000;

/// So long for each failure, if nothing is said: as long as people wait for a test.
const REDUCTION_TIME: Duration = Duration::from_secs(60);

/// At this temperature nine of ten usual losses are accepted; beyond, annealing is a random walk.
const HOTTEST: f64 = 10.0;

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
            max_failures: None,
            replays: Vec::new(),
        }
    }

    /// These, and what is wished for instead.
    pub(crate) fn with(mut self, wishes: &Wishes) -> Settings {
        self.cases = wishes.cases.unwrap_or(self.cases);
        self.max_executions = wishes.max_executions.or(self.max_executions);
        self.seed = wishes.seed.or(self.seed);
        self.time = wishes.time.or(self.time);
        self.search = wishes.search.unwrap_or(self.search);
        self.temperature = wishes.temperature.or(self.temperature);
        self.reduce = wishes.reduce.unwrap_or(self.reduce);
        self.reduction_runs = wishes.reduction_runs.unwrap_or(self.reduction_runs);
        self.reduction_time = wishes.reduction_time.unwrap_or(self.reduction_time);
        self.explain = wishes.explain.unwrap_or(self.explain);
        self.max_failures = wishes.max_failures.or(self.max_failures);
        self
    }

    pub(crate) fn executions(&self) -> u64 {
        self.max_executions.unwrap_or_else(|| self.cases.saturating_mul(EXECUTIONS_PER_CASE))
    }

    pub(crate) fn most_failures(&self) -> u64 {
        self.max_failures.unwrap_or(MOST_FAILURES)
    }

    pub(crate) fn seed_or_fresh(&self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }

    /// The inputs to run first, or a panic that says what is wrong with the settings.
    #[track_caller]
    pub(crate) fn verify(&self) -> Vec<Tree> {
        let name = &self.name;
        assert!(self.cases > 0, "{name}: `cases` is 0: ask for at least one case");
        assert!(
            self.max_executions != Some(0),
            "{name}: `max_executions` is 0: allow at least one execution"
        );
        assert!(
            self.max_failures != Some(0),
            "{name}: `max_failures` is 0: it takes one failure to stop"
        );
        assert!(
            self.time != Some(Duration::ZERO),
            "{name}: `time` is 0: leave it out, or allow some time"
        );
        if let Some(temperature) = self.temperature {
            assert!(
                (0.0..=HOTTEST).contains(&temperature),
                "{name}: `temperature` is {temperature}: give a number from 0, which accepts nothing \
                 worse, to {HOTTEST}"
            );
        }
        assert!(
            self.reduction_runs > 0,
            "{name}: `reduction_runs` is 0: allow at least one run, or switch `reduce` off"
        );
        assert!(
            self.reduction_time > Duration::ZERO,
            "{name}: `reduction_time` is 0: allow some time, or switch `reduce` off"
        );
        let mut trees = Vec::new();
        for token in &self.replays {
            match Tree::from_token(token) {
                Ok(tree) => trees.push(tree),
                Err(error) => panic!("{name}: the replay token `{token}` cannot be read: {error}"),
            }
        }
        trees
    }
}
