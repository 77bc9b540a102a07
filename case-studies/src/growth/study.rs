//! The study: which mistakes are found, and how large valid inputs become.

use super::{
    structure::Bug,
    subjects::{Half, SUBJECTS, Sizes, TestedStructure},
};
use crate::{
    Options,
    findings::Findings,
    rematch::geometric_mean,
    repetition::{Repetition, best_after},
    statistics::{Summary, spread},
    studies::Names,
    svg,
    table::{NONE, Table, count, figure},
    trials::named_trials,
};
use disprove::prelude::*;
use serde_json::{Value, json};

/// A way to look for mistakes.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    find: fn(&TestedStructure, Bug, u64, u64) -> Option<u64>,
    /// The sizes of valid inputs, if they are measured.
    grow: Option<fn(&TestedStructure, u64, u64) -> Sizes>,
}

macro_rules! ours {
    ($name:literal, $search:expr, $traced:literal) => {
        Way {
            name: $name,
            find: |subject, bug, seed, limit| {
                (subject.find)(Repetition::new($search, seed, limit), bug, $traced)
            },
            grow: Some(|subject, seed, limit| {
                (subject.grow)(Repetition::new($search, seed, limit), $traced)
            }),
        }
    };
}

/// Ours, and those of others where they are built.
const WAYS: &[Way] = &[
    ours!("random", Search::Random, false),
    ours!("auto", Search::Auto, false),
    ours!("auto, traced", Search::Auto, true),
    ours!("mutate, traced", Search::Mutate, true),
    #[cfg(feature = "rivals")]
    rival("proptest", |subject, bug, seed, limit| (subject.rivals[0])(bug, seed, limit)),
    #[cfg(feature = "rivals")]
    rival("quickcheck", |subject, bug, seed, limit| (subject.rivals[1])(bug, seed, limit)),
    #[cfg(feature = "rivals")]
    rival("crabcheck", |subject, bug, seed, limit| (subject.rivals[2])(bug, seed, limit)),
];

#[cfg(feature = "rivals")]
const fn rival(
    name: &'static str,
    find: fn(&TestedStructure, Bug, u64, u64) -> Option<u64>,
) -> Way {
    Way { name, find, grow: None }
}

/// Executions of a run at most, rejected ones included.
const LIMIT: u64 = 100_000;
/// A task is solved if each of this number of runs finds the mistake.
const RUNS: u64 = 10;
/// A smoke test has fewer executions, and one mistake of each structure.
const SMOKE_LIMIT: u64 = 150;
/// Where the largest valid input is reported.
const STAGES: [u64; 3] = [1_000, 10_000, 100_000];

/// What it is made of.
pub fn names() -> Names {
    Names {
        searches: WAYS.iter().map(|way| way.name.to_owned()).collect(),
        problems: SUBJECTS.iter().map(|subject| subject.name.to_owned()).collect(),
    }
}

/// The results of one way with one structure.
struct Row {
    half: Half,
    way: &'static str,
    tasks: Vec<Vec<Option<u64>>>,
    sizes: Vec<Sizes>,
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let runs = options.repetitions(RUNS);
    let limit = if options.smoke { SMOKE_LIMIT } else { LIMIT };
    let ways: Vec<&Way> = WAYS.iter().filter(|way| options.searches.has(way.name)).collect();
    let header: Vec<&str> =
        ["structure", "mistake"].into_iter().chain(ways.iter().map(|way| way.name)).collect();
    let mut table = Table::new("Runs that found a mistake, and their median", 2, &header);
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for subject in SUBJECTS.iter().filter(|subject| options.only.has(subject.name)) {
        let most = if options.smoke { 1 } else { subject.bugs.len() };
        let bugs = &subject.bugs[..most];
        let mut cells: Vec<Vec<String>> =
            bugs.iter().map(|bug| vec![subject.name.to_owned(), (*bug).to_owned()]).collect();
        for way in &ways {
            let mut tasks = Vec::new();
            for (bug, cells) in bugs.iter().zip(&mut cells) {
                let label = format!("{}, {bug}, {}", subject.name, way.name);
                let found_at = named_trials(options, &label, runs, |seed| {
                    (way.find)(subject, Bug(Some(bug)), seed, limit)
                });
                let summary = Summary::of(&found_at, limit);
                let [found, median, ..] = summary.cells();
                cells.push(format!("{found} {median}"));
                figures.push(json!({
                    "structure": subject.name, "half": subject.half.name(), "mistake": bug,
                    "search": way.name, "summary": summary.json(), "found_at": found_at,
                }));
                tasks.push(found_at);
            }
            let mut sizes = Vec::new();
            if let Some(grow) = way.grow {
                let label = format!("{}, sizes, {}", subject.name, way.name);
                sizes =
                    named_trials(options, &label, runs.min(3), |seed| grow(subject, seed, limit));
            }
            rows.push((subject, Row { half: subject.half, way: way.name, tasks, sizes }));
        }
        for row in cells {
            table.row(row);
        }
    }
    table.remark(format!(
        "Of at most {} executions each, rejected ones included. A run without a failure counts as worse than any with one.",
        count(limit)
    ));
    let tables = vec![table, by_structure(&ways, &rows, limit), sums(&ways, &rows, limit, runs)];
    Findings { tables, figures: Value::Array(figures) }
}

