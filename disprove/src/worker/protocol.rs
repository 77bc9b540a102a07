//! The protocol between a worker process and the process that starts it: a test, or `cargo disprove`.
//!
//! The variable [`WORKER`] names a folder. The file `job` in it contains a [`Job`]. The worker appends each [`Reply`]
//! to the file `replies`. Both files begin with the [`VERSION`] of the protocol; another version is refused.

use super::line;
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process,
    time::Duration,
};

/// The variable that names the folder of a worker.
pub const WORKER: &str = "DISPROVE_WORKER";

/// Version of the protocol. It changes with every change of a job or a reply.
pub const VERSION: u32 = 5;

/// The file with the job, in the folder of a worker.
const JOB: &str = "job";

/// The file with the replies, in the folder of a worker.
pub(super) const REPLIES: &str = "replies";

/// Default time limit of a case.
const LIMIT: Duration = Duration::from_secs(10);

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Searches for failures until the time is up.
    Hunt,
    /// Runs the property normally, with a journal.
    Run,
    /// Runs one case and replies how it ended.
    Case,
    /// Reduces an input that crashed a process, with each case in its own process.
    Reduce,
    /// Runs one input.
    Replay,
    /// Runs random cases again, each with an entry in the journal, to locate the one that crashes.
    LocateCrash,
    /// Lists the properties of a test, which runs normally.
    List,
    /// Removes redundant entries from the corpus.
    Minimize,
}

impl Task {
    /// Whether an isolated property of a test run has such jobs. Hunts have some of them, too.
    pub(crate) fn is_of_isolation(self) -> bool {
        matches!(self, Task::Run | Task::Case | Task::Reduce)
    }
}

/// The names of tasks in a job.
const TASKS: [(&str, Task); 8] = [
    ("hunt", Task::Hunt),
    ("run", Task::Run),
    ("case", Task::Case),
    ("reduce", Task::Reduce),
    ("replay", Task::Replay),
    ("locate-crash", Task::LocateCrash),
    ("list", Task::List),
    ("minimize", Task::Minimize),
];

/// A job of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct Job {
    /// The folder of the worker, which the job itself does not contain.
    pub folder: PathBuf,
    /// What to do.
    pub task: Task,
    /// The process that starts the worker, without which it ends.
    pub host: u32,
    /// The name of the property. Others in the same process run normally.
    pub property: String,
    /// Default: the seed of the property.
    pub seed: Option<u64>,
    /// Time to search.
    pub time: Option<Duration>,
    /// Time limit of a case.
    pub limit: Duration,
    /// Memory limit of a process in bytes; 0 for none.
    pub memory: u64,
    /// Tries saved failures first.
    pub known: bool,
    /// Loads and extends the corpus.
    pub corpus: bool,
    /// Message and location of each known failure; the location may be empty.
    pub faults: Vec<(String, String)>,
    /// The input to replay, or candidates for the one that crashed a process.
    pub inputs: Vec<String>,
    /// The number of the case that crashed a process.
    pub crashed_at: u64,
    /// Of one case: the state of its random numbers.
    pub random_state: u64,
    /// Of one case: its size.
    pub size: u32,
    /// Of one case: fill missing choices at random instead of with the simplest.
    pub fill_randomly: bool,
    /// Of one case: it is part of an enumeration of all inputs.
    pub strict: bool,
    /// Of one case: reply with notes and steps.
    pub transcript: bool,
}

impl Job {
    /// A job without options.
    pub fn new(folder: &Path, task: Task, property: &str) -> Job {
        Job {
            folder: folder.to_owned(),
            task,
            host: process::id(),
            property: property.to_owned(),
            seed: None,
            time: None,
            limit: LIMIT,
            memory: 0,
            known: false,
            corpus: false,
            faults: Vec::new(),
            inputs: Vec::new(),
            crashed_at: 1,
            random_state: 0,
            size: 100,
            fill_randomly: false,
            strict: false,
            transcript: false,
        }
    }

