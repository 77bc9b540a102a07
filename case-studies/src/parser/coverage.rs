//! Collects and plots the branches of the parser that were reached over executions.
//!
//! Every input that a tool runs is recorded, and then parsed once more with the probes of `#[trace]`. So coverage is counted
//! alike for all tools, whatever they see of it themselves. The parser is the correct one: a failure would end a run.

use super::{LONGEST, Parser, pieces};
use crate::{
    Options,
    repetition::Repetition,
    rival::{FuzzTarget, Rival},
    statistics::spread,
    svg,
    trials::named_trials,
};
use disprove::{prelude::*, trace};
use std::{cell::RefCell, collections::BTreeSet};

/// Executions the plot shows.
const EXECUTIONS: u64 = 100_000;

/// The fuzz target of the correct parser.
const TARGET: FuzzTarget = FuzzTarget { name: "expressions, correct", longest: LONGEST };

/// The inputs of a run, in order, from a seed and a limit.
type Inputs = fn(u64, u64, bool) -> Result<Vec<Vec<u8>>, String>;

/// What is drawn, and how: its name, its inputs, its colors in the light and in the dark, its dashes.
const LINES: [(&str, Inputs, [&str; 2], &str); 3] = [
    (
        "random",
        |seed, limit, _| Ok(ours(Search::Random, seed, limit)),
        ["#6b6b6b", "#a8a8a8"],
        "1 4",
    ),
    (
        "libFuzzer",
        |seed, limit, as_built| Rival::LibFuzzer.inputs(TARGET, seed, limit, as_built),
        ["#a8560b", "#eb9a4c"],
        "3 3",
    ),
    ("auto", |seed, limit, _| Ok(ours(Search::Auto, seed, limit)), ["#0b6fb8", "#5db4f0"], "8 4"),
];

/// Byte strings that a search of the library runs.
fn ours(search: Search, seed: u64, limit: u64) -> Vec<Vec<u8>> {
    let inputs = RefCell::new(Vec::new());
    let _ = Repetition::new(search, seed, limit).check(pieces()).run(|input: Vec<u8>| {
        let _ = Parser::new(&input).parse();
        inputs.borrow_mut().push(input);
    });
    inputs.into_inner()
}

/// After which executions new branches were reached, and how many that makes.
fn reached(inputs: &[Vec<u8>]) -> Vec<(u64, usize)> {
    let mut branches = BTreeSet::new();
    let mut reached = Vec::new();
    for (input, at) in inputs.iter().zip(1..) {
        let before = branches.len();
        let (_, trace) = trace::record(|| Parser::new(input).parse().is_ok());
        branches.extend(trace.events().iter().copied());
        if branches.len() > before {
            reached.push((at, branches.len()));
        }
    }
    reached
}

/// The searches that are drawn.
pub fn drawn() -> Vec<String> {
    LINES.iter().map(|(name, ..)| (*name).to_owned()).collect()
}

/// Branches reached over executions, as SVG: medians.
pub fn plot(options: &Options) -> String {
    let limit = if options.smoke { 100 } else { EXECUTIONS };
    let runs = options.repetitions(10);
    let mut lines = Vec::new();
    for (name, inputs, colors, dashes) in LINES {
        if !options.searches.has(name) {
            continue;
        }
        let all = named_trials(options, &format!("plot, {name}"), runs, |seed| {
            inputs(seed, limit, options.smoke).map(|inputs| reached(&inputs))
        });
        let all: Result<Vec<_>, String> = all.into_iter().collect();
        let all = match all {
            Ok(all) => all,
            Err(why) => {
                eprintln!("{why}");
                continue;
            }
        };
        let median = |at: u64| {
            let count = |run: &Vec<(u64, usize)>| {
                run.iter().take_while(|(execution, _)| *execution <= at).last().map_or(0, |it| it.1)
            };
            let counts: Vec<f64> = all.iter().map(|run| count(run) as f64).collect();
            spread(&counts)[1]
        };
        let points = svg::places(limit).into_iter().map(|at| (at as f64, median(at))).collect();
        lines.push(svg::Line { name: name.to_owned(), colors, dashes, points });
    }
    let caption = format!("Branches of a parser that were reached, median of {runs} runs");
    let texts =
        svg::Texts { title: "Coverage over executions", caption: &caption, height: "branches" };
    svg::plot(&texts, limit as f64, None, &lines)
}

#[cfg(test)]
mod tests {
    use super::{ours, reached};
    use disprove::prelude::*;

    #[test]
    fn every_execution_counts_and_branches_add_up() {
        let inputs = ours(Search::Random, 1, 200);
        assert_eq!(inputs.len(), 200);
        let curve = reached(&inputs);
        assert!(curve.len() > 1 && curve.is_sorted(), "{curve:?}");
        // An expression reaches what no random bytes do.
        let more = reached(&[inputs, vec![b"let a=1;(a+2)*3".to_vec()]].concat());
        assert_eq!(more.last().map(|(at, _)| *at), Some(201), "{more:?}");
    }
}
