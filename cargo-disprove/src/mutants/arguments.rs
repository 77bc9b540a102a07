//! Command-line arguments of `mutants`.

use super::{
    driver::{Mutant, MutationScope},
    sample::sample,
    study_options::StudyOptions,
};
use crate::{
    error::{CommandError, usage},
    shard::{Shard, shard},
};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo disprove mutants --engine schemata
  git diff main... > pr.diff
  cargo disprove mutants --in-diff pr.diff";

/// Mutation testing: changes the code in many small ways, and reports which tests detect which change.
///
/// cargo-mutants makes the changes (mutants): install it with `cargo install cargo-mutants --version 27.1.0 --locked`.
/// A sample of the mutants is tested; the same seed gives the same sample. Each test that passes on the unchanged code has
/// a verdict on the mutants of its package. So properties can be compared with unit tests, and categories of properties
/// with all other tests. The same command resumes an interrupted run. The result is written to
/// target/disprove/judge/mutants.json.
///
/// Exits with 0 if no mutant survives (or a diff has none), with 1 if some do, with 2 if they cannot be tested (for example
/// because tests fail on the unchanged code), and with 130 if it was interrupted or a merged shard is missing.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Arguments {
    /// Number of mutants to sample, stratified by file and kind of change.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) sample: u32,

    /// Test all mutants instead of a sample.
    #[arg(long, conflicts_with = "sample")]
    pub(super) all: bool,

    /// Mutate only lines that this diff adds or changes, such as the output of `git diff main...`.
    #[arg(long, value_name = "FILE", help_heading = "Mutated code")]
    pub(super) in_diff: Option<PathBuf>,

    /// Seed of the sample, and of properties of disprove and proptest.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Cases of each property (default: its settings).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) cases: Option<u32>,

    /// Runs of the tests on the unchanged code. Tests that fail in some of them are left out.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) baseline: u16,

    /// Leave out tests that fail on the unchanged code, instead of stopping.
    #[arg(long)]
    pub(super) skip_failing: bool,

    /// How the mutants are built.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::CargoMutants)]
    pub(super) engine: Engine,

    /// Leave out mutants that need a build of their own, for `suggest`.
    #[arg(long, hide = true)]
    pub(super) only_together: bool,

    /// Test the mutants whose names are lines of this file, for `suggest`.
    #[arg(long, hide = true, value_name = "FILE")]
    pub(super) listed: Option<PathBuf>,

    /// Run only this test of the package, for `suggest`.
    #[arg(long, hide = true, value_name = "NAME")]
    pub(super) only_test: Option<String>,

    /// How doctests count (default: unit; with `--engine schemata`, none).
    #[arg(long, value_enum, value_name = "HOW")]
    doctests: Option<Doctests>,

    /// Do not find out which tests reach the mutants that no property detects. Saves a build and a run of each test alone, but
    /// `sweep` then leaves out mutants that no property is known to reach.
    #[arg(long)]
    pub(super) no_reach: bool,

    /// Test only shard K of N, so that N machines share the work. K counts from 0: 0/4 is the first of four.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,

    /// Merge the results of shards, given by their folders, without testing.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(super) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) options: StudyOptions,

    #[command(flatten)]
    pub(super) scope: MutationScope,
}

impl Arguments {
    /// The size of the sample, if there are this many mutants.
    pub(super) fn wanted(&self, of: usize) -> usize {
        if self.all { of } else { self.sample as usize }
    }

    /// The indexes of the sample.
    pub(super) fn sampled(&self, mutants: &[Mutant]) -> Vec<usize> {
        sample(mutants, self.wanted(mutants.len()), self.seed)
    }

    /// How doctests count.
    pub(super) fn doctests(&self) -> Result<Doctests, CommandError> {
        match (self.engine, self.doctests) {
            (Engine::CargoMutants, chosen) => Ok(chosen.unwrap_or(Doctests::Unit)),
            (Engine::Schemata, None | Some(Doctests::None)) => Ok(Doctests::None),
            (Engine::Schemata, Some(_)) => Err(usage(
                "doctests are built for each mutant, which `--engine schemata` does not do: use \
                 `--doctests none` or `--engine cargo-mutants`",
            )),
        }
    }
}

/// How mutants are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Engine {
    /// One build for each mutant.
    CargoMutants,
    /// One build for all mutants; a variable selects one. Runs only tests that reach the mutant. Mutants that cannot share the
    /// build are built alone.
    Schemata,
}

impl Engine {
    pub(super) fn name(self) -> &'static str {
        match self {
            Engine::CargoMutants => "cargo-mutants",
            Engine::Schemata => "schemata",
        }
    }
}

/// How doctests count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Doctests {
    /// As unit tests.
    Unit,
    /// In a row of their own.
    Apart,
    /// In a row of their own, and run only on mutants that no other test detects, as in cargo-mutants.
    Last,
    /// Not run.
    None,
}

impl Doctests {
    pub(super) fn name(self) -> &'static str {
        match self {
            Doctests::Unit => "unit",
            Doctests::Apart => "apart",
            Doctests::Last => "last",
            Doctests::None => "none",
        }
    }
}
