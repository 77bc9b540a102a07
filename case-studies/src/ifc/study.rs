//! The tables of both papers, and the results of our generators without guidance.

use super::{
    Bug, Experiment, InstructionSet, Relation, opcode_pairs::OpcodePairs, program::Programs,
    utility::Utility,
};
use crate::{
    Options,
    drawn::{self, Drawn, hidden},
    findings::Findings,
    repetition::{SEARCHES, word},
    statistics::Summary,
    studies::Names,
    table::{NONE, Table, count},
    trials::named_trials,
};
use disprove::prelude::*;
use serde_json::{Value, json};

/// One way to look for a bug: a column.
struct Way {
    name: String,
    experiment: Experiment,
    search: Search,
}

impl Way {
    fn new(name: impl Into<String>, experiment: Experiment, search: Search) -> Way {
        Way { name: name.into(), experiment, search }
    }
}

/// Ways to look for bugs, and how long.
struct Plan {
    title: &'static str,
    ways: Vec<Way>,
    bugs: &'static [Bug],
    runs: u64,
    limit: u64,
    /// The figures of others, in a few words.
    published: fn(Bug) -> String,
    /// What a cell says.
    cell: fn(&Summary) -> String,
}

/// Executions in a smoke test.
const SMOKE_LIMIT: u64 = 300;

/// The paper on histories: ten thousand tests for each bug, a hundred times.
fn histories() -> [Plan; 1] {
    [Plan {
        title: "All instructions, sequences, decaying utility; memories are compared",
        ways: searches(Experiment::histories(None)),
        bugs: &Bug::ALL,
        runs: 100,
        limit: 10_000,
        published: successes,
        cell: rate_and_median,
    }]
}

/// The paper on neighborhoods: as many tests as it takes for six of the bugs.
fn neighborhoods() -> [Plan; 1] {
    [Plan {
        title: "No jumps and calls, sequences, utility: steps",
        ways: searches(Experiment::neighborhoods(None)),
        bugs: &Bug::BASIC,
        runs: 20,
        limit: 100_000,
        published: means,
        cell: rate_and_mean,
    }]
}

/// The same protocol where more can be seen.
fn low() -> [Plan; 1] {
    [Plan {
        title: "All instructions, from any memory and stack; all that is public is compared",
        ways: searches(Experiment::histories(None).seeing_more()),
        bugs: &Bug::ALL,
        runs: 100,
        limit: 10_000,
        published: |_| NONE.to_owned(),
        cell: rate_and_median,
    }]
}

/// Every generator, without guidance.
fn unguided() -> [Plan; 2] {
    let basic = Plan {
        title: "No jumps and calls, every generator, at random; memories are compared",
        ways: generators(),
        bugs: &Bug::BASIC,
        runs: 20,
        limit: 200_000,
        published: |_| NONE.to_owned(),
        cell: rate_and_mean,
    };
    let all = Plan {
        title: "All instructions, by execution with four steps of look-ahead, at random",
        ways: strongest(),
        bugs: &Bug::ALL,
        ..basic
    };
    [basic, all]
}

/// Runs the study: the paper on histories.
pub fn study(options: &Options) -> Findings {
    run(options, &histories())
}

/// What it is made of.
pub fn names() -> Names {
    made_of(&histories())
}

/// Runs the study: the paper on neighborhoods.
pub fn study_basic(options: &Options) -> Findings {
    run(options, &neighborhoods())
}

/// What it is made of.
pub fn names_basic() -> Names {
    made_of(&neighborhoods())
}

/// Runs the study: where more can be seen.
pub fn study_low(options: &Options) -> Findings {
    run(options, &low())
}

/// What it is made of.
pub fn names_low() -> Names {
    made_of(&low())
}

/// Runs the study: every generator.
pub fn study_generators(options: &Options) -> Findings {
    run(options, &unguided())
}

/// What it is made of.
pub fn names_generators() -> Names {
    made_of(&unguided())
}

/// The searches, each on the same experiment.
fn searches(experiment: Experiment) -> Vec<Way> {
    let mut ways: Vec<Way> =
        SEARCHES.iter().map(|search| Way::new(word(*search), experiment, *search)).collect();
    let observed = Experiment { observed: true, ..experiment };
    ways.push(Way::new("pool, pairs", observed, Search::Pool));
    ways.push(Way::new("auto, pairs", observed, Search::Auto));
    let forward = Experiment { programs: Programs::Forward, ..experiment };
    ways.push(Way::new("auto, forward", forward, Search::Auto));
    ways
}

/// The generators, each at random.
fn generators() -> Vec<Way> {
    let basic = Experiment { utility: Utility::None, ..Experiment::neighborhoods(None) };
    let way = |name, programs, smart| {
        Way::new(name, Experiment { programs, smart, ..basic }, Search::Random)
    };
    vec![
        way("naive", Programs::Naive, false),
        way("weighted", Programs::Weighted, false),
        way("sequence", Programs::Sequence, false),
        way("sequence smart", Programs::Sequence, true),
        way("forward smart", Programs::Forward, true),
        way("by execution", Programs::ByExecution(0), true),
    ]
}

