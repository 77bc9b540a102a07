//! Time and memory limits of a case.

use crate::{duration::duration, project::repeat};
use clap::Args;
use std::{ffi::OsString, time::Duration};

/// Default time limit.
const CASE_TIME: Duration = Duration::from_secs(10);

/// Default memory limit in MiB.
const MEMORY: u64 = 4_096;

/// A case that exceeds one of these limits fails.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Time limit of a case. A case that takes longer fails.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(crate) case_time: Duration,

    /// Limit of the resident memory of a process in MiB, at least 64; 0 for no limit. Memory that is reserved but never
    /// touched does not count. Linux only.
    #[arg(long, value_name = "MIB", default_value_t = MEMORY, value_parser = memory)]
    pub(crate) memory: u64,
}

impl Limits {
    /// Adds those that are not the defaults.
    pub(crate) fn add_to(self, all: &mut Vec<OsString>) {
        let time =
            (self.case_time != CASE_TIME).then(|| format!("{}ms", self.case_time.as_millis()));
        repeat(all, "--case-time", time.as_slice());
        let memory = (self.memory != MEMORY).then(|| self.memory.to_string());
        repeat(all, "--memory", memory.as_slice());
    }
}

/// The lowest memory limit in MiB: what a test binary needs itself.
const MIN_MEMORY: u64 = 64;

fn memory(text: &str) -> Result<u64, String> {
    let limit = text.parse().ok().filter(|limit| *limit == 0 || *limit >= MIN_MEMORY);
    limit.ok_or_else(|| {
        format!(
            "write a number of MiB, at least {MIN_MEMORY}, which a test binary needs itself, or 0 for no limit"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn a_memory_limit_is_0_or_at_least_64() {
        assert_eq!((memory("0"), memory("64")), (Ok(0), Ok(64)));
        for bad in ["1", "63", "x", "4G", "-1", ""] {
            let expected = "write a number of MiB, at least 64, which a test binary needs itself, or 0 for no limit";
            assert_eq!(memory(bad).expect_err(bad), expected);
        }
    }
}
