//! A test binary that runs one property in a process of its own, and what it says.

use crate::project::Property;
use disprove::__private::{Death, WORKER, printed, read_line, under_way, write_line};
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// What a worker is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Hunt,
    /// To make small what killed a process, as far as is known then.
    Reduce(Deadly),
    Minimise,
    /// To run one input, and nothing else.
    Replay(String),
    /// To say what a test checks, while it runs as always.
    List,
}

/// What killed a process.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Deadly {
    pub(crate) message: String,
    pub(crate) location: String,
    /// One of these inputs was it.
    pub(crate) inputs: Vec<String>,
    /// The number of the case, and the seed of the process that ran it.
    pub(crate) case: u64,
    pub(crate) seed: u64,
    /// It did not die by itself, but took too long.
    pub(crate) is_slow: bool,
}

/// An order to a worker.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) task: Task,
    pub(crate) seed: u64,
    pub(crate) time: Duration,
    /// How long a case may take.
    pub(crate) limit: Duration,
    /// The memory of a process, in MiB; 0 for any.
    pub(crate) memory: u64,
    /// Inputs that failed before are tried first.
    pub(crate) known: bool,
    /// Messages and places of failures that were found already.
    pub(crate) faults: Vec<(String, String)>,
}

/// Something a worker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Progress {
        executions: u64,
        cases: u64,
        corpus: u64,
        search: String,
    },
    Failure(Failure),
    /// The failures as people read them.
    Report(String),
    /// What killed a process did not do it again.
    Survived(String),
    /// A thread has panicked that one of these inputs has started.
    Suspects(Deadly),
    Broken(String),
    /// There is a property of this name.
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

/// What a worker is doing.
#[derive(Debug)]
pub(crate) enum State {
    Working,
    /// It ended, or was killed because a case took too long.
    Gone(Death),
}

/// A worker process.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    folder: PathBuf,
    limit: Duration,
    /// How much of what it said was read.
    heard: u64,
    unfinished: Vec<u8>,
    /// The number of the case under way, and since when.
    case: (u64, Instant),
    pub(crate) start: Instant,
    /// The time it was given.
    pub(crate) time: Duration,
    /// A process that is told to reduce runs its cases in others, and watches them itself.
    watched: bool,
    /// It is known how it ended.
    gone: Option<Death>,
    /// When its journal was read last.
    looked: Instant,
}

/// How often a journal is read.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Room for a report, and then some.
const PROBE: usize = 16 << 10;

/// What is said about an order before the first case.
const START: Duration = Duration::from_secs(20);

