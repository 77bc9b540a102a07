//! Time and memory limits of a case.

use crate::duration::duration;
use clap::Args;
use std::time::Duration;

/// A case that exceeds one of these limits fails.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Time limit of a case. A case that takes longer fails.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(crate) case_time: Duration,

    /// Memory limit of a process in MiB; 0 for no limit. Ignored on Windows and macOS.
    #[arg(long, value_name = "MIB", default_value_t = 4_096)]
    pub(crate) memory: u64,
}