    /// Writes the job to its folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self) -> io::Result<()> {
        fs::write(self.folder.join(JOB), self.encode())
    }

    /// Reads the job in a folder.
    pub(super) fn read(folder: &Path) -> Result<Job, String> {
        let text = fs::read_to_string(folder.join(JOB))
            .map_err(|why| format!("cannot read the job: {why}"))?;
        Job::decode(folder, &text)
    }

    pub(super) fn encode(&self) -> String {
        let Job { folder: _, task, property, seed, time, limit, known, corpus, faults, .. } = self;
        let mut text = version_line();
        let mut add = |fields: &[&str]| text.push_str(&line::write(fields));
        for (name, other) in TASKS {
            if other == *task {
                add(&["task", name]);
            }
        }
        add(&["host", &self.host.to_string()]);
        add(&["property", property]);
        if let Some(seed) = seed {
            add(&["seed", &seed.to_string()]);
        }
        if let Some(time) = time {
            add(&["time", &milliseconds(*time)]);
        }
        add(&["limit", &milliseconds(*limit)]);
        add(&["memory", &self.memory.to_string()]);
        for (message, location) in faults {
            add(&["fault", message, location]);
        }
        for input in &self.inputs {
            add(&["input", input]);
        }
        add(&["crashed_at", &self.crashed_at.to_string()]);
        add(&["random_state", &self.random_state.to_string()]);
        add(&["size", &self.size.to_string()]);
        for (name, flag) in [
            ("known", *known),
            ("corpus", *corpus),
            ("fill_randomly", self.fill_randomly),
            ("strict", self.strict),
            ("transcript", self.transcript),
        ] {
            if flag {
                add(&[name]);
            }
        }
        text
    }

    pub(super) fn decode(folder: &Path, text: &str) -> Result<Job, String> {
        let mut lines = text.lines();
        check_version("the job", lines.next().unwrap_or_default())?;
        let mut job = Job::new(folder, Task::Run, "");
        for line in lines {
            let fields = line::read(line);
            let field = |at: usize| fields.get(at).map_or("", String::as_str);
            job.set(field(0), field(1), field(2))
                .ok_or_else(|| format!("invalid line in the job: `{line}`"))?;
        }
        Ok(job)
    }

    fn set(&mut self, key: &str, value: &str, second: &str) -> Option<()> {
        let milliseconds = || value.parse().ok().map(Duration::from_millis);
        match key {
            "task" => self.task = TASKS.iter().find(|(name, _)| *name == value)?.1,
            "host" => self.host = value.parse().ok()?,
            "property" => value.clone_into(&mut self.property),
            "seed" => self.seed = Some(value.parse().ok()?),
            "time" => self.time = Some(milliseconds()?),
            "limit" => self.limit = milliseconds()?,
            "memory" => self.memory = value.parse().ok()?,
            "fault" => self.faults.push((value.to_owned(), second.to_owned())),
            "input" => self.inputs.push(value.to_owned()),
            "crashed_at" => self.crashed_at = value.parse().ok()?,
            "random_state" => self.random_state = value.parse().ok()?,
            "size" => self.size = value.parse().ok()?,
            "known" => self.known = true,
            "corpus" => self.corpus = true,
            "fill_randomly" => self.fill_randomly = true,
            "strict" => self.strict = true,
            "transcript" => self.transcript = true,
            _ => return None,
        }
        Some(())
    }
}

/// A reply of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are named after what they contain")]
pub enum Reply {
    /// The seed of the run.
    Seed(u64),
    /// How far the run is; `corpus` counts the entries it added. The search with the most executions is the first.
    Progress {
        executions: u64,
        cases: u64,
        distinct: u64,
        corpus: u64,
        searches: Vec<SearchCounts>,
    },
    /// The number of sites with a compiler probe, and those that cases have reached since the last such reply, by their
    /// linker numbers.
    Covered { all: u32, sites: Vec<u32> },
    /// A failure that is not reduced yet, sent again whenever a smaller input is known. The input is a replay token, the
    /// seed of a random case, or empty for an example.
    Found { number: u64, input: String, message: String, location: String, saved: bool },
    /// A failure, reduced. It replaces the `Found` with its number.
    Failure(FailureReply),
    /// The report of all failures, as text.
    Report(String),
    /// An input that may have crashed a process, before it runs: its replay token and its value.
    Suspect { token: String, saved: bool, value: String },
    /// The replay token of an input that crashed a process, but did not do so again. A replay of several inputs sends one
    /// for each that passes.
    Survived(String),
    /// A thread panicked that one of these inputs started.
    Suspects { message: String, location: String, inputs: Vec<String> },
    /// The property cannot be run; why.
    Broken(String),
    /// The test has a property of this name.
    Property(String),
    /// The property is not hunted; why.
    Skipped(String),
    /// A warning.
    Warned(String),
    /// Statistics of a run, or advice about a weak property.
    Statistics(String),
    /// The result as a line of JSON, if a program reads messages.
    Message(String),
    /// The workflow command for a failure, in a job of GitHub Actions.
    Annotation(String),
    /// The verdict of the run.
    Verdict(String),
    /// The worker is done with its property.
    End,
    /// One case passed.
    Passed,
    /// One case was rejected.
    Rejected,
    /// One case failed; the location may be empty.
    Failed { message: String, location: String },
    /// One case recorded a note.
    Note(String),
    /// One case called a rule of a state machine.
    Called(String),
    /// One case drew a value.
    Drew { name: String, value: String },
}

