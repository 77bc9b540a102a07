//! The sequences and the results of both reducers.

use super::{
    corpus::{Start, starts},
    ddmin::{Tries, ddmin},
    faulty::{FaultyCrate, Reduced},
    figures::Mean,
    ours,
};
use std::collections::{BTreeMap, BTreeSet};

/// One sequence and its reductions.
pub struct Trial<C> {
    pub start: Start<C>,
    pub ours: Reduced<C>,
    pub ddmin: Reduced<C>,
    /// Delta debugging that never tries parts alone.
    pub rests: Reduced<C>,
}

/// All trials of a crate.
pub struct Study<S: FaultyCrate> {
    pub trials: Vec<Trial<S::Call>>,
}

/// Selects a reducer.
#[derive(Clone, Copy)]
pub enum By {
    Ours,
    Ddmin,
    Rests,
}

impl<C> Trial<C> {
    pub fn by(&self, by: By) -> &Reduced<C> {
        match by {
            By::Ours => &self.ours,
            By::Ddmin => &self.ddmin,
            By::Rests => &self.rests,
        }
    }
}

impl<S: FaultyCrate> Study<S> {
    pub fn new(wanted: usize, seeds: u64) -> Self {
        let reduced = |start: Start<S::Call>| Trial {
            ours: ours::reduce::<S>(&start),
            ddmin: ddmin::<S>(&start.calls, &start.error, Tries::PartsAndRests),
            rests: ddmin::<S>(&start.calls, &start.error, Tries::Rests),
            start,
        };
        Self { trials: starts::<S>(wanted, seeds).into_iter().map(reduced).collect() }
    }

    /// The trials grouped by error.
    pub fn errors(&self) -> BTreeMap<&str, Vec<&Trial<S::Call>>> {
        let mut errors: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for trial in &self.trials {
            errors.entry(&trial.start.error).or_default().push(trial);
        }
        errors
    }

    /// The mean ratio of ours to another reducer; `more` is added to both, so that zeros are allowed.
    pub fn ratio(&self, to: By, more: u64, of: impl Fn(&Reduced<S::Call>) -> u64) -> Mean {
        let ratio =
            |trial: &Trial<_>| (of(&trial.ours) + more) as f64 / (of(trial.by(to)) + more) as f64;
        Mean::geometric(&self.trials.iter().map(ratio).collect::<Vec<_>>())
    }

    pub fn mean(&self, of: impl Fn(&Trial<S::Call>) -> u64) -> Mean {
        Mean::arithmetic(&self.trials.iter().map(|trial| of(trial) as f64).collect::<Vec<_>>())
    }

    /// The percentage of trials that satisfy a predicate.
    pub fn share(&self, is_so: impl Fn(&Trial<S::Call>) -> bool) -> f64 {
        100.0 * self.trials.iter().filter(|trial| is_so(trial)).count() as f64
            / self.trials.len().max(1) as f64
    }

    /// The sum of the arguments.
    pub fn size(reduced: &Reduced<S::Call>) -> u64 {
        reduced.calls.iter().map(S::size).sum()
    }

    /// The percentage of trials that end as short as the best one of the same error.
    pub fn shortest(&self, by: By) -> f64 {
        let errors = self.errors();
        self.share(|trial| {
            trial.by(by).calls.len() == shortest(&errors[&*trial.start.error]).calls.len()
        })
    }
}

/// The shortest result of some trials; ties go to the smallest arguments.
pub fn shortest<'a, C: std::fmt::Debug>(trials: &[&'a Trial<C>]) -> &'a Reduced<C> {
    let results = trials.iter().flat_map(|trial| [&trial.ours, &trial.ddmin, &trial.rests]);
    results
        .min_by_key(|reduced| (reduced.calls.len(), format!("{:?}", reduced.calls)))
        .expect("an error has trials")
}

/// The number of distinct results.
pub fn distinct<C: std::fmt::Debug>(trials: &[&Trial<C>], by: By) -> usize {
    let results = trials.iter().map(|trial| format!("{:?}", trial.by(by).calls));
    results.collect::<BTreeSet<_>>().len()
}
