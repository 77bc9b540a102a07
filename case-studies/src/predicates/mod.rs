//! Nested structures with cached fields, whose predicates are ordinary functions.
//!
//! A cached field must equal something that is computed from other parts, so random inputs are never valid beyond the
//! smallest. The study measures how soon valid inputs of each size are found, with and without `#[trace]` on the
//! predicate. The first four structures were used to tune the search, the others were not.

mod held_out;
mod structure;
mod tuned;

use crate::{
    Options,
    findings::Findings,
    repetition::{Repetition, chosen, word},
    studies::Names,
    table::Table,
    trials::named_trials,
};
use disprove::prelude::*;
use serde_json::json;
use structure::{Row, SIZES, Sample};

/// Executions of each run.
const EXECUTIONS: u64 = 20_000;

/// Default number of repetitions.
const RUNS: u64 = 10;

/// The small version of the study.
const SMOKE_EXECUTIONS: u64 = 300;

const SEARCHES: [Search; 2] = [Search::Auto, Search::Pool];

fn rows() -> Vec<Row> {
    let mut rows = tuned::rows();
    rows.extend(held_out::rows());
    rows
}

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&SEARCHES, rows().iter().map(|row| row.name))
}

/// Runs every structure with every search, with and without a trace.
pub fn study(options: &Options) -> Findings {
    let mut heading = vec!["structure".to_owned(), "search".to_owned(), "trace".to_owned()];
    heading.extend(["accepted".to_owned(), "largest".to_owned()]);
    heading.extend(SIZES.map(|size| format!("size {size}")));
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let mut table = Table::new("Valid nested structures, within 20,000 executions", 3, &heading);
    let mut figures = Vec::new();
    for row in rows().iter().filter(|row| options.only.has(row.name)) {
        for search in chosen(options, &SEARCHES) {
            for is_traced in [false, true] {
                let samples = samples(options, row, search, is_traced);
                let trace = if is_traced { "traced" } else { "-" };
                let mut cells = vec![row.name.to_owned(), word(search), trace.to_owned()];
                cells.extend(summary(&samples));
                figures.push(json!(cells));
                table.row(cells);
            }
        }
    }
    Findings { tables: vec![table], figures: figures.into() }
}

fn samples(options: &Options, row: &Row, search: Search, is_traced: bool) -> Vec<Sample> {
    let limit = if options.smoke { SMOKE_EXECUTIONS } else { EXECUTIONS };
    let runs = if options.smoke { 1 } else { options.runs.unwrap_or(RUNS) };
    named_trials(options, row.name, runs, |seed| {
        row.run(Repetition::new(search, seed, limit), is_traced)
    })
}

/// The rate of accepted inputs, the median of the largest, and for each size the runs that found one and the median of
/// their executions.
fn summary(samples: &[Sample]) -> Vec<String> {
    let executions: u64 = samples.iter().map(|sample| sample.executions).sum();
    let accepted: u64 = samples.iter().map(|sample| sample.accepted).sum();
    let mut largest: Vec<f64> = samples.iter().map(|sample| sample.largest as f64).collect();
    let mut cells =
        vec![format!("{:.3}", accepted as f64 / executions.max(1) as f64), middle(&mut largest)];
    for at in 0..SIZES.len() {
        let mut found: Vec<f64> =
            samples.iter().filter_map(|sample| sample.first[at]).map(|it| it as f64).collect();
        let count = format!("{}/{}", found.len(), samples.len());
        cells.push(if found.is_empty() {
            count
        } else {
            format!("{count} {}", middle(&mut found))
        });
    }
    cells
}

fn middle(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).map_or_else(|| "-".to_owned(), |it| format!("{it:.0}"))
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::repetition::Repetition;
    use disprove::Search;

    #[test]
    fn traced_and_plain_predicates_accept_the_same_inputs() {
        for row in rows() {
            let run = |is_traced| row.run(Repetition::new(Search::Random, 3, 2_000), is_traced);
            assert_eq!(run(false).accepted, run(true).accepted, "{}", row.name);
        }
    }
}
