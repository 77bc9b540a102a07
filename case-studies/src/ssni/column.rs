//! The compared methods: a generator, a search and a limit.

use super::{Pair, copied, independent, smart};
use crate::drawn::{Drawn, hidden};
use disprove::{Check, Schedule, prelude::*};

/// A column of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Two states by their type, at random.
    Random,
    /// A state by its type and its exact copy, at random.
    RandomCopies,
    /// Pairs by somebody who knows the machine, at random.
    ByHand,
    /// Two states by their type, every change of interesting ones. That the halves should agree is not told: the
    /// search makes like parts of a case equal by itself.
    Mutate,
    /// The same in MUTAGEN's order, and without one of its heuristics.
    Depth,
    DepthNoFifo,
    DepthNoReset,
    /// What a property gets that says nothing.
    Auto,
}

/// Executions of a guided run: MUTAGEN's slowest took 480,442.
const GUIDED: u64 = 500_000;
/// Executions of a run at random: most of them find nothing, however long they take.
const UNGUIDED: u64 = 50_000;
/// Executions in MUTAGEN's order, for the same reason.
const BY_DEPTH: u64 = 50_000;

impl Column {
    /// From left to right.
    pub const ALL: [Column; 8] = [
        Column::Random,
        Column::RandomCopies,
        Column::ByHand,
        Column::Mutate,
        Column::Depth,
        Column::DepthNoFifo,
        Column::DepthNoReset,
        Column::Auto,
    ];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Column::Random => "random",
            Column::RandomCopies => "random, copies",
            Column::ByHand => "random, by hand",
            Column::Mutate => "mutate",
            Column::Depth => "mutate, by depth",
            Column::DepthNoFifo => "mutate, by depth, no-fifo",
            Column::DepthNoReset => "mutate, by depth, no-reset",
            Column::Auto => "auto",
        }
    }

    /// The most executions of a run.
    pub fn limit(self) -> u64 {
        match self {
            Column::Random | Column::RandomCopies | Column::ByHand => UNGUIDED,
            Column::Mutate | Column::Auto => GUIDED,
            Column::Depth | Column::DepthNoFifo | Column::DepthNoReset => BY_DEPTH,
        }
    }

    fn pairs(self) -> Boxed<'static, Drawn> {
        match self {
            Column::RandomCopies => hidden(copied()),
            Column::ByHand => hidden(smart as fn(&mut Source) -> Pair),
            _ => hidden(independent()),
        }
    }

    /// A check of its pairs, as it searches.
    pub fn check(self) -> Check<Boxed<'static, Drawn>> {
        let check = check(self.pairs());
        match self {
            Column::Random | Column::RandomCopies | Column::ByHand => check.search(Search::Random),
            Column::Mutate => check.search(Search::Mutate),
            Column::Depth => check.search(Search::Mutate).schedule(Schedule::Depth),
            Column::DepthNoFifo => check.search(Search::Mutate).schedule(Schedule::DepthNoFifo),
            Column::DepthNoReset => check.search(Search::Mutate).schedule(Schedule::DepthNoReset),
            Column::Auto => check.search(Search::Auto),
        }
    }
}
