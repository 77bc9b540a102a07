//! Machines whose bugs are reached in several ways: nearly every reduction ends with the fewest calls.
//!
//! `MACHINE_SEEDS=200 cargo test --release -p disprove --test all -- machine_reduction --nocapture` prints the table of
//! `bench/RESULTS.md`.

mod handles;
mod histories;
mod resources;
mod texts;

use crate::{
    machines::transcript,
    scripted::{report, set_seed},
};
use std::{collections::BTreeMap, env};

/// A machine, and the fewest calls that a reduction of it ended with, without the line that makes it.
type Machine = (&'static str, fn(), usize);

/// Seeds for each machine, unless `MACHINE_SEEDS` says otherwise.
const SEEDS: u64 = 10;

/// The results of one machine.
#[derive(Default)]
struct Results {
    /// How many results have each number of calls.
    calls: BTreeMap<usize, u64>,
    runs: u64,
}

fn results(test: fn(), seeds: u64) -> Results {
    let mut results = Results::default();
    for seed in 1..=seeds {
        set_seed(seed);
        let report = report(test);
        let calls = transcript(&report).iter().filter(|line| line.contains("machine.")).count();
        *results.calls.entry(calls).or_default() += 1;
        results.runs += runs(&report);
    }
    results
}

/// The runs of the reduction: `in 1,234 runs`.
fn runs(report: &str) -> u64 {
    let (before, _) = report.split_once(" runs (").expect("a report of a reduction");
    let number = before.rsplit(' ').next().expect("a number").replace(',', "");
    number.parse().expect("a number")
}

#[test]
fn nearly_every_reduction_ends_with_the_fewest_calls() {
    let seeds = env::var("MACHINE_SEEDS").map_or(SEEDS, |seeds| seeds.parse().expect("a number"));
    let (mut minimal, mut all) = (0, 0);
    println!("machine     calls  starts that end with this many        runs");
    for (name, test, fewest) in [handles::ALL, histories::ALL, resources::ALL, texts::ALL].concat()
    {
        let Results { calls, runs } = results(test, seeds);
        let list: Vec<String> =
            calls.iter().map(|(calls, count)| format!("{calls}: {count}")).collect();
        println!("{name:<10} {fewest:>6}  {:<34} {:>6}", list.join(", "), runs / seeds);
        assert!(calls.keys().all(|calls| *calls >= fewest), "{name}: fewer calls suffice");
        minimal += calls.get(&fewest).copied().unwrap_or(0);
        all += seeds;
    }
    println!("{minimal} of {all} end with the fewest calls");
    assert!(minimal * 100 >= all * 96, "{minimal} of {all}");
}
