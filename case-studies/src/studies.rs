//! The table of studies. A new study adds one line here.

use crate::{
    Options, bst, comparison::names, constants, contest, everyday, findings::Findings, graph,
    growth, held_out, ifc, labyrinth, ladder, libfuzzer, nested, parser, preconditions, predicates,
    repetition::word, routing_trees, selection::Selection, spells, ssni, throughput, wasm_like,
    yaml,
};
use disprove::Search;
use std::fmt::{self, Debug, Formatter};

/// An experiment.
pub struct Study {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&Options) -> Findings,
    /// What it is made of.
    pub names: fn() -> Names,
}

/// What a study is made of, by the names in its tables.
pub struct Names {
    /// Searches, or whatever else stands beside each other.
    pub searches: Vec<String>,
    /// Problems, one below the other.
    pub problems: Vec<String>,
}

impl Names {
    /// The names of searches, and of problems.
    pub fn new<T: Into<String>>(
        searches: &[Search],
        problems: impl IntoIterator<Item = T>,
    ) -> Names {
        Names {
            searches: searches.iter().copied().map(word).collect(),
            problems: problems.into_iter().map(Into::into).collect(),
        }
    }

    /// Whether a selection leaves nothing of the study.
    pub fn are_all_left_out(&self, options: &Options) -> bool {
        let none = |of: &Selection, names: &[String]| !names.iter().any(|name| of.has(name));
        none(&options.searches, &self.searches) || none(&options.only, &self.problems)
    }
}

impl Debug for Study {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

const fn study(
    name: &'static str,
    about: &'static str,
    run: fn(&Options) -> Findings,
    names: fn() -> Names,
) -> Study {
    Study { name, about, run, names }
}

/// All studies, in the order of `all`.
pub const STUDIES: &[Study] = &[
    study("graph", "a graph with a vertex far away, from four generators", graph::study, || {
        names(&graph::problems())
    }),
    study("spells", "spells in an order that makes a hero strong", spells::study, || {
        names(&spells::problems())
    }),
    study("labyrinth", "a way out of three mazes", labyrinth::study, || {
        names(&labyrinth::problems())
    }),
    study(
        "routing-trees",
        "trees of antennas that use little or much energy",
        routing_trees::study,
        routing_trees::names,
    ),
    study(
        "nested",
        "a hidden word; the score is the length of the correct prefix",
        nested::study,
        || names(&nested::problems()),
    ),
    study(
        "preconditions",
        "conditions of real tests, and how many inputs meet them",
        preconditions::study,
        preconditions::names,
    ),
    study(
        "predicates",
        "nested structures with cached fields, with traced and untraced predicates",
        predicates::study,
        predicates::names,
    ),
    study("held-out", "problems that no search was tuned on", held_out::study, || {
        names(&held_out::problems())
    }),
    study(
        "ifc-eeni",
        "a machine that keeps secrets, with fifteen ways to get it wrong",
        ifc::study,
        ifc::names,
    ),
    study("ifc-eeni-basic", "the same without jumps and calls", ifc::study_basic, ifc::names_basic),
    study("ifc-eeni-low", "the same where more can be seen", ifc::study_low, ifc::names_low),
    study(
        "ifc-generators",
        "the same at random, with every generator",
        ifc::study_generators,
        ifc::names_generators,
    ),
    study(
        "ifc-ssni",
        "a machine that keeps secrets in every step, with twenty ways to get it wrong",
        ssni::study,
        ssni::names,
    ),
    study(
        "memory",
        "what ten million executions on the same machine keep in memory",
        ssni::memory::study,
        ssni::memory::names,
    ),
    study(
        "wasm-like",
        "a small typed stack language whose engine has fifteen mistakes",
        wasm_like::study,
        wasm_like::names,
    ),
    study(
        "bst",
        "search trees with eight mistakes, in 53 tasks, from two generators",
        bst::study,
        bst::names,
    ),
    study(
        "everyday",
        "small mistakes of everyday code, at random",
        everyday::study,
        everyday::names,
    ),
    study(
        "growth",
        "structures whose mistakes only large valid inputs show",
        growth::study,
        growth::names,
    ),
    study(
        "throughput",
        "guided tests per second beside random ones",
        throughput::study,
        throughput::names,
    ),
    study(
        "constants",
        "the constants of the search, halved, doubled and removed",
        constants::study,
        constants::names,
    ),
    study("ladder", "failures behind conditions that few inputs meet", ladder::study, || {
        contest::names(&ladder::contests())
    }),
    study("parser", "a parser of expressions that panics deep inside", parser::study, || {
        contest::names(&parser::contests())
    }),
    study("yaml", "published readers of YAML with known failures", yaml::study, || {
        contest::names(&yaml::contests())
    }),
    study(
        "libfuzzer",
        "libFuzzer with our mutator and alone, on ladders, the parser and YAML",
        libfuzzer::study,
        || contest::names(&libfuzzer::contests()),
    ),
];
