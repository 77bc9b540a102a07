//! Preconditions from public test suites, and how each search copes with them.
//!
//! Only the arguments that a condition reads are kept, and the formulas are ours. Each is written with `assume!`. The
//! study measures the share of accepted inputs, how many are distinct, when the first one was found, and whether the
//! accepted ones are as diverse as those of rejection sampling.

mod held_out;
mod held_out_records;
mod line;
mod matrices;
mod numbers;
mod precondition;
mod relations;
mod space;
mod spread;
mod tensors;
#[cfg(test)]
mod tests;
mod times;

use crate::{
    Options,
    findings::Findings,
    repetition::chosen,
    studies::Names,
    table::Table,
    trials::{named_trials, trials},
};
use disprove::prelude::*;
use line::{FEW, Line, Summary, heading};
use precondition::{Plan, Row, Sample};

/// Executions of each run, as in the published figures.
const EXECUTIONS: u64 = 10_000;

/// Default number of repetitions.
const RUNS: u64 = 30;

/// Accepted random inputs that others are compared with ...
const REFERENCE: u64 = 2_000;
/// ... and how many are tried at most to get them.
const REFERENCE_EXECUTIONS: u64 = 20_000_000;

/// The small version of the study.
const SMOKE_EXECUTIONS: u64 = 300;

/// The searches that are compared, if nothing else is said.
const SEARCHES: [Search; 2] = [Search::Random, Search::Auto];

/// All preconditions: those found, those made up, those of the prototype, those held out.
fn rows() -> Vec<Row> {
    let parts = [tensors::rows(), numbers::rows(), times::rows(), matrices::rows()];
    let more = [relations::rows(), held_out::rows(), held_out_records::rows()];
    let mut rows: Vec<Row> = parts.into_iter().chain(more).flatten().collect();
    rows.sort_by_key(|row| match row.id.as_bytes()[0] {
        b'P' => (0, row.id),
        b'S' => (1, row.id),
        b'H' => (3, ""),
        _ => (2, ""),
    });
    rows
}

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&SEARCHES, rows().iter().map(|row| row.id))
}

/// Runs every precondition with every search.
pub fn study(options: &Options) -> Findings {
    let rows: Vec<(u64, Row)> =
        (options.seed..).zip(rows()).filter(|(_, row)| options.only.has(row.id)).collect();
    let searches = chosen(options, &SEARCHES);
    let references = references(options, &rows);
    let heading = heading(&searches);
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let mut table = Table::new("Preconditions", 1, &heading);
    let mut figures = Vec::new();
    for ((_, row), reference) in rows.iter().zip(&references) {
        let line = line(options, &searches, row, reference);
        table.row(line.cells());
        figures.push(line.json());
    }
    Findings { tables: vec![table], figures: figures.into() }
}

fn line(options: &Options, searches: &[Search], row: &Row, reference: &Sample) -> Line {
    let space = row.space();
    let executions = if options.smoke { SMOKE_EXECUTIONS } else { EXECUTIONS };
    let runs = if options.smoke { 1 } else { options.runs.unwrap_or(RUNS) };
    let valid = space.map(|space| space.valid).filter(|valid| *valid <= FEW);
    let summary = |search: &Search| {
        let plan = Plan { search: *search, seed: 0, cases: executions, executions, valid };
        let name = format!("{} {search:?}", row.id);
        let measure = |seed| row.measure(&Plan { seed, ..plan });
        Summary::new(*search, &named_trials(options, &name, runs, measure))
    };
    Line::new(row, space, reference, searches.iter().map(summary).collect())
}

/// What is accepted of random inputs, until there is enough of it. Each row has a seed of its own, whichever others are
/// left out.
fn references(options: &Options, rows: &[(u64, Row)]) -> Vec<Sample> {
    let executions = if options.smoke { SMOKE_EXECUTIONS } else { REFERENCE_EXECUTIONS };
    let cases = REFERENCE.min(executions);
    trials(options, rows.len() as u64, |number| {
        let (seed, row) = &rows[(number - options.seed) as usize];
        row.sift(&Plan { search: Search::Random, seed: *seed, cases, executions, valid: None })
    })
}
