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

/// Mutation testing: changes the code in many small ways, and reports which tests detect which change.
///
/// cargo-mutants makes the changes (mutants); it has to be installed. A sample of them is tested, the same for the same
/// seed. Every test of a package has a verdict on its mutants, so that properties can be compared with unit tests, and
/// categories of properties with all other tests. An interrupted run resumes where it stopped. The result is written to
/// target/disprove/judge/mutants.json.
///
/// Exits with 0 if no mutant survives (or a diff has none), 1 if some do, 2 if they cannot be tested (for example because
/// tests fail on the unchanged code), and 130 if it was interrupted or a merged shard is missing.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Arguments {
    /// Number of mutants to sample, stratified by file and kind of change.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) sample: u32,

    /// Test all mutants.
    #[arg(long, conflicts_with = "sample")]
    pub(super) all: bool,

    /// Mutate only lines that this diff adds or changes, such as the output of `git diff main...`.
    #[arg(long, value_name = "FILE", help_heading = "Mutated code")]
    pub(super) in_diff: Option<PathBuf>,

    /// Seed of the sample and of the properties.
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

    /// Skip the search for tests that reach mutants: it takes another build and a run of each test alone.
    #[arg(long)]
    pub(super) no_reach: bool,

    /// Test one shard of several, for as many machines: 0/4 is the first of four.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,

    /// Merge the shards of a study, given by their folders, without testing.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(super) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) options: StudyOptions,

    #[command(flatten)]
    pub(super) scope: MutationScope,
}

impl Arguments {
    /// The size of the sample of so many mutants.
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
    /// Each by itself.
    CargoMutants,
    /// All in one build; a variable selects one when the tests start. Only tests that reach a mutant run. Those that cannot be
    /// built this way are built by themselves.
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
    /// As a kind of their own.
    Apart,
    /// As a kind of their own, and run only on mutants that no other test catches, as in cargo-mutants.
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
