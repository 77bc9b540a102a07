//! Command-line arguments of `hunt`.

use super::dashboard::{DEFAULT, address};
use crate::{
    duration::duration,
    limits::Limits,
    project::{TestFlags, command_line, repeat, switch},
    shard::{Shard, shard},
    share::ShareOptions,
};
use clap::Args;
use std::{ffi::OsString, net::SocketAddr, time::Duration};

const EXAMPLES: &str = "\
Examples:
  cargo disprove hunt --time 10m
  cargo disprove hunt parser --time 1h --serve
  cargo disprove hunt --json --findings 1";

/// Searches for failures of properties, on all cores, guided by coverage.
///
/// Leaves out properties with `#[ignore]` or `#[should_panic]`. Each property runs in separate processes, so one that
/// aborts, overflows its stack, hangs or runs out of memory is reported like any other failure, and the hunt continues.
/// Failures are saved where `cargo test` finds them. Inputs with new coverage are saved in .disprove/corpus/, and the next
/// hunt starts from them.
///
/// Exits with 0 if no property fails, and with 1 if one does or its generator panics; saved failures that still fail count.
/// If none does, it exits with 2 if the tests do not build, no case ran, or a property could not be run.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,

    /// Leave out properties whose names contain this; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(super) skip: Vec<String>,

    /// Time for the whole hunt: 90s, 10m, 2h (default: until all inputs are tried, or Ctrl-C).
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// Extra time to finish reductions after `--time`. Failures that are not reduced by then are reported unreduced.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub(super) grace: Duration,

    /// Number of parallel worker processes (default: the number of cores).
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Seed of the random inputs (default: a fresh one).
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Hunt only shard K of N, so that N machines share the work. K counts from 0: 0/4 is the first of four. If N is larger
    /// than the number of properties, some shards hunt the same one with other seeds.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,

    /// Stop after this number of different failures.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) findings: Option<u64>,

    /// Remove inputs from the corpus that add nothing to the others, then exit.
    #[arg(long, alias = "minimise")]
    pub(super) minimize: bool,

    /// Include `check(..)` calls in ordinary tests. Runs each test once to find them.
    #[arg(long)]
    pub(super) checks: bool,

    /// List the properties, then exit.
    #[arg(long)]
    pub(super) list: bool,

    /// Print JSON lines instead of text.
    #[arg(long)]
    pub(super) json: bool,

    /// Show the hunt in a browser, at this address (default: a free port that only this machine reaches). Prints the URL,
    /// which contains a token if other machines can reach the address.
    #[arg(long, value_name = "ADDR", value_parser = address, num_args = 0..=1, default_missing_value = DEFAULT)]
    #[arg(conflicts_with = "list")]
    pub(super) serve: Option<SocketAddr>,

    #[command(flatten)]
    pub(super) limits: Limits,

    #[command(flatten)]
    pub(super) sharing: ShareOptions,

    #[command(flatten)]
    pub(super) flags: TestFlags,
}

impl Arguments {
    /// The options that select packages, properties, limits and the server, to show in a command to run next.
    pub(super) fn selection(&self) -> String {
        let mut all: Vec<OsString> = self.filters.iter().map(OsString::from).collect();
        repeat(&mut all, "--skip", &self.skip);
        switch(&mut all, "--checks", self.checks);
        self.limits.add_to(&mut all);
        let shard = self.shard.map(|(number, of)| format!("{number}/{of}"));
        repeat(&mut all, "--shard", shard.as_slice());
        repeat(&mut all, "--share", self.sharing.address().as_slice());
        repeat(&mut all, "--share-project", self.sharing.share_project.as_slice());
        switch(&mut all, "--share-insecure", self.sharing.share_insecure);
        self.flags.to_command_line() + &command_line(&all)
    }

    /// A command that finds the same properties, to run next.
    pub(super) fn next_command(&self, arguments: &[&str]) -> String {
        let mut all: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        switch(&mut all, "--checks", self.checks);
        self.limits.add_to(&mut all);
        format!("cargo disprove{}{}", command_line(&all), self.flags.to_command_line())
    }
}
