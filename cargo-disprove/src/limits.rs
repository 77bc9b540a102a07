//! What a case, and the process that it runs in, may use.

use crate::duration::duration;
use clap::Args;
use std::time::Duration;

/// Beyond these, a case is a failure.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// A case that takes longer is a failure.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(crate) case_time: Duration,

    /// The memory that a process may have, in MiB; 0 for any. Not on Windows and macOS.
    #[arg(long, value_name = "MIB", default_value_t = 4_096)]
    pub(crate) memory: u64,
}
