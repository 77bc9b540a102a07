//! Runs commands with a deadline, and kills them when the driver or cargo-mutants is gone.

use crate::signal::stop_on_signal;
use std::{
    fs, io,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// How often the conditions are checked. The end of a command is noticed at once.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Output limit in bytes: a command that prints more counts as timed out, before it fills the disk.
const MAX_OUTPUT: u64 = 256 << 20;

/// Supervises commands while their results are wanted.
pub(super) struct Supervisor {
    stop: Arc<AtomicBool>,
    driver: u32,
    parent: Option<u32>,
}

impl Supervisor {
    /// Supervises until the driver or cargo-mutants is gone, or a signal arrives.
    pub(super) fn new(driver: u32) -> Supervisor {
        Supervisor { stop: stop_on_signal(), driver, parent: parent() }
    }

    fn is_unwanted(&self) -> bool {
        self.stop.load(Relaxed) || is_gone(self.driver) || parent() != self.parent
    }

    /// Runs a command with its output in this file, emptied first.
    pub(super) fn log(
        &self,
        command: &mut Command,
        until: Option<Instant>,
        log: &Path,
    ) -> io::Result<Option<ExitStatus>> {
        let file = fs::File::create(log)?;
        command.stdout(file.try_clone()?).stderr(file);
        self.run(command, until, log)
    }

    /// Runs a command with its output in this file, and returns the output if it succeeds.
    pub(super) fn output(
        &self,
        command: &mut Command,
        until: Option<Instant>,
        log: &Path,
    ) -> io::Result<Option<String>> {
        let ended = self.log(command, until, log)?;
        if !ended.is_some_and(|status| status.success()) {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&fs::read(log)?).into_owned()))
    }

    /// Runs a command while its result is wanted.
    pub(super) fn run(
        &self,
        command: &mut Command,
        until: Option<Instant>,
        log: &Path,
    ) -> io::Result<Option<ExitStatus>> {
        run_supervised(command, until, log, &|| self.is_unwanted())
    }
}

/// Runs a command in its own process group, and kills what it leaves running. `None` if it missed the deadline or
/// printed too much. An error of the kind `Interrupted` means that its result is no longer wanted.
pub(crate) fn run_supervised(
    command: &mut Command,
    until: Option<Instant>,
    log: &Path,
    is_unwanted: &dyn Fn() -> bool,
) -> io::Result<Option<ExitStatus>> {
    command.stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    let process = child.id();
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait()));
    loop {
        match ended.recv_timeout(CHECK_INTERVAL) {
            Ok(status) => {
                end(process);
                return status.map(Some);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the waiting thread ended"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let is_unwanted = is_unwanted();
        let is_flood = || fs::metadata(log).is_ok_and(|about| about.len() > MAX_OUTPUT);
        let is_late = until.is_some_and(|until| Instant::now() >= until || is_flood());
        if is_unwanted || is_late {
            end(process);
            // A command that has just ended by itself counts as ended.
            let status = ended.recv().unwrap_or_else(|why| Err(io::Error::other(why)))?;
            return match status.code() {
                _ if is_unwanted => Err(io::ErrorKind::Interrupted.into()),
                Some(_) => Ok(Some(status)),
                None => Ok(None),
            };
        }
    }
}

/// Kills a process group.
#[cfg(unix)]
fn end(leader: u32) {
    if let Some(pid) = rustix::process::Pid::from_raw(leader as i32) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(leader: u32) {
    let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &leader.to_string()]).output();
}

#[cfg(unix)]
pub(super) fn is_gone(process: u32) -> bool {
    let pid = rustix::process::Pid::from_raw(process as i32);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
pub(super) fn is_gone(_: u32) -> bool {
    false
}

/// The parent of this process, while it runs.
#[cfg(unix)]
fn parent() -> Option<u32> {
    rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Arc, AtomicBool, Command, Duration, Instant, Relaxed, Supervisor, fs, io};
    use std::{env, io::Read, path::PathBuf};

    fn supervisor() -> Supervisor {
        let stop = Arc::new(AtomicBool::new(false));
        Supervisor { stop, driver: std::process::id(), parent: super::parent() }
    }

    fn log(name: &str) -> PathBuf {
        env::temp_dir().join(format!("disprove-supervisor-{name}-{}", std::process::id()))
    }

    fn script(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]);
        command
    }

    #[test]
    fn a_command_that_ends_in_time_has_a_status_and_a_log() {
        let log = log("ends");
        let until = Instant::now() + Duration::from_secs(60);
        let status =
            supervisor().log(&mut script("echo one; echo two >&2; exit 3"), Some(until), &log);
        assert_eq!(status.expect("it runs").expect("it ends").code(), Some(3));
        assert_eq!(fs::read_to_string(&log).expect("a text"), "one\ntwo\n");
        fs::remove_file(log).expect("removed");
    }

    #[test]
    fn a_command_that_misses_the_deadline_is_killed_with_its_children() {
        let log = log("late");
        for (text, is_late) in [("sleep 600 & wait", true), ("sleep 600 & exit 0", false)] {
            let (mut reader, writer) = io::pipe().expect("a pipe");
            let mut command = script(text);
            command.stdout(writer);
            let until = is_late.then(Instant::now);
            let status = supervisor().run(&mut command, until, &log).expect("it runs");
            assert_eq!(status.is_none(), is_late);
            drop(command);
            assert_eq!(reader.read(&mut [0]).expect("nobody holds the other end"), 0);
        }
    }

    #[test]
    fn a_command_that_prints_without_end_is_killed() {
        let log = log("flood");
        // A sparse file has the length of a full one.
        let mut command = script(&format!("truncate -s 300000000 '{}'; sleep 600", log.display()));
        let until = Instant::now() + Duration::from_secs(600);
        assert_eq!(supervisor().log(&mut command, Some(until), &log).expect("it runs"), None);
        fs::remove_file(log).expect("removed");
        let sentence = format!("prints more than {} MiB", super::MAX_OUTPUT >> 20);
        crate::book::assert_said("guides/mutants.md", &sentence);
    }

    #[test]
    fn commands_are_killed_after_a_signal_or_when_the_others_are_gone() {
        let log = log("stopped");
        let stopped = supervisor();
        stopped.stop.store(true, Relaxed);
        let mut gone = script("exit 0").spawn().expect("it runs");
        gone.wait().expect("it ends");
        let gone = gone.id();
        let others = [
            Supervisor { driver: gone, ..supervisor() },
            Supervisor { parent: Some(gone), ..supervisor() },
            stopped,
        ];
        for supervisor in others {
            let why =
                supervisor.run(&mut script("sleep 600"), None, &log).expect_err("interrupted");
            assert_eq!(why.kind(), io::ErrorKind::Interrupted);
        }
    }
}
