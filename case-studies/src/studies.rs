//! The table of studies. A new one is one line here.

use crate::{
    Options, findings::Findings, graph, held_out, ifc, labyrinth, nested, preconditions,
    routing_trees, spells, throughput,
};
use std::fmt::{self, Debug, Formatter};

/// An experiment.
pub struct Study {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&Options) -> Findings,
}

impl Debug for Study {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

const fn study(name: &'static str, about: &'static str, run: fn(&Options) -> Findings) -> Study {
    Study { name, about, run }
}

/// All studies, in the order of `all`.
pub const STUDIES: &[Study] = &[
    study("graph", "a graph with a vertex far away, from four generators", graph::study),
    study("spells", "spells in an order that makes a hero strong", spells::study),
    study("labyrinth", "a way out of three mazes", labyrinth::study),
    study(
        "routing-trees",
        "trees of antennas that use little or much energy",
        routing_trees::study,
    ),
    study(
        "nested",
        "a hidden word, when only the length of its right prefix is told",
        nested::study,
    ),
    study(
        "preconditions",
        "conditions of real tests, and how many inputs meet them",
        preconditions::study,
    ),
    study("held-out", "problems that no search was tuned on", held_out::study),
    study(
        "ifc-eeni",
        "a machine that keeps secrets, with fifteen ways to get it wrong",
        ifc::study,
    ),
    study("ifc-eeni-basic", "the same without jumps and calls", ifc::study_basic),
    study("ifc-eeni-low", "the same where more can be seen", ifc::study_low),
    study("ifc-generators", "the same at random, with every generator", ifc::study_generators),
    study("throughput", "guided tests per second beside random ones", throughput::study),
];
