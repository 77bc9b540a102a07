//! CPU time, not wall time: a busy machine stretches the second, hardly the
//! first.

use cpu_time::ProcessTime;
use std::time::Duration;

/// CPU time that `work` takes in all threads of this process.
pub fn cpu_time(work: impl FnOnce()) -> Duration {
    let start = ProcessTime::now();
    work();
    start.elapsed()
}

/// CPU time of every child process waited for so far, their own children
/// included. Linux only; `None` elsewhere.
pub fn children() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, the program's name, may hold blanks and parentheses,
    // so fields are counted from the last parenthesis: the state is number 3,
    // the children's user and system time are 16 and 17.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(16 - 3);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    // The kernel shows user space ticks of ten milliseconds on all machines.
    Some(Duration::from_millis(10 * (user + system)))
}
