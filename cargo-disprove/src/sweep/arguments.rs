//! What can be said on the command line.

use crate::mutants::{driver::Subject, running::Running};
use clap::Args;
use std::path::PathBuf;

/// Tells at which input each property first finds each mutant, and how many cases the suite needs.
///
/// The mutants are those that some property has found in the last `cargo disprove mutants`. Each is built once and tested
/// with several seeds, by plain random inputs, without reduction. Examples and replays are numbered apart: they come
/// before the first input. A run that was stopped goes on where it was. What is found is written to
/// target/disprove/judge/sweep.json.
///
/// Properties of this library and of proptest tell the input in their output; those of quickcheck do not, so that their
/// calls are counted, in the copy of the project that is tested. Those of others are left out.
///
/// Exits with 0 if it came to its end, 2 if there is nothing to sweep, and 130 if it was stopped before the end.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Inputs of each property.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) cases: u32,

    /// Runs with so many seeds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) seeds: u16,

    /// The first of the seeds; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// The study of mutants, or its folder; that of this project, if nothing is said.
    #[arg(long, value_name = "PATH")]
    pub(super) study: Option<PathBuf>,

    /// All mutants of the study, also those that no property has found: it takes longer.
    #[arg(long)]
    pub(super) all: bool,

    #[command(flatten)]
    pub(super) running: Running,

    #[command(flatten)]
    pub(super) subject: Subject,
}
