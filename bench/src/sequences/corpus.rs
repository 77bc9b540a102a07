//! Failing sequences to reduce, distributed over the known errors.

use super::faulty::FaultyCrate;
use disprove::prelude::*;
use std::{collections::BTreeMap, ops::RangeInclusive};

/// Maximum length of a generated sequence. Many of its calls cannot run.
pub const LONGEST: usize = 600;

/// Lengths of the sequences, similar to the paper's: 64.5 calls on average.
const LENGTHS: RangeInclusive<usize> = 20..=100;

/// Cases tried with each seed.
const CASES: u64 = 60;

/// A sequence that fails at its last call and whose calls all run.
#[derive(Clone, Debug)]
pub struct Start<C> {
    pub calls: Vec<C>,
    pub error: String,
}

/// Finds up to this many sequences with the given number of seeds. Takes errors in turn, so that rare ones are
/// included.
pub fn starts<S: FaultyCrate>(wanted: usize, seeds: u64) -> Vec<Start<S::Call>> {
    let mut found: BTreeMap<String, Vec<Start<S::Call>>> = BTreeMap::new();
    for seed in 0..seeds {
        if let Some(start) = start::<S>(seed) {
            found.entry(start.error.clone()).or_default().push(start);
        }
    }
    let mut starts = Vec::new();
    let most = found.values().map(Vec::len).max().unwrap_or(0);
    for turn in 0..most {
        starts.extend(found.values().filter_map(|of_error| of_error.get(turn)).cloned());
    }
    starts.truncate(wanted);
    starts
}

/// The sequence that a seed leads to.
fn start<S: FaultyCrate>(seed: u64) -> Option<Start<S::Call>> {
    let kept = |mut calls: Vec<S::Call>| {
        calls.retain(|call| S::keeps(call, seed));
        calls
    };
    let report = check(vec(any::<S::Call>()).len(0..=LONGEST))
        .seed(seed)
        .cases(CASES)
        .reduce(false)
        .explain(false)
        .database(Db::none())
        .run(|calls| {
            let outcome = S::run(&kept(calls));
            outcome.error.is_none() || !LENGTHS.contains(&outcome.executed.len())
        });
    let calls = kept(report.failures().first()?.original().clone());
    let outcome = S::run(&calls);
    let calls = outcome.executed.iter().map(|at| calls[*at].clone()).collect();
    Some(Start { calls, error: outcome.error? })
}
