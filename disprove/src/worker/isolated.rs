//! A property of this test, in another process of the same binary.

use super::{
    Death, child, death,
    journal::{self, Last},
    line,
};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// A property that is run in another process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Isolated<'a> {
    pub(crate) property: &'a str,
    pub(crate) module: &'a str,
    pub(crate) function: &'a str,
    /// How long a case may take.
    pub(crate) limit: Duration,
}

/// What the other process said.
#[derive(Debug, Default)]
struct Answer {
    report: Option<String>,
    broken: Option<String>,
    warnings: Vec<String>,
    suspects: Option<Vec<String>>,
    seed: Option<String>,
    ended: bool,
}

/// Besides the time of a case: what a process needs to come to its first one.
const START: Duration = Duration::from_secs(20);

/// A case that hangs is given this part of its time while it is reduced, but no less than that.
const HASTE: u32 = 10;
const LEAST: Duration = Duration::from_secs(1);

/// A folder that is removed in the end.
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

impl Isolated<'_> {
    /// Warnings, if the property holds; an error is the report.
    pub(crate) fn run(&self) -> Result<Vec<String>, String> {
        let done = Folder::new().and_then(|folder| self.run_in(&folder.0));
        done.unwrap_or_else(|why| {
            Err(format!("{}: a process for it cannot be started: {why}", self.property))
        })
    }

    fn run_in(&self, folder: &Path) -> io::Result<Result<Vec<String>, String>> {
        let (answer, how) = self.start(folder, &[&["task", "run"]], self.limit)?;
        if let Some(report) = answer.report.or(answer.broken) {
            return Ok(Err(report));
        }
        if answer.ended {
            return Ok(Ok(answer.warnings));
        }
        let last = journal::last(&folder.join("journal")).unwrap_or(Last { case: 0, input: None });
        let (message, _) = death(how, &child::printed(folder));
        let inputs = answer.suspects.unwrap_or_else(|| {
            let mut inputs = Vec::new();
            inputs.extend(last.input.map(|input| input.to_text()));
            inputs
        });
        if last.case == 0 {
            return Ok(Err(format!(
                "{}: its process did not come to its first case: {message}",
                self.property
            )));
        }
        let mut limit = self.limit;
        if matches!(how, Death::TimedOut(_)) {
            limit = (limit / HASTE).max(LEAST).min(limit);
        }
        let (at, milliseconds) = (last.case.to_string(), limit.as_millis().to_string());
        let mut order: Vec<&[&str]> = Vec::new();
        let lines = [["task", "reduce"], ["at", &at], ["limit", &milliseconds]];
        for fields in &lines {
            order.push(fields);
        }
        let seed = answer.seed.unwrap_or_default();
        let seed = ["seed", &seed];
        if !seed[1].is_empty() {
            order.push(&seed);
        }
        let mut suspects = Vec::new();
        for input in &inputs {
            suspects.push(["input", input]);
        }
        for fields in &suspects {
            order.push(fields);
        }
        let (answer, _) = self.start(folder, &order, Duration::MAX)?;
        Ok(Err(answer.report.unwrap_or_else(|| {
            format!(
                "{}: {message}\nit did not happen again when the same input was run by itself",
                self.property
            )
        })))
    }

    /// Runs the test in another process to its end, or until a case takes too long.
    fn start(
        &self,
        folder: &Path,
        order: &[&[&str]],
        limit: Duration,
    ) -> io::Result<(Answer, Death)> {
        child::prepare(folder)?;
        let mut lines = line::write(&["property", self.property]);
        for fields in order {
            lines += &line::write(fields);
        }
        fs::write(folder.join("order"), lines)?;
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
        let how = status.map_or(Death::TimedOut(limit), Death::Ended);
        Ok((answer(&fs::read_to_string(folder.join("said")).unwrap_or_default()), how))
    }
}

fn answer(said: &str) -> Answer {
    let mut answer = Answer::default();
    for line in said.lines() {
        let mut fields = line::read(line);
        let field = fields.get(1).cloned();
        match &*fields[0] {
            "report" => answer.report = field,
            "broken" => answer.broken = field,
            "warned" => answer.warnings.extend(field),
            "suspects" => answer.suspects = Some(fields.split_off(3.min(fields.len()))),
            "seed" => answer.seed = field,
            "end" => answer.ended = true,
            _ => {}
        }
    }
    answer
}
