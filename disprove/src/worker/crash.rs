//! Why a process crashed, as far as its exit status and output tell.

use std::{
    fmt::{Display, Write as _},
    io::{self, Write as _},
    process::{self, ExitStatus},
    time::Duration,
};

/// Lines of the end of the output that a report shows ...
const LINES: usize = 12;
/// ... and bytes.
const BYTES: usize = 2_000;

/// The end of a process that should have continued.
#[derive(Clone, Copy, Debug)]
pub enum AbnormalExit {
    /// It exited, or a signal ended it.
    Ended(ExitStatus),
    /// It was killed because a case exceeded this time.
    TimedOut(Duration),
    /// It was killed because it used more memory than this, in bytes.
    OutOfMemory(u64),
}

/// Exit code of a worker that could not write its result, or not start a process for a case.
pub(super) const UNREPORTED: i32 = 5;
/// The start of the line with the reason, which it prints before.
const REASON: &str = "disprove: the worker gave up: ";

/// Ends a worker for a reason that is not a failure of the property, such as a full disk. Standard error is a pipe, so
/// the host learns of it.
pub(super) fn give_up(why: &dyn Display) -> ! {
    let _ = writeln!(io::stderr(), "\n{REASON}{why}");
    process::exit(UNREPORTED)
}

/// Why a worker could not report its result, if that is how it ended.
pub fn why_unreported(exit: AbnormalExit, printed: &str) -> Option<String> {
    let AbnormalExit::Ended(status) = exit else { return None };
    let reason = printed.lines().rev().find_map(|line| line.strip_prefix(REASON))?;
    (status.code() == Some(UNREPORTED)).then(|| reason.to_owned())
}

/// The message of a failure: its first line names the cause, the others are the end of the output. The second value is
/// the location of the last panic in the output.
pub fn crash_message(exit: AbnormalExit, printed: &str) -> (String, Option<String>) {
    let mut location = None;
    let mut message = match exit {
        AbnormalExit::TimedOut(limit) => {
            return (format!("the case did not end within {}", crate::humanize::time(limit)), None);
        }
        AbnormalExit::OutOfMemory(limit) => {
            return (format!("the process used more than {} MiB of memory", limit >> 20), None);
        }
        AbnormalExit::Ended(_) if printed.contains("has overflowed its stack") => {
            "the process died of a stack overflow".to_owned()
        }
        AbnormalExit::Ended(status) => {
            let failed = printed.lines().rev().find(|line| {
                line.starts_with("memory allocation of ") && line.contains(" bytes failed")
            });
            location = place(printed);
            match failed {
                Some(line) => {
                    location = None;
                    format!("the process died, as {}", line.trim_end())
                }
                None => ended(status),
            }
        }
    };
    let tail = tail(printed);
    if !tail.is_empty() {
        let _ = write!(message, "\nits last output:\n{tail}");
    }
    (message, location)
}

fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => "SIGILL",
            5 => "SIGTRAP",
            6 => "SIGABRT",
            7 if cfg!(target_os = "linux") => "SIGBUS",
            10 if !cfg!(target_os = "linux") => "SIGBUS",
            8 => "SIGFPE",
            9 => "SIGKILL",
            11 => "SIGSEGV",
            13 => "SIGPIPE",
            15 => "SIGTERM",
            31 if cfg!(target_os = "linux") => "SIGSYS",
            12 if !cfg!(target_os = "linux") => "SIGSYS",
            _ => "a signal",
        };
        return format!("the process died of {name} ({signal})");
    }
    match status.code() {
        Some(code) => format!("the process exited in the middle of the case, with code {code}"),
        None => format!("the process died: {status}"),
    }
}

/// The location of the last printed panic: "panicked at src/lib.rs:3:5:".
fn place(printed: &str) -> Option<String> {
    for line in printed.lines().rev() {
        let place =
            line.split(" panicked at ").nth(1).unwrap_or("").trim_end().trim_end_matches(':');
        // A panic during unwinding has a location in the standard library.
        if place.contains(':') && !is_in_library(place) {
            return Some(place.to_owned());
        }
    }
    None
}

