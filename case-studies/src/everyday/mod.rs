//! Small mistakes of everyday code, found at random: the distribution of inputs decides, as there is no feedback.
//!
//! Inputs are those that each library makes of the type alone. Weights of the distributions may be chosen with one half
//! of the mistakes; the other half only shows whether that helps elsewhere.

mod bug;
mod tuned;
mod unseen;

use crate::{
    Options,
    findings::Findings,
    statistics::Summary,
    studies::Names,
    table::{Table, count},
    trials::named_trials,
};
use bug::{Bug, WAYS};
use serde_json::{Value, json};

/// Cases of a run: twice the default number.
const LIMIT: u64 = 1_000;

/// The mistakes, and the name of their half.
fn halves() -> [(&'static str, Vec<Bug>); 2] {
    [("tuned", tuned::bugs()), ("unseen", unseen::bugs())]
}

/// What the study is made of.
pub fn names() -> Names {
    let bugs = halves().into_iter().flat_map(|(_, bugs)| bugs);
    Names {
        searches: WAYS.iter().map(|(way, _)| (*way).to_owned()).collect(),
        problems: bugs.map(|bug| bug.name.to_owned()).collect(),
    }
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let runs = options.repetitions(100);
    let ways: Vec<_> = WAYS.iter().filter(|(way, _)| options.searches.has(way)).collect();
    let mut header = vec!["half", "mistake"];
    header.extend(ways.iter().map(|(way, _)| *way));
    let title = format!("Median cases to a failure, of {runs} runs of {} cases", count(LIMIT));
    let mut table = Table::new(title, 2, &header);
    let mut figures: Vec<Value> = Vec::new();
    for (half, bugs) in halves() {
        // The number of mistakes that the median run finds, and the sum of logarithms, by way.
        let mut totals = vec![(0_u32, 0.0_f64); ways.len()];
        let chosen: Vec<Bug> = bugs.into_iter().filter(|bug| options.only.has(bug.name)).collect();
        for bug in &chosen {
            let mut row = vec![half.to_owned(), bug.name.to_owned()];
            for ((way, run), total) in ways.iter().zip(&mut totals) {
                let name = format!("{}, {way}", bug.name);
                let found_at = named_trials(options, &name, runs, |seed| run(bug, seed, LIMIT));
                let summary = Summary::of(&found_at, LIMIT);
                total.0 += u32::from(summary.median.is_some());
                total.1 += (summary.median.unwrap_or(LIMIT) as f64).ln();
                row.push(summary.cells()[1].clone());
                figures.push(json!({
                    "half": half, "mistake": bug.name, "way": way, "summary": summary.json(),
                    "found_at": found_at,
                }));
            }
            table.row(row);
        }
        if !chosen.is_empty() {
            let mean = |(found, sum): &(u32, f64)| {
                let mean = (sum / chosen.len() as f64).exp();
                format!("{found}/{}, {mean:.0}", chosen.len())
            };
            let cells = totals.iter().map(mean);
            table.row(
                [half.to_owned(), "found, geometric mean".to_owned()].into_iter().chain(cells),
            );
        }
    }
    table.remark(
        "A median beyond the limit counts as the limit in the geometric mean. `random` draws literals of this package, \
         where the mistakes are.",
    );
    Findings { tables: vec![table], figures: Value::Array(figures) }
}
