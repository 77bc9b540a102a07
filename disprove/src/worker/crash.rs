//! What a process died of, as far as that can be seen from outside.

use std::{fmt::Write, process::ExitStatus, time::Duration};

/// So much of what a process printed at last is shown.
const LINES: usize = 12;
const BYTES: usize = 2_000;

/// How a process ended that should have gone on.
#[derive(Clone, Copy, Debug)]
pub enum AbnormalExit {
    /// By itself, or by a signal.
    Ended(ExitStatus),
    /// It was killed, because a case took longer than this.
    TimedOut(Duration),
}

/// The message of a failure: the first line says of what, the others what was printed at last. If a panic was seen, its
/// place comes second.
pub fn crash_message(death: AbnormalExit, printed: &str) -> (String, Option<String>) {
    let mut location = None;
    let mut message = match death {
        AbnormalExit::TimedOut(limit) => {
            return (format!("the case did not end within {}", crate::humanize::time(limit)), None);
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
        let _ = write!(message, "\nit printed at last:\n{tail}");
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
            7 | 10 => "SIGBUS",
            8 => "SIGFPE",
            9 => "SIGKILL",
            11 => "SIGSEGV",
            13 => "SIGPIPE",
            15 => "SIGTERM",
            31 => "SIGSYS",
            _ => "a signal",
        };
        return format!("the process died of {name} ({signal})");
    }
    match status.code() {
        Some(code) => format!("the process exited in the middle of the case, with code {code}"),
        None => format!("the process died: {status}"),
    }
}

/// Where the last panic that was printed was: "panicked at src/lib.rs:3:5:".
fn place(printed: &str) -> Option<String> {
    for line in printed.lines().rev() {
        let place =
            line.split(" panicked at ").nth(1).unwrap_or("").trim_end().trim_end_matches(':');
        // What the standard library says about a panic while another unwinds is at no place of the user's.
        if place.contains(':') && !place.contains("/library/") {
            return Some(place.to_owned());
        }
    }
    None
}

/// The last lines, without the backtrace and what the test harness says.
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
    use super::{AbnormalExit, crash_message};
    use std::time::Duration;

    #[cfg(unix)]
    fn signal(number: i32, printed: &str) -> (String, Option<String>) {
        let status = std::os::unix::process::ExitStatusExt::from_raw(number);
        crash_message(AbnormalExit::Ended(status), printed)
    }

    #[test]
    fn a_case_that_took_too_long_is_told_with_its_limit() {
        let (message, place) =
            crash_message(AbnormalExit::TimedOut(Duration::from_secs(10)), "hello");
        assert_eq!((message.as_str(), place), ("the case did not end within 10.0 s", None));
    }

    #[cfg(unix)]
    #[test]
    fn what_the_process_printed_says_more_than_its_signal() {
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
    fn the_place_of_the_last_panic_is_known() {
        let printed = "thread 'f' (7) panicked at src/lib.rs:3:5:\nno\nstack backtrace:\n   0: main\n             at x\n\
                       thread 'f' panicked at /rustc/1/library/core/src/panicking.rs:2:3:\n";
        assert_eq!(signal(6, printed).1.as_deref(), Some("src/lib.rs:3:5"));
        let (message, place) = signal(6, printed.split("\nthread").next().expect("a part"));
        assert_eq!(place.as_deref(), Some("src/lib.rs:3:5"));
        assert_eq!(
            message,
            "the process died of SIGABRT (6)\nit printed at last:\nthread 'f' (7) panicked at src/lib.rs:3:5:\nno"
        );
    }
}
