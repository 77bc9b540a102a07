//! Command-line arguments of `reduce`.

use crate::duration::duration;
use clap::{Args, ValueEnum};
use std::{ffi::OsString, path::PathBuf, time::Duration};

const EXAMPLES: &str = "\
Examples:
  cargo disprove reduce --seed-file crash.json -- sh -c 'json-parser {} 2>&1 | grep -q overflow'
  cargo disprove reduce --seed-file bug.rs --time 5m -- ./check.sh {}";

/// Minimizes a file while a command still reports it interesting.
///
/// The command receives the path of a candidate: in place of `{}` or of the file's name in its arguments, or else as the
/// last argument. It runs in a new folder that contains only the candidate, under the name of the file. Exit code 0 means
/// interesting.
///
/// The file itself does not change. The output holds the best candidate so far, also after an interrupt. The same command
/// resumes an interrupted reduction.
///
/// Exits with 0 if a smaller file was found; with 1 if none was, if the file itself is not interesting, or if the command
/// is flaky; and with 2 for errors.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to reduce.
    #[arg(long, value_name = "FILE")]
    pub(super) seed_file: PathBuf,

    /// The parts to remove.
    #[arg(long = "as", value_enum, default_value_t = Granularity::Auto)]
    pub(super) parts: Granularity,

    /// Output file (default: FILE.reduced).
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Number of commands to run in parallel (default: the number of cores).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Stop reducing after this number of runs of the command.
    #[arg(long, value_name = "N")]
    pub(super) runs: Option<u64>,

    /// Stop after this time: 90s, 10m, 2h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// Time limit of a command. If a command takes longer, its candidate is not interesting.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(super) timeout: Duration,

    /// Discard the cached answers of an earlier reduction.
    #[arg(long)]
    pub(super) fresh: bool,

    /// The interestingness test: exits with 0 for an interesting candidate.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

/// The parts that a reduction removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Granularity {
    /// Tokens for text, bytes otherwise.
    Auto,
    /// Single bytes.
    Bytes,
    /// Lines, and blocks by indentation.
    Lines,
    /// Lines, blocks, and expressions in them: brackets, quotes, words and operators.
    Tokens,
}
