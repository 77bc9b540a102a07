//! The study: how soon each task is solved, with trees by type and with search trees.

#[cfg(feature = "rivals")]
use super::rivals::{crabcheck, proptest, quickcheck};
use super::{Input, Mutant, Operations, Property, Trees, inputs, tasks};
use crate::{
    Options,
    findings::Findings,
    rematch::geometric_mean,
    repetition::Repetition,
    statistics::Summary,
    studies::Names,
    table::{NONE, Table, count},
    trials::named_trials,
};
use disprove::prelude::*;
use serde_json::{Value, json};

/// A mistake, and a property that can show it.
pub type Task = (Mutant, &'static Property);

/// A way to solve tasks.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    trees: Trees,
    /// The execution at which a seed led to a counterexample, within this limit.
    run: fn(Task, Trees, u64, u64) -> Option<u64>,
}

const fn way(
    name: &'static str,
    trees: Trees,
    run: fn(Task, Trees, u64, u64) -> Option<u64>,
) -> Way {
    Way { name, trees, run }
}

/// Ours, and those of others where they are built.
const WAYS: &[Way] = &[
    way("random", Trees::Derived, |task, trees, seed, limit| {
        search(Search::Random, task, trees, seed, limit)
    }),
    way("mutate", Trees::Derived, |task, trees, seed, limit| {
        search(Search::Mutate, task, trees, seed, limit)
    }),
    way("auto", Trees::Derived, |task, trees, seed, limit| {
        search(Search::Auto, task, trees, seed, limit)
    }),
    #[cfg(feature = "rivals")]
    way("proptest", Trees::Derived, proptest),
    #[cfg(feature = "rivals")]
    way("quickcheck", Trees::Derived, quickcheck),
    #[cfg(feature = "rivals")]
    way("crabcheck", Trees::Derived, crabcheck),
    way("bespoke, random", Trees::Bespoke, |task, trees, seed, limit| {
        search(Search::Random, task, trees, seed, limit)
    }),
    #[cfg(feature = "rivals")]
    way("bespoke, proptest", Trees::Bespoke, proptest),
    #[cfg(feature = "rivals")]
    way("bespoke, quickcheck", Trees::Bespoke, quickcheck),
    #[cfg(feature = "rivals")]
    way("bespoke, crabcheck", Trees::Bespoke, crabcheck),
    way("narrow, random", Trees::Narrow, |task, trees, seed, limit| {
        search(Search::Random, task, trees, seed, limit)
    }),
];

/// The most executions of a run, rejected ones included.
const LIMIT: u64 = 100_000;
/// A task is solved if each of this number of runs finds a counterexample, as published.
const RUNS: u64 = 10;
/// A smoke test has fewer executions and tasks.
const SMOKE_LIMIT: u64 = 150;
const SMOKE_TASKS: usize = 3;

fn search(search: Search, task: Task, trees: Trees, seed: u64, limit: u64) -> Option<u64> {
    let (mutant, property) = task;
    let found = Repetition::new(search, seed, limit)
        .run(inputs(property, trees), |input: Input| {
            property.check(Operations(Some(mutant)), &input)
        });
    found.map(|found| found.at)
}

fn name((mutant, property): Task) -> String {
    format!("{} {}", mutant.name(), property.name)
}

/// What it is made of.
pub fn names() -> Names {
    Names {
        searches: WAYS.iter().map(|way| way.name.to_owned()).collect(),
        problems: tasks().into_iter().map(name).collect(),
    }
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let runs = options.repetitions(RUNS);
    let limit = if options.smoke { SMOKE_LIMIT } else { LIMIT };
    let mut chosen: Vec<Task> =
        tasks().into_iter().filter(|task| options.only.has(&name(*task))).collect();
    if options.smoke {
        chosen.truncate(SMOKE_TASKS);
    }
    let ways: Vec<&Way> = WAYS.iter().filter(|way| options.searches.has(way.name)).collect();
    let (mut tables, mut figures, mut sums) = (Vec::new(), Vec::new(), sums(runs, options));
    for (trees, title) in [
        (Trees::Derived, "Trees by their type, rejected unless they are search trees"),
        (Trees::Bespoke, "Search trees of up to 32 keys, which may be any numbers"),
        (Trees::Narrow, "Search trees of up to 20 keys from -20 to 20"),
    ] {
        let ways: Vec<&&Way> = ways.iter().filter(|way| way.trees == trees).collect();
        if ways.is_empty() {
            continue;
        }
        let header: Vec<&str> =
            ["task"].into_iter().chain(ways.iter().map(|way| way.name)).collect();
        let mut table = Table::new(title, 1, &header);
        let mut rows: Vec<Vec<String>> = chosen.iter().map(|task| vec![name(*task)]).collect();
        for way in ways {
            let mut summaries = Vec::new();
            for (task, row) in chosen.iter().zip(&mut rows) {
                let label = format!("{}, {}", name(*task), way.name);
                let found_at = named_trials(options, &label, runs, |seed| {
                    (way.run)(*task, trees, seed, limit)
                });
                let summary = Summary::of(&found_at, limit);
                let [found, median, ..] = summary.cells();
                row.push(format!("{found} {median}"));
                figures.push(json!({
                    "task": name(*task), "search": way.name, "summary": summary.json(),
                    "found_at": found_at,
                }));
                summaries.push(summary);
            }
            sums.row(sum_of(way.name, &summaries, limit));
        }
        for row in rows {
            table.row(row);
        }
        table.remark(format!(
            "Runs that found a counterexample, and the median of all runs, of at most {} executions each, rejected \
             ones included.",
            count(limit)
        ));
        tables.push(table);
    }
    tables.push(sums);
    Findings { tables, figures: Value::Array(figures) }
}

