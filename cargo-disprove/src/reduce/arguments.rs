//! What can be said on the command line.

use crate::duration::duration;
use clap::{Args, ValueEnum};
use std::{ffi::OsString, path::PathBuf, time::Duration};

/// Makes a file as small as it gets while a command still calls it interesting.
///
/// The command is run with the path of a candidate, which has the name of the file and is alone in a folder
/// of its own: the current one of the command. It replaces `{}` in the arguments, or the name of the file
/// itself, or else comes last. The exit code 0 means: interesting.
///
/// The file itself is never changed. What is best so far is always in the output. Started again, the same
/// command goes on where it was stopped.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The file to start from.
    #[arg(long, value_name = "FILE")]
    pub(super) seed_file: PathBuf,

    /// What the file is made of.
    #[arg(long = "as", value_enum, default_value_t = Parts::Auto)]
    pub(super) parts: Parts,

    /// Where the smallest file is written; FILE.reduced, if nothing is said.
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Commands at the same time; as many as there are cores, if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Ends after so many runs of the command.
    #[arg(long, value_name = "N")]
    pub(super) runs: Option<u64>,

    /// Ends after this time: 90s, 10m, 2h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// A command that takes longer is killed, and its candidate not interesting.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(super) timeout: Duration,

    /// Forgets what an earlier reduction of the same file by the same command found out.
    #[arg(long)]
    pub(super) fresh: bool,

    /// The command that says whether a candidate is interesting.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

/// What a file is taken to be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Parts {
    /// Tokens if it is text, else bytes.
    Auto,
    /// Any bytes.
    Bytes,
    /// Lines, in blocks by their indentation.
    Lines,
    /// Lines, and what brackets, quotes, words and operators make of each.
    Tokens,
}
