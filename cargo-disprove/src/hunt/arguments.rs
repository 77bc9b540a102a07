//! What can be said on the command line.

use crate::{duration::duration, limits::Limits, project::Flags};
use clap::Args;
use std::time::Duration;

/// Looks for failures of properties, on all cores, for as long as wanted.
///
/// Each property runs in processes of its own, so one that aborts, overflows its stack, hangs or runs out of memory
/// is reported like any other, and the hunt goes on. Failures are kept where `cargo test` finds them. Interesting
/// inputs are kept in .disprove/corpus/, and the next hunt goes on from them.
///
/// Exits with 0 if nothing was found, 1 if something was, and 2 if there was nothing to hunt in.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,

    /// How long: 90s, 10m, 2h. Until Ctrl-C, if nothing is said.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// Processes at the same time; as many as there are cores, if nothing is said.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// The same seed hunts in the same order; a fresh one, if nothing is said.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Ends after so many findings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) findings: Option<u64>,

    /// Drops inputs from the corpus that add nothing to the others, and ends.
    #[arg(long)]
    pub(super) minimise: bool,

    /// Also `check(..)` in other tests: each of them is run once, to see what it checks.
    #[arg(long)]
    pub(super) checks: bool,

    /// Lists the properties, and ends.
    #[arg(long)]
    pub(super) list: bool,

    /// Lines of JSON for programs, instead of texts for people.
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) limits: Limits,

    #[command(flatten)]
    pub(super) flags: Flags,
}