/// The strongest generator, with more and more to compare.
fn strongest() -> Vec<Way> {
    let experiment = Experiment {
        programs: Programs::ByExecution(4),
        set: InstructionSet::Cally,
        utility: Utility::None,
        ..Experiment::histories(None)
    };
    let low = experiment.seeing_more();
    vec![
        Way::new("Mem, Initial", experiment, Search::Random),
        Way::new("Low, QuasiInitial", low, Search::Random),
        Way::new(
            "Full, QuasiInitial",
            Experiment { relation: Relation::Full, ..low },
            Search::Random,
        ),
    ]
}

fn successes(bug: Bug) -> String {
    bug.published_successes().map_or(NONE.to_owned(), |[own, plain, targeted]| {
        format!("{own}; Hypothesis {plain}, targeted {targeted}")
    })
}

fn means(bug: Bug) -> String {
    bug.published_means().map_or(NONE.to_owned(), |figures| {
        let [random, hand, built] = figures.map(|figure| count(figure.into()));
        format!("random {random}, by hand {hand}, constructed {built}")
    })
}

fn rate_and_median(summary: &Summary) -> String {
    let [found, median, ..] = summary.cells();
    format!("{found} {median}")
}

fn rate_and_mean(summary: &Summary) -> String {
    let [found, _, mean, ..] = summary.cells();
    format!("{found} {mean}")
}

/// What the plans are made of, each name once.
fn made_of(plans: &[Plan]) -> Names {
    let mut names = Names { searches: Vec::new(), problems: Vec::new() };
    for plan in plans {
        names.searches.extend(plan.ways.iter().map(|way| way.name.clone()));
        let bugs = plan.bugs.iter().map(|bug| bug.name().to_owned());
        let new: Vec<String> = bugs.filter(|bug| !names.problems.contains(bug)).collect();
        names.problems.extend(new);
    }
    names
}

/// Runs the plans, a table for each of which something is left.
fn run(options: &Options, plans: &[Plan]) -> Findings {
    let mut figures = Vec::new();
    let tables = plans.iter().filter_map(|plan| plan.table(options, &mut figures)).collect();
    Findings { tables, figures: Value::Array(figures) }
}

impl Plan {
    fn table(&self, options: &Options, figures: &mut Vec<Value>) -> Option<Table> {
        let runs = options.runs.unwrap_or(if options.smoke { 1 } else { self.runs });
        let limit = if options.smoke { SMOKE_LIMIT } else { self.limit };
        // A smoke test looks for the first three only.
        let most = if options.smoke { 3 } else { self.bugs.len() };
        let bugs = self.bugs.iter().filter(|bug| options.only.has(bug.name())).take(most);
        let ways: Vec<&Way> =
            self.ways.iter().filter(|way| options.searches.has(&way.name)).collect();
        let names = ways.iter().map(|way| way.name.as_str());
        let header: Vec<&str> = ["bug", "published"].into_iter().chain(names).collect();
        let mut table = Table::new(self.title, 2, &header);
        // Of the bugs that the paper has figures of, so that sums can be compared.
        let mut sums = vec![0; ways.len()];
        let before = figures.len();
        for bug in bugs {
            let mut cells = vec![bug.name().to_owned(), (self.published)(*bug)];
            for (way, sum) in ways.iter().zip(&mut sums) {
                let found_at = way.trials(options, *bug, runs, limit);
                let summary = Summary::of(&found_at, limit);
                *sum += if bug.published_successes().is_some() { summary.found } else { 0 };
                cells.push((self.cell)(&summary));
                figures.push(json!({
                    "table": self.title, "bug": bug.name(), "way": way.name,
                    "utility": way.experiment.utility.name(), "summary": summary.json(),
                    "found_at": found_at,
                }));
            }
            table.row(cells);
        }
        // The sum of some of them compares with nothing.
        if !options.only.is_given() {
            let sums = sums.iter().map(|sum| count(*sum));
            table.row(["all but RETURN*B".to_owned(), NONE.to_owned()].into_iter().chain(sums));
        }
        let limit = count(limit);
        table.remark(format!(
            "Trials that found the bug, and their executions up to it, of at most {limit} each, rejected ones included."
        ));
        (figures.len() > before).then_some(table)
    }
}

impl Way {
    /// When each trial found the bug, if it did.
    fn trials(&self, options: &Options, bug: Bug, runs: u64, limit: u64) -> Vec<Option<u64>> {
        let experiment = Experiment { bug: Some(bug), ..self.experiment };
        let name = format!("{}, {}", bug.name(), self.name);
        named_trials(options, &name, runs, |seed| {
            let report = experiment.report(self.search, seed, limit);
            report.failures().first().map(disprove::Failure::found_at)
        })
    }
}

impl Experiment {
    /// Looks for a failure, and leaves it as it is.
    fn report(self, search: Search, seed: u64, limit: u64) -> Report<Drawn> {
        let check = check(hidden(self.pairs()))
            .name("ifc-eeni")
            .search(search)
            .seed(seed)
            .cases(limit)
            .max_executions(limit)
            .max_failures(1)
            .reduce(false)
            .database(Db::none());
        let check = if self.observed { check.history(OpcodePairs::default()) } else { check };
        drawn::run(check, move |pair: super::Pair| self.holds(pair))
    }
}

#[cfg(test)]
mod tests;