/// Whether a file belongs to the standard library.
fn is_in_library(file: &str) -> bool {
    file.contains("/library/") || file.contains("\\library\\")
}

/// The last lines, without backtraces and messages of the test harness.
fn tail(printed: &str) -> String {
    let mut lines = Vec::new();
    for line in printed.lines() {
        let is_frame = line.trim_start().split_once(": ").is_some_and(|(number, _)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        let is_noise = is_frame
            || line.trim().is_empty()
            || line.trim_start().starts_with("at ")
            || line.starts_with("stack backtrace:")
            || line.starts_with("note: ");
        if !is_noise {
            lines.push(line);
        }
    }
    let mut tail = lines[lines.len().saturating_sub(LINES)..].join("\n");
    if tail.len() > BYTES {
        let mut cut = tail.len() - BYTES;
        while !tail.is_char_boundary(cut) {
            cut += 1;
        }
        tail = format!("[..]{}", &tail[cut..]);
    }
    tail
}

#[cfg(test)]
mod tests {
    use super::{AbnormalExit, REASON, UNREPORTED, crash_message, why_unreported};
    use std::time::Duration;

    #[cfg(unix)]
    fn signal(number: i32, printed: &str) -> (String, Option<String>) {
        let status = std::os::unix::process::ExitStatusExt::from_raw(number);
        crash_message(AbnormalExit::Ended(status), printed)
    }

    #[test]
    fn names_the_time_limit_of_a_case() {
        let (message, place) =
            crash_message(AbnormalExit::TimedOut(Duration::from_secs(10)), "hello");
        assert_eq!((message.as_str(), place), ("the case did not end within 10.0 s", None));
    }

    #[cfg(unix)]
    #[test]
    fn a_worker_that_gave_up_is_not_a_failure() {
        let gave_up = |code: i32, printed: &str| {
            let status = std::os::unix::process::ExitStatusExt::from_raw(code << 8);
            why_unreported(AbnormalExit::Ended(status), printed)
        };
        let printed = format!("a\n{REASON}the disk is full\n");
        assert_eq!(gave_up(UNREPORTED, &printed).as_deref(), Some("the disk is full"));
        assert_eq!(gave_up(UNREPORTED, "the property exits with this code"), None);
        assert_eq!(gave_up(0, &printed), None);
    }

    #[cfg(unix)]
    #[test]
    fn prefers_the_output_to_the_signal() {
        let overflow = "\nthread 'f' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n";
        assert!(signal(6, overflow).0.starts_with("the process died of a stack overflow\n"));
        let memory = "memory allocation of 107374182400 bytes failed\n";
        assert!(
            signal(6, memory).0.starts_with("the process died, as memory allocation of 107374")
        );
        assert_eq!(signal(11, "").0, "the process died of SIGSEGV (11)");
        assert_eq!(signal(0, "").0, "the process exited in the middle of the case, with code 0");
    }

    #[cfg(unix)]
    #[test]
    fn finds_the_location_of_the_last_panic() {
        let printed = "thread 'f' (7) panicked at src/lib.rs:3:5:\nno\nstack backtrace:\n   0: main\n             at x\n\
                       thread 'f' panicked at /rustc/1/library/core/src/panicking.rs:2:3:\n";
        assert_eq!(signal(6, printed).1.as_deref(), Some("src/lib.rs:3:5"));
        let (message, place) = signal(6, printed.split("\nthread").next().expect("a part"));
        assert_eq!(place.as_deref(), Some("src/lib.rs:3:5"));
        assert_eq!(
            message,
            "the process died of SIGABRT (6)\nits last output:\nthread 'f' (7) panicked at src/lib.rs:3:5:\nno"
        );
    }
}
