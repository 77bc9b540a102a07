//! The tables of both papers.

use super::{Bug, Experiment, opcode_pairs::OpcodePairs};
use crate::{Options, trials::trials};
use disprove::prelude::*;

/// When the failure was found, if it was.
pub fn executions(experiment: Experiment, search: Search, seed: u64, most: u64) -> Option<u64> {
    let check = check(experiment.pairs())
        .name("ifc-eeni")
        .search(search)
        .seed(seed)
        .cases(most)
        .max_executions(most)
        .max_failures(1)
        .reduce(false)
        .database(Db::none());
    let report = if experiment.observed {
        check.history(OpcodePairs::default()).run(move |pair| experiment.holds(pair))
    } else {
        check.run(move |pair| experiment.holds(pair))
    };
    report.failures().first().map(disprove::Failure::found_at)
}

/// Runs the study.
pub fn study(options: &Options) {
    for bug in Bug::BASIC {
        let experiment = Experiment::neighbourhoods(Some(bug));
        let found = trials(options, 10, |seed| executions(experiment, Search::Random, seed, 300_000));
        println!("{:8} {found:?}", bug.name());
    }
}
