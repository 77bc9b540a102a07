//! Ends a worker when the process that started it is gone, even in the middle of a case.

use super::Job;
#[cfg(unix)]
use super::temporary::remove_if_abandoned;
#[cfg(unix)]
use std::{os::unix::process::parent_id, process, thread, time::Duration};

/// How often a worker looks for its parent.
#[cfg(unix)]
const INTERVAL: Duration = Duration::from_millis(50);

/// Time that the handlers of an exit may take: those of the property may wait forever.
#[cfg(unix)]
const EXIT_TIME: Duration = Duration::from_secs(1);

/// Watches the parent of this process, on another thread.
#[cfg(unix)]
pub(super) fn end_with_parent(job: &'static Job) {
    let output = hold_output();
    let watch = move || {
        let _output = output;
        while !is_gone(job) {
            thread::sleep(INTERVAL);
        }
        remove_if_abandoned(&job.folder);
        let abort = || {
            thread::sleep(EXIT_TIME);
            process::abort();
        };
        let _ = thread::Builder::new().spawn(abort);
        process::exit(1);
    };
    // Without the thread, the host still ends it when it ends in order.
    let _ = thread::Builder::new().name("disprove-parent".to_owned()).spawn(watch);
}

/// Whether the process that started this worker has ended.
#[cfg(unix)]
pub(super) fn is_gone(job: &Job) -> bool {
    parent_id() != job.host
}

/// Nothing else tells a process of the end of its parent without unsafe code.
#[cfg(not(unix))]
pub(super) fn end_with_parent(_: &'static Job) {}

#[cfg(not(unix))]
pub(super) fn is_gone(_: &Job) -> bool {
    false
}

/// Opens the other end of standard error, so that it does not break with the host: until this process ends too, a case
/// that prints must not fail of it.
#[cfg(unix)]
fn hold_output() -> Option<std::fs::File> {
    use std::os::unix::fs::FileTypeExt;
    let path = "/proc/self/fd/2";
    let is_pipe = std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo());
    if is_pipe { std::fs::File::open(path).ok() } else { None }
}
