//! How a study runs: what `mutants` and `sweep` can both be told.

use crate::duration::duration;
use clap::Args;
use std::{path::PathBuf, time::Duration};

/// How a study runs, and where its results go.
#[derive(Args, Clone, Debug)]
pub(crate) struct Running {
    /// The folder for what is found; target/disprove/judge, if nothing is said.
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Forgets what an earlier run found.
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Mutants at the same time. More than one makes limits of time less sure.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: u16,

    /// How long a run of a mutant's tests may take: 90s, 2m. Five times what they take unchanged, if nothing is said.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,

    /// What is found as JSON, instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}
