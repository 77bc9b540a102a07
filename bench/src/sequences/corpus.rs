//! Failing sequences to start from, spread over the errors there are.

use super::{
    call::{Call, Which},
    world,
};
use disprove::prelude::*;
use std::collections::BTreeMap;

/// The longest sequence that can be drawn. About a quarter of the calls can run.
pub const LONGEST: usize = 600;

/// How long starts are, to be like those of the paper: 64.5 calls on average.
const LENGTHS: std::ops::RangeInclusive<usize> = 20..=160;

/// Cases tried with each seed.
const CASES: u64 = 60;

/// A sequence that fails with its last call, and in which all calls can run.
#[derive(Clone, Debug)]
pub struct Start {
    pub seed: u64,
    pub calls: Vec<Call>,
    pub error: String,
}

/// That many starts, the errors taken in turns as far as they come.
pub fn starts(wanted: usize, seeds: u64) -> Vec<Start> {
    let mut found: BTreeMap<String, Vec<Start>> = BTreeMap::new();
    for seed in 0..seeds {
        if let Some(start) = start(seed) {
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

/// The start that a seed leads to. Its low bits leave graphs out, or errors of some would hide those of others.
fn start(seed: u64) -> Option<Start> {
    let kept = |call: &Call| (seed / 2) >> (call.graph as u64) & 1 == 0;
    let kept = |calls: Vec<Call>| -> Vec<Call> { calls.into_iter().filter(kept).collect() };
    let report = check(vec(any::<Call>()).len(0..=LONGEST))
        .seed(seed)
        .cases(CASES)
        .reduce(false)
        .explain(false)
        .database(Db::none())
        .run(|calls| {
            let outcome = world::run(&kept(calls));
            outcome.error.is_none() || !LENGTHS.contains(&outcome.executed.len())
        });
    let calls = kept(report.failures().first()?.original().clone());
    let outcome = world::run(&calls);
    let calls = outcome.executed.iter().map(|at| calls[*at].clone()).collect();
    Some(Start { seed, calls, error: outcome.error? })
}

/// How many graphs can be left out.
const _: () = assert!(Which::ALL.len() == 8);
