//! The supervisor of a property that runs in another process of the same test binary.

use super::{
    AbnormalExit, Job, Task, child, crash_message,
    journal::{self, Last},
    protocol::{Replies, Reply},
};
use crate::humanize::printable;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Runs a property in another process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supervisor<'a> {
    pub(crate) property: &'a str,
    pub(crate) module: &'a str,
    pub(crate) function: &'a str,
    /// Time limit of a case.
    pub(crate) limit: Duration,
}

/// The replies of the other process.
#[derive(Debug, Default)]
struct Answers {
    report: Option<String>,
    broken: Option<String>,
    warnings: Vec<String>,
    suspects: Option<Vec<String>>,
    seed: Option<u64>,
    ended: bool,
}

/// Time that a process may take to start its first case, besides the time of the case.
const START: Duration = Duration::from_secs(20);

/// Fraction of the time limit for a case that hangs while it is reduced ...
const HASTE: u32 = 10;
/// ... which is at least this long.
const LEAST: Duration = Duration::from_secs(1);

/// A folder that is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Relaxed);
        let folder = env::temp_dir().join(format!("disprove-isolate-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Supervisor<'_> {
    /// Returns warnings if the property holds, and else the report as an error.
    pub(crate) fn run(&self) -> Result<Vec<String>, String> {
        let done = Folder::new().and_then(|folder| self.run_in(&folder.0));
        done.unwrap_or_else(|why| {
            Err(format!("{}: cannot start a process for it: {why}", self.property))
        })
    }

    fn run_in(&self, folder: &Path) -> io::Result<Result<Vec<String>, String>> {
        let (answer, how) = self.start(&Job::new(folder, Task::Run, self.property), self.limit)?;
        if let Some(report) = answer.report.or(answer.broken.as_deref().map(printable)) {
            return Ok(Err(report));
        }
        if answer.ended {
            return Ok(Ok(answer.warnings));
        }
        let last = journal::last(&folder.join("journal")).unwrap_or(Last { case: 0, input: None });
        let message = printable(&crash_message(how, &child::printed(folder)).0);
        let inputs = answer.suspects.unwrap_or_else(|| {
            let mut inputs = Vec::new();
            inputs.extend(last.input.map(|input| input.to_text()));
            inputs
        });
        if last.case == 0 {
            return Ok(Err(format!(
                "{}: its process did not reach the first case: {message}",
                self.property
            )));
        }
        let mut limit = self.limit;
        if matches!(how, AbnormalExit::TimedOut(_)) {
            limit = (limit / HASTE).max(LEAST).min(limit);
        }
        let job = Job {
            crashed_at: last.case,
            limit,
            seed: answer.seed,
            inputs,
            ..Job::new(folder, Task::Reduce, self.property)
        };
        let (answer, _) = self.start(&job, Duration::MAX)?;
        Ok(Err(answer.report.unwrap_or_else(|| {
            format!(
                "{}: {message}\nit did not happen again when the same input was run by itself",
                self.property
            )
        })))
    }

    /// Runs the test in another process until it ends or a case exceeds its time limit.
    fn start(&self, job: &Job, limit: Duration) -> io::Result<(Answers, AbnormalExit)> {
        let folder = &job.folder;
        child::prepare(folder)?;
        job.write()?;
        let test = match self.module.split_once("::") {
            Some((_, module)) => format!("{module}::{}", self.function),
            None => self.function.to_owned(),
        };
        let mut arguments = Vec::new();
        for argument in ["--exact", &*test, "--include-ignored", "--nocapture", "--test-threads=1"]
        {
            arguments.push(argument.to_owned());
        }
        let mut process = child::start(folder, &arguments)?;
        let path = folder.join("journal");
        let mut case = (0, Instant::now());
        let status = child::wait(&mut process, &mut || {
            let now = journal::last(&path).map_or(0, |last| last.case);
            if now != case.0 {
                case = (now, Instant::now());
            }
            case.1.elapsed() < if now == 0 { limit.saturating_add(START) } else { limit }
        })?;
        let how = status.map_or(AbnormalExit::TimedOut(limit), AbnormalExit::Ended);
        Ok((answer(Replies::of(folder).read_new()), how))
    }
}

fn answer(replies: Vec<Reply>) -> Answers {
    let mut answer = Answers::default();
    for reply in replies {
        match reply {
            Reply::Report(report) => answer.report = Some(report),
            Reply::Broken(why) => answer.broken = Some(why),
            Reply::Warned(warning) => answer.warnings.push(warning),
            Reply::Suspects { inputs, .. } => answer.suspects = Some(inputs),
            Reply::Seed(seed) => answer.seed = Some(seed),
            Reply::End => answer.ended = true,
            _ => {}
        }
    }
    answer
}