/// Solved tasks and the geometric mean, for each structure.
fn by_structure(ways: &[&Way], rows: &[(&TestedStructure, Row)], limit: u64) -> Table {
    let header: Vec<&str> =
        ["structure", "half"].into_iter().chain(ways.iter().map(|way| way.name)).collect();
    let mut table = Table::new("Tasks solved, geometric mean, largest valid input", 2, &header);
    for chunk in rows.chunks(ways.len().max(1)) {
        let Some((subject, _)) = chunk.first() else { continue };
        let mut cells = vec![subject.name.to_owned(), subject.half.name().to_owned()];
        for (_, row) in chunk {
            let [solved, _, mean] = summed(&[row], limit);
            let largest = largest(&[row], limit);
            cells.push(format!("{solved}, {mean}, {largest}"));
        }
        table.row(cells);
    }
    table.remark(
        "The largest valid input is the median over runs of the operations without a mistake.",
    );
    table
}

/// All structures of each half.
fn sums(ways: &[&Way], rows: &[(&TestedStructure, Row)], limit: u64, runs: u64) -> Table {
    let stages = STAGES.map(|at| format!("size at {}", count(at)));
    let header: Vec<&str> = ["half", "search", "solved", "runs that found it", "geometric mean"]
        .into_iter()
        .chain(stages.iter().map(String::as_str))
        .collect();
    let mut table = Table::new(format!("All together, {runs} runs for each task"), 2, &header);
    for half in Half::ALL {
        for way in ways {
            let own = |row: &&Row| row.half == half && row.way == way.name;
            let chosen: Vec<&Row> = rows.iter().map(|(_, row)| row).filter(own).collect();
            if chosen.is_empty() {
                continue;
            }
            let mut cells = vec![half.name().to_owned(), way.name.to_owned()];
            cells.extend(summed(&chosen, limit));
            cells.extend(
                STAGES.map(|at| if at <= limit { largest(&chosen, at) } else { NONE.into() }),
            );
            table.row(cells);
        }
    }
    table.remark(
        "A task is solved if every run finds the mistake. The geometric mean is over all runs; a run that finds nothing \
         counts as the limit. Sizes are geometric means over the structures.",
    );
    table
}

/// The cells `solved`, `runs that found it` and `geometric mean`.
fn summed(rows: &[&Row], limit: u64) -> [String; 3] {
    let tasks: Vec<&Vec<Option<u64>>> = rows.iter().flat_map(|row| &row.tasks).collect();
    let solved = tasks.iter().filter(|task| task.iter().all(Option::is_some)).count();
    let runs: Vec<Option<u64>> = tasks.iter().flat_map(|task| (*task).clone()).collect();
    let found = runs.iter().flatten().count();
    let mean = geometric_mean(runs.iter().map(|at| at.unwrap_or(limit) as f64));
    [
        format!("{solved}/{}", tasks.len()),
        format!("{found}/{}", runs.len()),
        count(mean.round() as u64),
    ]
}

/// The largest valid input after some executions: the geometric mean of the medians of structures.
fn largest(rows: &[&Row], at: u64) -> String {
    let measured = rows.iter().filter(|row| !row.sizes.is_empty());
    let medians: Vec<f64> = measured.map(|row| median(&row.sizes, at)).collect();
    if medians.is_empty() { NONE.to_owned() } else { figure(geometric_mean(medians)) }
}

/// The median size of the largest valid input of some runs; at least 1, so that means are defined.
fn median(runs: &[Sizes], at: u64) -> f64 {
    // Before the first valid input, the best is not a number.
    let sizes: Vec<f64> = runs.iter().map(|sizes| best_after(sizes, at).max(0.0)).collect();
    spread(&sizes)[1].max(1.0)
}

/// What is drawn, and how: a search, its color in the light and in the dark, its dashes.
const LINES: [(&str, [&str; 2], &str); 3] = [
    ("random", ["#6b6b6b", "#a8a8a8"], "1 4"),
    ("auto", ["#157a3c", "#55c981"], "none"),
    ("auto, traced", ["#0b6fb8", "#5db4f0"], "8 4"),
];

/// The searches that are drawn.
pub fn drawn() -> Vec<String> {
    LINES.iter().map(|(name, ..)| (*name).to_owned()).collect()
}

/// The largest valid input over executions, as SVG: medians, and their geometric mean over all structures.
pub fn plot(options: &Options) -> String {
    let limit = if options.smoke { SMOKE_LIMIT } else { LIMIT };
    let runs = options.repetitions(3);
    let mut lines = Vec::new();
    for (name, colors, dashes) in LINES {
        let way = WAYS.iter().find(|way| way.name == name && options.searches.has(name));
        let Some(grow) = way.and_then(|way| way.grow) else { continue };
        let mut all = Vec::new();
        for subject in &SUBJECTS {
            let label = format!("plot, {}, {name}", subject.name);
            all.push(named_trials(options, &label, runs, |seed| grow(subject, seed, limit)));
        }
        let point = |at: u64| {
            let medians = all.iter().map(|sizes| median(sizes, at));
            (at as f64, geometric_mean(medians))
        };
        let points = svg::places(limit).into_iter().map(point).collect();
        lines.push(svg::Line { name: name.to_owned(), colors, dashes, points });
    }
    let caption = format!(
        "Largest valid input, {runs} run{}, geometric mean of {} structures",
        if runs == 1 { "" } else { "s" },
        SUBJECTS.len()
    );
    let texts = svg::Texts {
        title: "Largest valid input over executions",
        caption: &caption,
        height: "nodes",
    };
    svg::plot(&texts, limit as f64, None, &lines)
}
