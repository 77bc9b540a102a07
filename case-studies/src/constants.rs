//! The effect of constants of the search: each is halved, doubled and set to zero, one at a time.
//!
//! The figures are medians of executions up to the first failure. A constant that changes none of them beyond the
//! noise of the unchanged rows, which differ in their seeds only, is a candidate for removal.

use crate::{
    Options, comparison::Problem, findings::Findings, graph, held_out, labyrinth,
    repetition::Repetition, spells, statistics::Summary, studies::Names, table::Table,
    trials::named_trials,
};
use disprove::{Search, research::set_constant};
use serde_json::{Value, json};

/// The constants of the search for scores, and their values in the library.
const CONSTANTS: [(&str, f64); 7] = [
    ("STEEP", 8.0),
    ("STEADY", 0.03),
    ("PATIENCE", 600.0),
    ("PATIENCE_GROWS", 1.5),
    ("BACK_TO_BEST", 0.5),
    ("LATERAL_GROWTH", 0.4),
    ("RANDOM", 0.05),
];

/// Constants that these problems cannot judge. `--set` changes them for any other study.
const OTHERS: [&str; 7] =
    ["GROWTH", "TRACED_GROWTH", "GROWTH_RAMP", "FEW_ACCEPTED", "TRACED", "HIGHEST", "FIRST_CYCLE"];

/// The names that `--set` knows.
pub fn known() -> Vec<&'static str> {
    let mut known: Vec<&str> = CONSTANTS.iter().map(|(name, _)| *name).collect();
    known.extend(OTHERS);
    known
}

/// The problems by which constants are judged.
const PROBLEMS: [&str; 6] =
    ["42 vertices", "spells", "3: pockets", "nested brackets", "calculator shows 7,919", "traps"];

fn problems() -> Vec<Problem> {
    let mut all = graph::problems();
    all.extend(spells::problems());
    all.extend(labyrinth::problems());
    all.extend(held_out::problems());
    all.retain(|problem| PROBLEMS.contains(&problem.name.as_str()));
    all
}

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&[Search::Auto], CONSTANTS.map(|(name, _)| name))
}

/// Runs the study. The process runs nothing else at the time, because constants are changed for all of it.
pub fn study(options: &Options) -> Findings {
    let runs = options.repetitions(20);
    let problems = problems();
    let mut header = vec!["constant", "value"];
    header.extend(problems.iter().map(|problem| problem.name.as_str()));
    let title = format!("Constants of the search, median executions of {runs} runs");
    let mut table = Table::new(title, 2, &header);
    let mut figures: Vec<Value> = Vec::new();
    let mut row = |name: &str, value: String, seed: u64| {
        let mut cells = vec![name.to_owned(), value.clone()];
        for problem in &problems {
            let limit = if options.smoke { 150 } else { problem.limit };
            let found_at = named_trials(options, name, runs, |number| {
                let repetition = Repetition::new(Search::Auto, number + seed, limit);
                (problem.run)(repetition).map(|found| found.at)
            });
            cells.push(Summary::of(&found_at, limit).cells()[1].clone());
            figures.push(json!({
                "constant": name, "value": value, "problem": problem.name, "found_at": found_at,
            }));
        }
        table.row(cells);
    };
    row("none", "-".to_owned(), 0);
    row("none, other seeds", "-".to_owned(), 1_000);
    for (name, value) in CONSTANTS.into_iter().filter(|(name, _)| options.only.has(name)) {
        for factor in [0.0, 0.5, 2.0] {
            set_constant(name, Some(value * factor));
            row(name, format!("{:.3}", value * factor), 0);
            set_constant(name, None);
        }
    }
    Findings { tables: vec![table], figures: Value::Array(figures) }
}
