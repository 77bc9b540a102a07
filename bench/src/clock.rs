//! CPU time of this process. Other load on the machine changes it far less than wall time.

use cpu_time::ProcessTime;
use std::time::Duration;

/// CPU time that `work` takes in all threads of this process.
pub fn cpu_time(work: impl FnOnce()) -> Duration {
    let start = ProcessTime::now();
    work();
    start.elapsed()
}