impl Worker {
    /// Starts a process for a property, with a folder that holds nothing else.
    pub(crate) fn start(property: &Property, order: &Order, folder: PathBuf) -> io::Result<Worker> {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("order"), order.text(&property.key))?;
        let printed = File::create(folder.join("printed"))?;
        let mut command = limited(&property.binary.path, order.memory);
        property.binary.surroundings(&mut command);
        command
            .args(["--exact", &property.test, "--nocapture", "--test-threads", "1"])
            .env(WORKER, &folder)
            // What is said about a death is read by people.
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
        let watched = !matches!(order.task, Task::Reduce(_) | Task::Replay(_));
        let (limit, time) = (order.limit, order.time);
        let (case, unfinished) = ((0, now), Vec::new());
        Ok(Worker {
            child,
            folder,
            limit,
            heard: 0,
            unfinished,
            case,
            start: now,
            time,
            watched,
            gone: None,
            looked: now,
        })
    }

    /// Looks whether it goes on. A case that takes too long ends it.
    pub(crate) fn look(&mut self) -> io::Result<State> {
        if let Some(death) = self.gone {
            return Ok(State::Gone(death));
        }
        if let Some(status) = self.child.try_wait()? {
            return Ok(self.gone(status));
        }
        if !self.watched || self.looked.elapsed() < BETWEEN_LOOKS {
            return Ok(State::Working);
        }
        self.looked = Instant::now();
        let case = under_way(&self.folder.join("journal")).map_or(0, |(case, _)| case);
        if case != self.case.0 {
            self.case = (case, Instant::now());
        }
        let limit = if case == 0 { self.limit + START } else { self.limit };
        if self.case.1.elapsed() < limit {
            return Ok(State::Working);
        }
        // It may have gone on, or have ended, since it was looked at.
        if under_way(&self.folder.join("journal")).map_or(0, |(case, _)| case) != case {
            return Ok(State::Working);
        }
        self.kill();
        self.gone = Some(Death::TimedOut(limit));
        Ok(State::Gone(Death::TimedOut(limit)))
    }

    fn gone(&mut self, status: ExitStatus) -> State {
        // What it has started must not outlive it.
        self.kill();
        self.gone = Some(Death::Ended(status));
        State::Gone(Death::Ended(status))
    }

    /// Ends it, and all that it started.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // There is none any more, as a rule.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The input of the case under way when it ended, and its number.
    pub(crate) fn last_case(&self) -> (u64, Option<String>) {
        under_way(&self.folder.join("journal")).unwrap_or((0, None))
    }

    /// Whether what it wants to say can be written where it is heard. An error says why not.
    pub(crate) fn is_heard(&self) -> io::Result<()> {
        fs::write(self.folder.join("probe"), [b'.'; PROBE])
    }

    /// What it printed at last.
    pub(crate) fn printed(&self) -> String {
        printed(&self.folder)
    }

    /// What it has said since the last time.
    pub(crate) fn hear(&mut self) -> Vec<Said> {
        let mut read = || -> io::Result<()> {
            let mut file = File::open(self.folder.join("said"))?;
            file.seek(SeekFrom::Start(self.heard))?;
            self.heard += file.read_to_end(&mut self.unfinished)? as u64;
            Ok(())
        };
        // Before the first word there is no file.
        let _ = read();
        let Some(end) = self.unfinished.iter().rposition(|byte| *byte == b'\n') else {
            return Vec::new();
        };
        let rest = self.unfinished.split_off(end + 1);
        let whole = std::mem::replace(&mut self.unfinished, rest);
        String::from_utf8_lossy(&whole).lines().filter_map(|line| said(&read_line(line))).collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A command with a limit of its memory, which all that it starts has as well.
fn limited(program: &std::path::Path, memory: u64) -> Command {
    if cfg!(not(unix)) || memory == 0 {
        return Command::new(program);
    }
    let mut command = Command::new("sh");
    // Where there is no such limit, there is none.
    let script = "ulimit -v \"$0\" 2>/dev/null; exec \"$@\"";
    command.args(["-c", script, &(memory << 10).to_string()]).arg(program);
    command
}

impl Order {
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
            Task::Minimise => add(&["task", "minimise"]),
            Task::Reduce(deadly) => {
                add(&["task", "reduce"]);
                add(&["at", &number(deadly.case.into())]);
                for input in &deadly.inputs {
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

/// What a line says.
fn said(fields: &[String]) -> Option<Said> {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse().ok()).unwrap_or(0);
    Some(match fields.first()?.as_str() {
        "progress" => Said::Progress {
            executions: number(1),
            cases: number(2),
            corpus: number(4),
            search: field(5),
        },
        "failure" => Said::Failure(Failure {
            token: field(1),
            message: field(2),
            location: field(3),
            flaky: !field(4).is_empty(),
            saved: !field(5).is_empty(),
        }),
        "report" => Said::Report(field(1)),
        "survived" => Said::Survived(field(1)),
        "suspects" => {
            let inputs = fields.get(3..).unwrap_or_default().to_vec();
            Said::Suspects(Deadly {
                message: field(1),
                location: field(2),
                inputs,
                ..Deadly::default()
            })
        }
        "property" => Said::Property(field(1)),
        "broken" => Said::Broken(field(1)),
        "skipped" => Said::Skipped(field(1)),
        "warned" => Said::Warned(field(1)),
        "verdict" => Said::Verdict(field(1)),
        "end" => Said::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Deadly, Failure, Said, said};

    fn read(line: &str) -> Option<Said> {
        said(&disprove::__private::read_line(line))
    }

    #[test]
    fn lines_are_understood_and_others_passed_over() {
        assert_eq!(
            read("progress\t12\t10\t9\t3\tclimb"),
            Some(Said::Progress {
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
            Some(Said::Failure(failure))
        );
        let inputs = vec!["c:1:2".to_owned(), "d1:AA".to_owned()];
        let deadly = Deadly { message: "m".to_owned(), inputs, ..Deadly::default() };
        assert_eq!(read("suspects\tm\t\tc:1:2\td1:AA"), Some(Said::Suspects(deadly)));
        assert_eq!(read("something\telse"), None);
    }
}
