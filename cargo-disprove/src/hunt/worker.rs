//! Worker processes: test binaries that run one property.

use super::history::History;
use crate::project::Property;
use disprove::__private::{
    AbnormalExit, printed,
    protocol::{Job, Replies, Reply, Task, WORKER},
    under_way,
};
use std::{
    fs::{self, File},
    io,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// The state of a worker process.
#[derive(Debug)]
pub(crate) enum WorkerState {
    Running,
    /// It ended, or was killed because a case exceeded the time limit.
    Exited(AbnormalExit),
}

/// A worker process.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    folder: PathBuf,
    limit: Duration,
    replies: Replies,
    /// The current case, and when it started.
    case: (u64, Instant),
    pub(crate) start: Instant,
    /// Its time budget.
    pub(crate) time: Duration,
    /// Whether to enforce the time limit. A worker that reduces enforces it on its own child processes.
    has_case_limit: bool,
    /// How it ended, once it has.
    death: Option<AbnormalExit>,
    /// Its last inputs and its memory.
    pub(crate) history: History,
    /// When its case journal was last read.
    journal_read: Instant,
}

/// How often the case journal is read: short against the time limit of a case.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(100);

/// Bytes written to test whether the disk is full: more than a report.
const DISK_PROBE: usize = 16 << 10;

/// Extra time before the first case, for starting the process and reading the corpus.
const START_TIME: Duration = Duration::from_secs(20);

impl Worker {
    /// Starts a process for a property, in the folder of its job. `memory` is its limit in MiB; 0 for no limit.
    pub(crate) fn start(property: &Property, job: &Job, memory: u64) -> io::Result<Worker> {
        let folder = job.folder.clone();
        fs::create_dir_all(&folder)?;
        job.write()?;
        let printed = File::create(folder.join("printed"))?;
        let mut command = limited(&property.binary.path, memory);
        property.binary.cargo_environment(&mut command);
        command
            .args(["--exact", &property.test, "--nocapture", "--test-threads", "1"])
            .env(WORKER, &folder)
            // The message of a crash goes into the report.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(printed);
        for name in ["RUST_TEST_THREADS", "RUST_TEST_NOCAPTURE", "RUST_TEST_SHUFFLE"] {
            command.env_remove(name);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let now = Instant::now();
        let child = command.spawn()?;
        let has_case_limit = !matches!(job.task, Task::Reduce | Task::Replay);
        Ok(Worker {
            child,
            replies: Replies::of(&folder),
            folder,
            limit: job.limit,
            case: (0, now),
            start: now,
            time: job.time.unwrap_or(Duration::MAX),
            has_case_limit,
            death: None,
            history: History::default(),
            journal_read: now,
        })
    }

    /// Checks whether it is running. Kills it if a case exceeds the time limit.
    pub(crate) fn poll(&mut self) -> io::Result<WorkerState> {
        if let Some(death) = self.death {
            return Ok(WorkerState::Exited(death));
        }
        if let Some(status) = self.child.try_wait()? {
            return Ok(self.exited(status));
        }
        if self.has_case_limit {
            self.history.measure(self.child.id(), self.case.0);
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
        self.kill();
        self.death = Some(AbnormalExit::TimedOut(limit));
        Ok(WorkerState::Exited(AbnormalExit::TimedOut(limit)))
    }

    fn exited(&mut self, status: ExitStatus) -> WorkerState {
        // Its child processes must not outlive it.
        self.kill();
        self.death = Some(AbnormalExit::Ended(status));
        WorkerState::Exited(AbnormalExit::Ended(status))
    }

    /// Kills it with its child processes.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // Usually the group has no process left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Number and input of the last case it started.
    pub(crate) fn last_case(&self) -> (u64, Option<String>) {
        under_way(&self.folder.join("journal")).unwrap_or((0, None))
    }

    /// Checks that replies can be written to its folder.
    pub(crate) fn check_folder_is_writable(&self) -> io::Result<()> {
        fs::write(self.folder.join("probe"), [b'.'; DISK_PROBE])
    }

    /// The last lines it printed.
    pub(crate) fn printed(&self) -> String {
        printed(&self.folder)
    }

    /// Its replies since the last call.
    pub(crate) fn replies(&mut self) -> Vec<Reply> {
        self.replies.read_new()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A command with a memory limit, which its child processes inherit.
fn limited(program: &std::path::Path, memory: u64) -> Command {
    if cfg!(not(unix)) || memory == 0 {
        return Command::new(program);
    }
    let mut command = Command::new("sh");
    // Systems without this limit ignore it.
    let script = "ulimit -v \"$0\" 2>/dev/null; exec \"$@\"";
    command.args(["-c", script, &(memory << 10).to_string()]).arg(program);
    command
}
