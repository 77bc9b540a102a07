//! Worker processes: a test binary that runs one property, its job and its replies.

use crate::project::Property;
use disprove::__private::{Death, WORKER, printed, read_line, under_way, write_line};
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// The task of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Hunt,
    /// Reduces an input that crashed a process.
    Reduce(Crash),
    Minimize,
    /// Runs one input.
    Replay(String),
    /// Lists what a test checks, while the test runs normally.
    List,
}

/// A crash of a worker process.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Crash {
    pub(crate) message: String,
    pub(crate) location: String,
    /// Candidates for the input that caused it.
    pub(crate) inputs: Vec<String>,
    /// Number of the case, and seed of the process that ran it.
    pub(crate) case: u64,
    pub(crate) seed: u64,
    /// The process was killed because it exceeded the time limit.
    pub(crate) is_slow: bool,
}

/// A job for a worker.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) seed: u64,
    pub(crate) time: Duration,
    /// Time limit of a case.
    pub(crate) limit: Duration,
    /// Memory limit of a process in MiB; 0 for no limit.
    pub(crate) memory: u64,
    /// Tries saved failures first.
    pub(crate) known: bool,
    /// Messages and locations of known failures.
    pub(crate) faults: Vec<(String, String)>,
}

/// A reply of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Progress {
        executions: u64,
        cases: u64,
        corpus: u64,
        search: String,
    },
    Failure(Failure),
    /// The report of the failures, as text.
    Report(String),
    /// The input that crashed a process did not do it again.
    Survived(String),
    /// A thread has panicked that one of these inputs started.
    Suspects(Crash),
    Broken(String),
    /// The test has a property of this name.
    Property(String),
    Skipped(String),
    Warned(String),
    Verdict(String),
    End,
}

/// A failure that a worker has reduced.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Failure {
    pub(crate) token: String,
    pub(crate) message: String,
    pub(crate) location: String,
    pub(crate) flaky: bool,
    pub(crate) saved: bool,
}

/// The state of a worker process.
#[derive(Debug)]
pub(crate) enum WorkerState {
    Running,
    /// It ended, or was killed because a case exceeded the time limit.
    Exited(Death),
}

