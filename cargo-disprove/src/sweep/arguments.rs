//! Command-line arguments of `sweep`.

use crate::{
    mutants::{driver::MutationScope, study_options::StudyOptions},
    shard::{Shard, shard},
};
use clap::Args;
use std::path::PathBuf;

/// Reports how many inputs each property takes to detect each mutant.
///
/// Tests the mutants that some property reaches, according to the last `cargo disprove mutants`, detected or not. Each is
/// tested with several seeds, by random inputs, without reduction. Examples and replays run before the first input, and
/// do not count. The same command resumes an interrupted run. The result is written to target/disprove/judge/sweep.json.
///
/// Properties of this library and of proptest report the number of the failing input. Those of quickcheck do not, so
/// their calls are counted by code inserted into the copy of the project. Properties of other libraries are left out.
///
/// Exits with 0 if it (or its shard) is complete, with 2 if there is nothing to test, and with 130 if it was interrupted or
/// a merged shard is missing.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Inputs of each property.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) cases: u32,

    /// Number of seeds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) seeds: u16,

    /// The first seed; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// The mutants.json of `cargo disprove mutants`, or its folder (default: that of this project).
    #[arg(long, value_name = "PATH")]
    pub(super) study: Option<PathBuf>,

    /// Test all mutants in mutants.json that compile, even those that no property reaches.
    #[arg(long)]
    pub(super) all: bool,

    /// Test only shard K of N, so that N machines share the work. K counts from 0: 0/4 is the first of four. Each machine
    /// needs the same mutants.json.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,

    /// Merge the shards of a sweep, given by their folders, without testing.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(super) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) options: StudyOptions,

    #[command(flatten)]
    pub(super) scope: MutationScope,
}