/// What a search did in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Its name.
    pub search: String,
    /// The cases it proposed.
    pub executions: u64,
    /// The corpus entries among them.
    pub corpus: u64,
}

/// A failure in a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureReply {
    /// The position of the failure among those that the run found.
    pub number: u64,
    /// The replay token.
    pub token: String,
    /// What the property panicked with or returned.
    pub message: String,
    /// Where it failed; may be empty.
    pub location: String,
    /// It does not fail every time.
    pub flaky: bool,
    /// The database contains it.
    pub saved: bool,
    /// What found it: the name of a search, or where a known input came from.
    pub found_by: String,
}

impl Reply {
    /// The reply as a line.
    pub(super) fn encode(&self) -> String {
        let flag = |is: bool| if is { "1" } else { "" };
        match self {
            Reply::Seed(seed) => line::write(&["seed", &seed.to_string()]),
            Reply::Progress { executions, cases, distinct, corpus, searches } => {
                let mut fields = vec!["progress".to_owned()];
                fields.extend([executions, cases, distinct, corpus].map(u64::to_string));
                for counts in searches {
                    fields.push(counts.search.clone());
                    fields.extend([counts.executions, counts.corpus].map(|it| it.to_string()));
                }
                line::write(&fields.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Reply::Covered { all, sites } => {
                let mut text = all.to_string();
                for site in sites {
                    text.extend([" ", &site.to_string()]);
                }
                line::write(&["covered", &text])
            }
            Reply::Found { number, input, message, location, saved } => {
                let number = number.to_string();
                line::write(&["found", &number, input, message, location, flag(*saved)])
            }
            Reply::Failure(failure) => {
                let FailureReply { number, token, message, location, flaky, saved, found_by } =
                    failure;
                let (number, flaky, saved) = (number.to_string(), flag(*flaky), flag(*saved));
                line::write(&["failure", &number, token, message, location, flaky, saved, found_by])
            }
            Reply::Report(report) => line::write(&["report", report]),
            Reply::Suspect { token, saved, value } => {
                line::write(&["suspect", token, flag(*saved), value])
            }
            Reply::Survived(token) => line::write(&["survived", token]),
            Reply::Suspects { message, location, inputs } => {
                let mut fields = vec!["suspects", message, location];
                for input in inputs {
                    fields.push(input);
                }
                line::write(&fields)
            }
            Reply::Broken(why) => line::write(&["broken", why]),
            Reply::Property(name) => line::write(&["property", name]),
            Reply::Skipped(why) => line::write(&["skipped", why]),
            Reply::Warned(warning) => line::write(&["warned", warning]),
            Reply::Statistics(text) => line::write(&["statistics", text]),
            Reply::Message(message) => line::write(&["message", message]),
            Reply::Annotation(annotation) => line::write(&["annotation", annotation]),
            Reply::Verdict(verdict) => line::write(&["verdict", verdict]),
            Reply::End => line::write(&["end"]),
            Reply::Passed => line::write(&["passed"]),
            Reply::Rejected => line::write(&["rejected"]),
            Reply::Failed { message, location } => line::write(&["failed", message, location]),
            Reply::Note(note) => line::write(&["note", note]),
            Reply::Called(line) => line::write(&["called", line]),
            Reply::Drew { name, value } => line::write(&["drew", name, value]),
        }
    }

    /// A line as a reply; `None` if it is damaged.
    pub(super) fn decode(line: &str) -> Option<Reply> {
        let mut fields = line::read(line).into_iter();
        let name = fields.next()?;
        let mut field = || fields.next();
        Some(match &*name {
            "seed" => Reply::Seed(field()?.parse().ok()?),
            "progress" => Reply::Progress {
                executions: field()?.parse().ok()?,
                cases: field()?.parse().ok()?,
                distinct: field()?.parse().ok()?,
                corpus: field()?.parse().ok()?,
                searches: search_counts(fields)?,
            },
            "covered" => {
                let mut numbers = Vec::new();
                for number in field()?.split(' ') {
                    numbers.push(number.parse().ok()?);
                }
                Reply::Covered { all: numbers.remove(0), sites: numbers }
            }
            "found" => Reply::Found {
                number: field()?.parse().ok()?,
                input: field()?,
                message: field()?,
                location: field()?,
                saved: !field()?.is_empty(),
            },
            "failure" => Reply::Failure(FailureReply {
                number: field()?.parse().ok()?,
                token: field()?,
                message: field()?,
                location: field()?,
                flaky: !field()?.is_empty(),
                saved: !field()?.is_empty(),
                found_by: field()?,
            }),
            "report" => Reply::Report(field()?),
            "suspect" => {
                Reply::Suspect { token: field()?, saved: !field()?.is_empty(), value: field()? }
            }
            "survived" => Reply::Survived(field()?),
            "suspects" => {
                Reply::Suspects { message: field()?, location: field()?, inputs: fields.collect() }
            }
            "broken" => Reply::Broken(field()?),
            "property" => Reply::Property(field()?),
            "skipped" => Reply::Skipped(field()?),
            "warned" => Reply::Warned(field()?),
            "statistics" => Reply::Statistics(field()?),
            "message" => Reply::Message(field()?),
            "annotation" => Reply::Annotation(field()?),
            "verdict" => Reply::Verdict(field()?),
            "end" => Reply::End,
            "passed" => Reply::Passed,
            "rejected" => Reply::Rejected,
            "failed" => Reply::Failed { message: field()?, location: field()? },
            "note" => Reply::Note(field()?),
            "called" => Reply::Called(field()?),
            "drew" => Reply::Drew { name: field()?, value: field()? },
            _ => return None,
        })
    }
}

/// The counts of searches at the end of a line; `None` if they are damaged.
fn search_counts(mut fields: impl Iterator<Item = String>) -> Option<Vec<SearchCounts>> {
    let mut all = Vec::new();
    while let Some(search) = fields.next() {
        let mut number = || fields.next()?.parse().ok();
        all.push(SearchCounts { search, executions: number()?, corpus: number()? });
    }
    Some(all)
}

/// Reads the replies of a worker while it writes them.
#[derive(Debug)]
pub struct Replies {
    path: PathBuf,
    /// How many bytes were read.
    read: u64,
    /// The beginning of a line.
    unfinished: Vec<u8>,
    is_refused: bool,
}

impl Replies {
    /// The replies of the worker with this folder.
    pub fn of(folder: &Path) -> Replies {
        let path = folder.join(REPLIES);
        Replies { path, read: 0, unfinished: Vec::new(), is_refused: false }
    }

    /// Whether the worker has another version.
    pub fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// The replies since the last call. A worker with another version is [`Reply::Broken`].
    pub fn read_new(&mut self) -> Vec<Reply> {
        let mut read = || -> io::Result<()> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.read))?;
            self.read += file.read_to_end(&mut self.unfinished)? as u64;
            Ok(())
        };
        // The file appears with the first reply.
        let _ = read();
        let mut replies = Vec::new();
        let Some(end) = self.unfinished.iter().rposition(|byte| *byte == b'\n') else {
            return replies;
        };
        let rest = self.unfinished.split_off(end + 1);
        let whole = std::mem::replace(&mut self.unfinished, rest);
        for line in String::from_utf8_lossy(&whole).lines() {
            if self.is_refused {
                break;
            }
            if let Some(reply) = Reply::decode(line) {
                replies.push(reply);
            } else if line.starts_with("version") {
                if let Err(why) = check_version("the test", line) {
                    self.is_refused = true;
                    replies.push(Reply::Broken(why));
                }
            }
        }
        replies
    }
}

/// The first line of a job and of replies.
pub(super) fn version_line() -> String {
    line::write(&["version", &VERSION.to_string()])
}

fn check_version(side: &str, line: &str) -> Result<(), String> {
    let fields = line::read(line);
    let found = match &fields[..] {
        [name, version] if name == "version" => version.as_str(),
        _ => "none",
    };
    if found == VERSION.to_string() {
        return Ok(());
    }
    Err(format!(
        "{side} uses version {found} of the worker protocol, but this program uses version {VERSION}: \
         install the release of `cargo-disprove` that matches the crate `disprove`"
    ))
}

fn milliseconds(time: Duration) -> String {
    // A limit of zero would end every case.
    time.as_millis().clamp(1, u64::MAX.into()).to_string()
}

#[cfg(test)]
mod tests;