/// A worker process.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    folder: PathBuf,
    limit: Duration,
    /// How many bytes of its replies were read.
    read: u64,
    unfinished: Vec<u8>,
    /// The current case, and when it started.
    case: (u64, Instant),
    pub(crate) start: Instant,
    /// Its time budget.
    pub(crate) time: Duration,
    /// Whether to enforce the time limit. A worker that reduces enforces it on its own child processes.
    has_case_limit: bool,
    /// How it ended, once it has.
    death: Option<Death>,
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
    /// Starts a process for a property, with a fresh folder for their files.
    pub(crate) fn start(property: &Property, job: &Job, folder: PathBuf) -> io::Result<Worker> {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("order"), job.text(&property.key))?;
        let printed = File::create(folder.join("printed"))?;
        let mut command = limited(&property.binary.path, job.memory);
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
        let has_case_limit = !matches!(job.task, Task::Reduce(_) | Task::Replay(_));
        let (limit, time) = (job.limit, job.time);
        let (case, unfinished) = ((0, now), Vec::new());
        Ok(Worker {
            child,
            folder,
            limit,
            read: 0,
            unfinished,
            case,
            start: now,
            time,
            has_case_limit,
            death: None,
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
        if !self.has_case_limit || self.journal_read.elapsed() < JOURNAL_INTERVAL {
            return Ok(WorkerState::Running);
        }
        self.journal_read = Instant::now();
        let case = under_way(&self.folder.join("journal")).map_or(0, |(case, _)| case);
        if case != self.case.0 {
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
        self.death = Some(Death::TimedOut(limit));
        Ok(WorkerState::Exited(Death::TimedOut(limit)))
    }

    fn exited(&mut self, status: ExitStatus) -> WorkerState {
        // Its child processes must not outlive it.
        self.kill();
        self.death = Some(Death::Ended(status));
        WorkerState::Exited(Death::Ended(status))
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
        let mut read = || -> io::Result<()> {
            let mut file = File::open(self.folder.join("said"))?;
            file.seek(SeekFrom::Start(self.read))?;
            self.read += file.read_to_end(&mut self.unfinished)? as u64;
            Ok(())
        };
        // The file appears with the first reply.
        let _ = read();
        let Some(end) = self.unfinished.iter().rposition(|byte| *byte == b'\n') else {
            return Vec::new();
        };
        let rest = self.unfinished.split_off(end + 1);
        let whole = std::mem::replace(&mut self.unfinished, rest);
        String::from_utf8_lossy(&whole)
            .lines()
            .filter_map(|line| parse_reply(&read_line(line)))
            .collect()
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

impl Job {
    fn text(&self, property: &str) -> String {
        let number = |number: u128| number.to_string();
        let mut lines = vec![vec!["property".to_owned(), property.to_owned()]];
        let mut add = |fields: &[&str]| {
            lines.push(fields.iter().map(|field| (*field).to_owned()).collect());
        };
        match &self.task {
            Task::Hunt => {
                add(&["task", "hunt"]);
                add(&["corpus"]);
            }
            Task::Minimize => add(&["task", "minimise"]),
            Task::Reduce(crash) => {
                add(&["task", "reduce"]);
                add(&["at", &number(crash.case.into())]);
                for input in &crash.inputs {
                    add(&["input", input]);
                }
            }
            Task::List => add(&["task", "list"]),
            Task::Replay(input) => {
                add(&["task", "replay"]);
                add(&["input", input]);
            }
        }
        add(&["seed", &number(self.seed.into())]);
        add(&["time", &number(self.time.as_millis().max(1))]);
        add(&["limit", &number(self.limit.as_millis().max(1))]);
        if self.known {
            add(&["known"]);
        }
        for (message, location) in &self.faults {
            add(&["fault", message, location]);
        }
        let mut text = String::new();
        for line in &lines {
            let fields: Vec<&str> = line.iter().map(String::as_str).collect();
            text += &write_line(&fields);
        }
        text
    }
}

/// Parses a reply; `None` for unknown lines.
fn parse_reply(fields: &[String]) -> Option<Reply> {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse().ok()).unwrap_or(0);
    Some(match fields.first()?.as_str() {
        "progress" => Reply::Progress {
            executions: number(1),
            cases: number(2),
            corpus: number(4),
            search: field(5),
        },
        "failure" => Reply::Failure(Failure {
            token: field(1),
            message: field(2),
            location: field(3),
            flaky: !field(4).is_empty(),
            saved: !field(5).is_empty(),
        }),
        "report" => Reply::Report(field(1)),
        "survived" => Reply::Survived(field(1)),
        "suspects" => {
            let inputs = fields.get(3..).unwrap_or_default().to_vec();
            Reply::Suspects(Crash {
                message: field(1),
                location: field(2),
                inputs,
                ..Crash::default()
            })
        }
        "property" => Reply::Property(field(1)),
        "broken" => Reply::Broken(field(1)),
        "skipped" => Reply::Skipped(field(1)),
        "warned" => Reply::Warned(field(1)),
        "verdict" => Reply::Verdict(field(1)),
        "end" => Reply::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Crash, Failure, Reply, parse_reply};

    fn read(line: &str) -> Option<Reply> {
        parse_reply(&disprove::__private::read_line(line))
    }

    #[test]
    fn replies_are_parsed_and_unknown_lines_skipped() {
        assert_eq!(
            read("progress\t12\t10\t9\t3\tclimb"),
            Some(Reply::Progress {
                executions: 12,
                cases: 10,
                corpus: 3,
                search: "climb".to_owned()
            })
        );
        let failure = Failure {
            token: "d1:AA".to_owned(),
            message: "a\nb".to_owned(),
            location: "x.rs:1:2".to_owned(),
            flaky: false,
            saved: true,
        };
        assert_eq!(
            read("failure\td1:AA\ta\\nb\tx.rs:1:2\t\t1\t4\t9\t1"),
            Some(Reply::Failure(failure))
        );
        let inputs = vec!["c:1:2".to_owned(), "d1:AA".to_owned()];
        let crash = Crash { message: "m".to_owned(), inputs, ..Crash::default() };
        assert_eq!(read("suspects\tm\t\tc:1:2\td1:AA"), Some(Reply::Suspects(crash)));
        assert_eq!(read("something\telse"), None);
    }
}
