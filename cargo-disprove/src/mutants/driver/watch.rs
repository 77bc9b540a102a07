//! Commands that are looked after while they run: they end in time, and with whoever wants to know how.

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

/// How often it is looked after. That a command has ended is known at once.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What prints more than this is taken for something that never ends, before it fills the disk.
const MOST_PRINTED: u64 = 256 << 20;

/// Whether anybody still wants to know.
pub(super) struct Watch {
    stop: Arc<AtomicBool>,
    driver: u32,
    parent: Option<u32>,
}

impl Watch {
    /// Until the driver is gone, or cargo-mutants, or somebody asks for the end.
    pub(super) fn new(driver: u32) -> Watch {
        Watch { stop: stop_on_signal(), driver, parent: parent() }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || is_gone(self.driver) || parent() != self.parent
    }

    /// Runs a command with what it prints in this file, emptied first.
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

    /// Runs a command to its end, in a process group of its own; what it leaves running is ended as well. None, if it took
    /// too long, or its log became too long. An error of the kind `Interrupted` says that nobody wants to know any more.
    pub(super) fn run(
        &self,
        command: &mut Command,
        until: Option<Instant>,
        log: &Path,
    ) -> io::Result<Option<ExitStatus>> {
        command.stdin(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        let process = child.id();
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || sender.send(child.wait()));
        loop {
            match ended.recv_timeout(BETWEEN_LOOKS) {
                Ok(status) => {
                    end(process);
                    return status.map(Some);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("nobody waits for the command"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let is_unwanted = self.is_over();
            let is_flood = || fs::metadata(log).is_ok_and(|about| about.len() > MOST_PRINTED);
            let is_late = until.is_some_and(|until| Instant::now() >= until || is_flood());
            if is_unwanted || is_late {
                end(process);
                // What has just ended by itself counts as ended.
                let status = ended.recv().unwrap_or_else(|why| Err(io::Error::other(why)))?;
                return match status.code() {
                    _ if is_unwanted => Err(io::ErrorKind::Interrupted.into()),
                    Some(_) => Ok(Some(status)),
                    None => Ok(None),
                };
            }
        }
    }
}

/// Ends a process group.
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

/// The process that has started this one, as long as it is there.
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
    use super::{Arc, AtomicBool, Command, Duration, Instant, Relaxed, Watch, fs, io};
    use std::{env, io::Read, path::PathBuf};

    fn watch() -> Watch {
        let stop = Arc::new(AtomicBool::new(false));
        Watch { stop, driver: std::process::id(), parent: super::parent() }
    }

    fn log(name: &str) -> PathBuf {
        env::temp_dir().join(format!("disprove-watch-{name}-{}", std::process::id()))
    }

    fn script(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]);
        command
    }

    #[test]
    fn what_ends_in_time_has_a_status_and_a_log() {
        let log = log("ends");
        let until = Instant::now() + Duration::from_secs(60);
        let status = watch().log(&mut script("echo one; echo two >&2; exit 3"), Some(until), &log);
        assert_eq!(status.expect("it runs").expect("it ends").code(), Some(3));
        assert_eq!(fs::read_to_string(&log).expect("a text"), "one\ntwo\n");
        fs::remove_file(log).expect("removed");
    }

    #[test]
    fn what_takes_too_long_is_ended_with_all_that_it_started() {
        let log = log("late");
        for (text, is_late) in [("sleep 600 & wait", true), ("sleep 600 & exit 0", false)] {
            let (mut reader, writer) = io::pipe().expect("a pipe");
            let mut command = script(text);
            command.stdout(writer);
            let until = is_late.then(Instant::now);
            let status = watch().run(&mut command, until, &log).expect("it runs");
            assert_eq!(status.is_none(), is_late);
            drop(command);
            assert_eq!(reader.read(&mut [0]).expect("nobody holds the other end"), 0);
        }
    }

    #[test]
    fn what_prints_without_end_is_ended() {
        let log = log("flood");
        // As long as if it were full.
        let mut command = script(&format!("truncate -s 300000000 '{}'; sleep 600", log.display()));
        let until = Instant::now() + Duration::from_secs(600);
        assert_eq!(watch().log(&mut command, Some(until), &log).expect("it runs"), None);
        fs::remove_file(log).expect("removed");
    }

    #[test]
    fn nothing_goes_on_when_it_is_stopped_or_the_others_are_gone() {
        let log = log("stopped");
        let stopped = watch();
        stopped.stop.store(true, Relaxed);
        let mut gone = script("exit 0").spawn().expect("it runs");
        gone.wait().expect("it ends");
        let gone = gone.id();
        let others =
            [Watch { driver: gone, ..watch() }, Watch { parent: Some(gone), ..watch() }, stopped];
        for watch in others {
            let why = watch.run(&mut script("sleep 600"), None, &log).expect_err("interrupted");
            assert_eq!(why.kind(), io::ErrorKind::Interrupted);
        }
    }
}
