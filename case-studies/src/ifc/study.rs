//! The tables of both papers.

use super::{
    Bug, Experiment, InstructionSet, Relation, opcode_pairs::OpcodePairs, program::Programs,
    utility::Utility,
};
use crate::{Options, trials::trials};
use disprove::prelude::*;

/// How often a bug was found, and how fast.
#[derive(Clone, Debug)]
pub struct Row {
    pub table: &'static str,
    pub bug: Bug,
    /// Generator, search and utility, in short.
    pub way: String,
    /// The executions of each trial that found it, from few to many.
    pub found: Vec<u64>,
    pub trials: u64,
}

impl Row {
    /// The median of those that found it.
    pub fn median(&self) -> Option<u64> {
        self.found.get(self.found.len() / 2).copied()
    }

    /// The mean of those that found it.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.found.iter().sum();
        (!self.found.is_empty()).then(|| sum as f64 / self.found.len() as f64)
    }
}

/// One way to look for a bug.
#[derive(Clone, Copy, Debug)]
struct Way {
    name: &'static str,
    experiment: Experiment,
    search: Search,
}

/// A table: ways to look for bugs, and how long.
struct Table {
    title: &'static str,
    name: &'static str,
    ways: Vec<Way>,
    bugs: &'static [Bug],
    trials: u64,
    executions: u64,
}

/// When the failure was found, if it was.
fn executions(experiment: Experiment, search: Search, seed: u64, most: u64) -> Option<u64> {
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

/// The searches, each on the same experiment.
fn searches(experiment: Experiment) -> Vec<Way> {
    let observed = Experiment { observed: true, ..experiment };
    let forward = Experiment { programs: Programs::Forward, ..experiment };
    vec![
        Way { name: "random", experiment, search: Search::Random },
        Way { name: "climb", experiment, search: Search::Climb },
        Way { name: "anneal", experiment, search: Search::Anneal },
        Way { name: "pool", experiment, search: Search::Pool },
        Way { name: "pool, pairs", experiment: observed, search: Search::Pool },
        Way { name: "auto", experiment, search: Search::Auto },
        Way { name: "auto, pairs", experiment: observed, search: Search::Auto },
        Way { name: "auto, forward", experiment: forward, search: Search::Auto },
    ]
}

/// The generators, each at random.
fn generators() -> Vec<Way> {
    let basic = Experiment { utility: Utility::None, ..Experiment::neighbourhoods(None) };
    let with = |programs, smart| Experiment { programs, smart, ..basic };
    let way = |name, experiment| Way { name, experiment, search: Search::Random };
    vec![
        way("naive", with(Programs::Naive, false)),
        way("weighted", with(Programs::Weighted, false)),
        way("sequence", with(Programs::Sequence, false)),
        way("sequence smart", with(Programs::Sequence, true)),
        way("forward smart", with(Programs::Forward, true)),
        way("by execution", with(Programs::ByExecution(0), true)),
    ]
}

/// The strongest generator on all instructions, with two things to compare.
fn strongest() -> Vec<Way> {
    let experiment = Experiment {
        programs: Programs::ByExecution(4),
        set: InstructionSet::Cally,
        utility: Utility::None,
        ..Experiment::histories(None)
    };
    let full = Experiment { relation: Relation::Full, ..experiment.seeing_more() };
    vec![
        Way { name: "Mem, Initial", experiment, search: Search::Random },
        Way { name: "Low, Quasi", experiment: experiment.seeing_more(), search: Search::Random },
        Way { name: "Full, Quasi", experiment: full, search: Search::Random },
    ]
}

fn tables() -> Vec<Table> {
    let histories = Experiment::histories(None);
    vec![
        Table {
            title: "All instructions, sequences, decaying utility; the memories are compared (paper (a))",
            name: "histories",
            ways: searches(histories),
            bugs: &Bug::ALL,
            trials: 100,
            executions: 10_000,
        },
        Table {
            title: "The same from any memory and stack; all that is public is compared",
            name: "histories-low",
            ways: searches(histories.seeing_more()),
            bugs: &Bug::ALL,
            trials: 100,
            executions: 10_000,
        },
        Table {
            title: "No jumps and calls, sequences, utility: steps (paper (d))",
            name: "neighbourhoods",
            ways: searches(Experiment::neighbourhoods(None)),
            bugs: &Bug::BASIC,
            trials: 20,
            executions: 200_000,
        },
        Table {
            title: "No jumps and calls, every generator, at random",
            name: "generators",
            ways: generators(),
            bugs: &Bug::BASIC,
            trials: 10,
            executions: 200_000,
        },
        Table {
            title: "All instructions, by execution with four steps of look-ahead, at random",
            name: "by-execution",
            ways: strongest(),
            bugs: &Bug::ALL,
            trials: 10,
            executions: 200_000,
        },
    ]
}

/// Runs the study, or only the tables that are named, and prints what it finds.
pub fn study(options: &Options, only: &[&str]) -> Vec<Row> {
    let mut rows = Vec::new();
    for table in tables() {
        if only.is_empty() || only.contains(&table.name) {
            rows.extend(table.run(options));
        }
    }
    rows
}

impl Table {
    fn run(&self, options: &Options) -> Vec<Row> {
        let count = if options.smoke { 1 } else { options.runs.unwrap_or(self.trials) };
        let most = if options.smoke { 300 } else { self.executions };
        // A small version looks for the first three only.
        let bugs = if options.smoke { &self.bugs[..3] } else { self.bugs };
        println!("\n{}: {count} trials of at most {most} executions\n", self.title);
        self.print_head();
        let mut rows = Vec::new();
        for bug in bugs {
            print!("| {:8} ", bug.name());
            for way in &self.ways {
                let experiment = Experiment { bug: Some(*bug), ..way.experiment };
                let ends =
                    trials(options, count, |seed| executions(experiment, way.search, seed, most));
                let mut found: Vec<u64> = ends.into_iter().flatten().collect();
                found.sort_unstable();
                let row = Row {
                    table: self.name,
                    bug: *bug,
                    way: format!("{}, {}", way.name, way.experiment.utility.name()),
                    found,
                    trials: count,
                };
                print!("| {:20} ", row.cell());
                rows.push(row);
            }
            println!("| {} |", self.published(*bug));
        }
        rows
    }

    fn print_head(&self) {
        print!("| bug      ");
        for way in &self.ways {
            print!("| {:20} ", way.name);
        }
        println!("| published |");
        println!("|---{}|---|", "|---".repeat(self.ways.len()));
    }

    /// What the paper of this table found.
    fn published(&self, bug: Bug) -> String {
        match self.name {
            "neighbourhoods" => {
                bug.published_means().map_or(String::new(), |[random, hand, built]| {
                    format!("mean {random} random, {hand} by hand, {built} constructed")
                })
            }
            "histories" => {
                bug.published_successes().map_or(String::new(), |[own, plain, targeted]| {
                    format!("{own} of 100 (Hypothesis {plain}, targeted {targeted})")
                })
            }
            _ => String::new(),
        }
    }
}

impl Row {
    /// Everything, for other programs to read.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "table": self.table,
            "bug": self.bug.name(),
            "way": self.way,
            "trials": self.trials,
            "found": self.found,
            "median": self.median(),
            "mean": self.mean(),
        })
    }

    /// How many trials found it, the median and the mean.
    fn cell(&self) -> String {
        match (self.median(), self.mean()) {
            (Some(median), Some(mean)) => {
                format!("{}/{} {median} ~{mean:.0}", self.found.len(), self.trials)
            }
            _ => format!("0/{}", self.trials),
        }
    }
}
