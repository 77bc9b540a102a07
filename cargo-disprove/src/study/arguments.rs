//! Command-line arguments of `study`.

use crate::{
    duration::duration,
    shard::{Shard, shard},
};
use clap::{Args, ValueEnum};
use std::{path::PathBuf, time::Duration};

/// Studies a set of Rust and Python projects as one: classifies, mutates and sweeps each, and pools the results.
///
/// The tables are those of "An Empirical Evaluation of Property-Based Testing in Python", beside the published values.
/// Rust projects need cargo-mutants, which makes the mutants. Python projects need mutmut 2.5.1, pytest, Hypothesis and
/// coverage in the Python of their folder .venv, if there is one, or else in that of `--python`.
///
/// The same command resumes a study that was stopped. A project that cannot be tested is reported and left out. The
/// results are written to target/disprove/study, and `cargo disprove report` shows them.
///
/// Exits with 0 if all projects have results, with 1 if some have none, with 2 if there is nothing to study, and with 130
/// if it was interrupted or a merged shard is missing.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Arguments {
    /// Folders of the projects.
    #[arg(value_name = "PROJECT")]
    pub(super) projects: Vec<PathBuf>,

    /// A file with a project per line: its folder, relative to the file, and further arguments: those that `cargo disprove
    /// mutants` and `sweep` have in common, or those of pytest. Lines that start with # are comments.
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Number of mutants to sample of each project.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) sample: u32,

    /// Seed of the samples, and of properties of disprove, proptest and Hypothesis.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Time for each project: 90s, 10m, 2h (default: until its sample is tested). Another call with more time continues.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// Runs of the tests on the unchanged code. Tests that fail in some of them are left out.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) baseline: u16,

    /// How the mutants of Rust are built.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = StudyEngine::Schemata)]
    pub(super) engine: StudyEngine,

    /// Inputs of each property in the sweep.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) cases: u32,

    /// Number of seeds of the sweep.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) seeds: u16,

    /// Skip the sweep, which tests the mutants that properties reach once more.
    #[arg(long)]
    pub(super) no_sweep: bool,

    /// The Python that tests projects without a folder .venv.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub(super) python: PathBuf,

    /// Study only shard K of N, so that N machines share the work. K counts from 0: 0/4 is every fourth project from the
    /// first.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,

    /// Merge the shards of a study, given by their folders, without testing.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["projects", "from", "shard"])]
    pub(super) merge: Vec<PathBuf>,

    /// Folder for the results (default: target/disprove/study).
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,

    /// Discard the results of an earlier run.
    #[arg(long)]
    pub(super) fresh: bool,

    #[arg(long, help = "Build Rust projects without the network")]
    pub(super) offline: bool,

    /// Print the figures as JSON instead of tables.
    #[arg(long)]
    pub(super) json: bool,
}

/// How mutants of Rust are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StudyEngine {
    /// One build for all mutants of a project.
    Schemata,
    /// One build for each mutant.
    CargoMutants,
}

impl StudyEngine {
    pub(super) fn name(self) -> &'static str {
        match self {
            StudyEngine::Schemata => "schemata",
            StudyEngine::CargoMutants => "cargo-mutants",
        }
    }
}