/// The table of sums, with what is published.
fn sums(runs: u64, options: &Options) -> Table {
    let header =
        ["all tasks", "solved", "runs that found it", "geometric mean of medians", "worst median"];
    let mut table = Table::new(format!("All together, {runs} runs for each task"), 1, &header);
    // The sum of some of them compares with nothing.
    if !options.only.is_given() {
        table.row(["OCaml QCheck, by type, 60 s (published)", "47/52", NONE, NONE, NONE]);
        table.row(["Crowbar, by type, 60 s (published)", "45/52", NONE, NONE, "4,700,000"]);
        table.row(["Rust quickcheck, bespoke (published)", "53/53", NONE, NONE, "83"]);
    }
    table.remark(
        "A task is solved if every run finds a counterexample. A median that is not known counts as the limit. Others run \
         as they come: proptest with `prop_recursive`, crabcheck without the coverage of an instrumented build.",
    );
    table
}

fn sum_of(way: &str, summaries: &[Summary], limit: u64) -> [String; 5] {
    let solved = summaries.iter().filter(|summary| summary.found == summary.runs).count();
    let found: u64 = summaries.iter().map(|summary| summary.found).sum();
    let runs: u64 = summaries.iter().map(|summary| summary.runs).sum();
    let medians = || summaries.iter().map(|summary| summary.median.unwrap_or(limit));
    let mean = count(geometric_mean(medians().map(|median| median as f64)).round() as u64);
    let unknown = summaries.iter().any(|summary| summary.median.is_none());
    let worst = count(medians().max().unwrap_or(limit));
    [
        way.to_owned(),
        format!("{solved}/{}", summaries.len()),
        format!("{found}/{runs}"),
        if unknown { format!(">= {mean}") } else { mean },
        if unknown { format!("> {worst}") } else { worst },
    ]
}

#[cfg(test)]
mod tests {
    use super::{Options, Summary, WAYS, names, study, sum_of, tasks};
    use crate::selection::Selection;

    #[test]
    fn a_task_that_one_run_did_not_solve_is_not_solved() {
        let summaries = [
            Summary::of(&[Some(2), Some(4), Some(4)], 100),
            Summary::of(&[Some(1), Some(1), None], 100),
            Summary::of(&[None, None, Some(9)], 100),
        ];
        assert_eq!(sum_of("x", &summaries, 100), ["x", "1/3", "6/9", ">= 7", "> 100"]);
        assert_eq!(sum_of("x", &summaries[..2], 100)[1..], ["1/2", "5/6", "2", "4"]);
    }

    /// None of them takes long with trees of few keys, whoever looks.
    #[test]
    fn every_way_solves_an_easy_task() {
        for way in WAYS {
            let task = tasks()[1];
            let found = (way.run)(task, way.trees, 1, 1_000);
            assert!(found.is_some_and(|at| (1..=1_000).contains(&at)), "{}: {found:?}", way.name);
            assert_eq!((way.run)(task, way.trees, 1, 1_000), found, "{}: by the seed", way.name);
        }
    }

    #[test]
    fn a_selection_leaves_its_own_tasks_and_ways() {
        assert_eq!(names().problems.len(), 53);
        let (only, searches) =
            (Selection::of("insert-1-InsertModel"), Selection::of("random,narrow-random"));
        let findings =
            study(&Options { jobs: 1, smoke: true, only, searches, ..Options::default() });
        assert_eq!(findings.tables.len(), 3);
        assert_eq!(findings.tables[1].rows()[0][0], "insert_1 InsertModel");
        assert_eq!(findings.tables[2].rows()[1][..2], ["narrow, random", "1/1"]);
    }
}
