//! Worker processes: test binaries that run one property.

use super::history::History;
use crate::project::Property;
use disprove::__private::{
    AbnormalExit, OutputTail, kill_processes_of,
    protocol::{Job, Replies, Reply, Task, WORKER},
    resident_memory, under_way,
};
use std::{
    fs, io,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The state of a worker process.
#[derive(Debug)]
pub(crate) enum WorkerState {
    Running,
    /// It ended, or was killed because a case exceeded a limit.
    Exited(AbnormalExit),
}

/// A worker process.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    folder: PathBuf,
    output: OutputTail,
    limit: Duration,
    /// Memory limit in bytes; 0 for none.
    memory: u64,
    replies: Replies,
    /// The current case, and when it started.
    case: (u64, Instant),
    pub(crate) start: Instant,
    /// Its time budget.
    pub(crate) time: Duration,
    /// Whether to enforce the time limit. A worker that reduces enforces it on its own child processes.
    has_case_limit: bool,
    /// Its resident memory in bytes, if that is known.
    resident: Option<u64>,
    /// How it ended, once it has.
    death: Option<AbnormalExit>,
    /// Its last inputs and its memory.
    pub(crate) history: History,
    /// When its case journal was last read.
    journal_read: Instant,
}

/// How often the case journal is read: short against the time limit of a case.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(100);

/// Time after its end in which its output ends, unless a process holds it that could not be found.
const LAST_OUTPUT: Duration = Duration::from_millis(50);

/// Extra time before the first case, for starting the process and reading the corpus.
const START_TIME: Duration = Duration::from_secs(20);

impl Worker {
    /// Starts a process for a property, in the folder of its job, which must not exist.
    pub(crate) fn start(property: &Property, job: &Job) -> io::Result<Worker> {
        let folder = job.folder.clone();
        fs::create_dir(&folder)?;
        job.write()?;
        let mut command = Command::new(&property.binary.path);
        property.binary.cargo_environment(&mut command);
        command
            .args(["--exact", &property.test, "--nocapture", "--test-threads", "1"])
            .env(WORKER, &folder)
            // The message of a crash goes into the report.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        for name in ["RUST_TEST_THREADS", "RUST_TEST_NOCAPTURE", "RUST_TEST_SHUFFLE"] {
            command.env_remove(name);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let now = Instant::now();
        let mut child = command.spawn()?;
        let stderr = child.stderr.take().expect("standard error is a pipe");
        let output = OutputTail::read(stderr).inspect_err(|_| kill(&mut child))?;
        let has_case_limit = !matches!(job.task, Task::Reduce | Task::Replay);
        Ok(Worker {
            child,
            replies: Replies::of(&folder),
            folder,
            output,
            limit: job.limit,
            memory: job.memory,
            case: (0, now),
            start: now,
            time: job.time.unwrap_or(Duration::MAX),
            has_case_limit,
            resident: None,
            death: None,
            history: History::default(),
            journal_read: now,
        })
    }

    /// Checks whether it is running. Kills it if a case exceeds a limit.
    pub(crate) fn poll(&mut self) -> io::Result<WorkerState> {
        if let Some(death) = self.death {
            return Ok(WorkerState::Exited(death));
        }
        if let Some(status) = self.child.try_wait()? {
            return Ok(self.exited(AbnormalExit::Ended(status)));
        }
        self.resident = resident_memory(self.child.id());
        if let Some(resident) = self.resident {
            if self.has_case_limit {
                self.history.measure(self.case.0, resident);
            }
            if self.memory > 0 && resident > self.memory {
                return Ok(self.exited(AbnormalExit::OutOfMemory(self.memory)));
            }
        }
        if !self.has_case_limit || self.journal_read.elapsed() < JOURNAL_INTERVAL {
            return Ok(WorkerState::Running);
        }
        self.journal_read = Instant::now();
        let (case, input) = self.last_case();
        if case != self.case.0 {
            self.history.add_input(input);
            self.case = (case, Instant::now());
        }
        let limit = if case == 0 { self.limit + START_TIME } else { self.limit };
        if self.case.1.elapsed() < limit {
            return Ok(WorkerState::Running);
        }
        // It may have started the next case since.
        if under_way(&self.folder.join("journal")).map_or(0, |(case, _)| case) != case {
            return Ok(WorkerState::Running);
        }
        Ok(self.exited(AbnormalExit::TimedOut(limit)))
    }

    fn exited(&mut self, death: AbnormalExit) -> WorkerState {
        self.kill();
        self.death = Some(death);
        WorkerState::Exited(death)
    }

    /// Kills it with its child processes, also those that have left its process group.
    pub(crate) fn kill(&mut self) {
        kill(&mut self.child);
        kill_processes_of(&self.folder);
        self.output.ends_within(LAST_OUTPUT);
    }

    /// Its resident memory in bytes when it was last polled.
    pub(super) fn resident(&self) -> Option<u64> {
        self.resident
    }

    /// Number and input of the last case it started.
    pub(crate) fn last_case(&self) -> (u64, Option<String>) {
        under_way(&self.folder.join("journal")).unwrap_or((0, None))
    }

    /// The last lines it printed.
    pub(crate) fn printed(&self) -> String {
        self.output.text()
    }

    /// Whether it has another version of the protocol, as far as its replies were read.
    pub(super) fn is_refused(&self) -> bool {
        self.replies.is_refused()
    }

    /// Its replies since the last call.
    pub(crate) fn replies(&mut self) -> Vec<Reply> {
        self.replies.read_new()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.death.is_none() {
            self.kill();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Kills a process with its process group.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        // Usually the group has no process left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child.kill();
    let _ = child.wait();
}
