//! The supervisor of a property that runs in another process of the same test binary.

use super::{
    AbnormalExit, Job, Task, TempFolder,
    child::{ChildProcess, prepare},
    crash_message,
    journal::Last,
    protocol::{Replies, Reply},
    why_unreported,
};
use crate::humanize::printable;
use std::{io, path::Path, time::Duration};

/// Runs a property in another process.
#[derive(Clone, Copy)]
pub(crate) struct Supervisor<'a> {
    pub(crate) property: &'a str,
    pub(crate) module: &'a str,
    pub(crate) function: &'a str,
    /// Time limit of a case.
    pub(crate) limit: Duration,
}

/// What the other process found out about the property.
#[derive(Default)]
pub(crate) struct Supervised {
    /// The report, if the property does not hold.
    pub(crate) report: Option<String>,
    /// Warnings, if it holds.
    pub(crate) warnings: Vec<String>,
    /// Statistics and advice.
    pub(crate) statistics: Vec<String>,
    /// The result as a line of JSON, if a program reads messages.
    pub(crate) message: Option<String>,
    /// The workflow commands for failures, in a job of GitHub Actions.
    pub(crate) annotations: Vec<String>,
}

impl Supervised {
    fn without_failure(report: String) -> Supervised {
        Supervised { report: Some(report), ..Supervised::default() }
    }
}

/// The replies of the other process.
#[derive(Default)]
struct Answers {
    result: Supervised,
    broken: Option<String>,
    suspects: Option<Vec<String>>,
    seed: Option<u64>,
    ended: bool,
}

/// What is wrong with a run whose process could not write its replies.
const UNKNOWN: &str = "it is not known whether it holds";

/// Default time limit of a case that runs in a process of its own.
pub(crate) const ISOLATED_LIMIT: Duration = Duration::from_secs(10);

/// While a hanging case is reduced, the time limit of a case is divided by this: most of the time of such a reduction
/// goes into candidates that hang too.
const HANG_SPEEDUP: u32 = 10;
/// Lower bound of that limit: far above the few milliseconds that a process takes to start.
const LEAST_LIMIT: Duration = Duration::from_secs(1);

/// The time limit of a case while a hanging one is reduced.
pub fn hang_limit(limit: Duration) -> Duration {
    (limit / HANG_SPEEDUP).max(LEAST_LIMIT).min(limit)
}

/// How a process ended.
struct Exit {
    how: AbnormalExit,
    last: Last,
    printed: String,
}

impl Supervisor<'_> {
    /// Runs the property.
    pub(crate) fn run(&self) -> Supervised {
        let done = TempFolder::new("isolate")
            .and_then(|folder| self.run_in(&folder.path().join("worker")));
        done.unwrap_or_else(|why| {
            let report = format!("{}: cannot start a process for it: {why}", self.property);
            Supervised::without_failure(report)
        })
    }

    fn run_in(&self, folder: &Path) -> io::Result<Supervised> {
        let (mut answer, exit) =
            self.start(&Job::new(folder, Task::Run, self.property), self.limit)?;
        if answer.result.report.is_none() {
            answer.result.report = answer.broken.as_deref().map(printable);
        }
        if answer.result.report.is_some() || answer.ended {
            return Ok(answer.result);
        }
        let without_failure = |report: String| Ok(Supervised::without_failure(report));
        let Exit { how, last, printed } = exit;
        if let Some(why) = why_unreported(how, &printed) {
            return without_failure(format!("{}: {UNKNOWN}: {}", self.property, printable(&why)));
        }
        let message = printable(&crash_message(how, &printed).0);
        let inputs = answer.suspects.unwrap_or_else(|| {
            let mut inputs = Vec::new();
            inputs.extend(last.input.map(|input| input.to_text()));
            inputs
        });
        if last.case == 0 {
            return without_failure(format!(
                "{}: its process did not reach the first case: {message}",
                self.property
            ));
        }
        let mut limit = self.limit;
        if matches!(how, AbnormalExit::TimedOut(_)) {
            limit = hang_limit(limit);
        }
        let job = Job {
            crashed_at: last.case,
            limit,
            seed: answer.seed,
            inputs,
            ..Job::new(folder, Task::Reduce, self.property)
        };
        let (answer, exit) = self.start(&job, Duration::MAX)?;
        if answer.result.report.is_some() {
            return Ok(answer.result);
        }
        let note = match why_unreported(exit.how, &exit.printed) {
            Some(why) => format!("it could not be reduced: {}", printable(&why)),
            None => "it did not happen again when the same input was run by itself".to_owned(),
        };
        without_failure(format!("{}: {message}\n{note}", self.property))
    }

    /// Runs the test in another process until it ends or a case exceeds its time limit.
    fn start(&self, job: &Job, limit: Duration) -> io::Result<(Answers, Exit)> {
        prepare(&job.folder)?;
        let test = match self.module.split_once("::") {
            Some((_, module)) => format!("{module}::{}", self.function),
            None => self.function.to_owned(),
        };
        let mut arguments = Vec::new();
        for argument in ["--exact", &*test, "--include-ignored", "--nocapture", "--test-threads=1"]
        {
            arguments.push(argument.to_owned());
        }
        let mut process = ChildProcess::start(job, &arguments)?;
        let how = process.wait(limit)?;
        let last = process.last_case().unwrap_or(Last { case: 0, input: None });
        let answers = answer(Replies::of(&job.folder).read_new());
        Ok((answers, Exit { how, last, printed: process.printed() }))
    }
}

fn answer(replies: Vec<Reply>) -> Answers {
    let mut answer = Answers::default();
    for reply in replies {
        match reply {
            Reply::Report(report) => answer.result.report = Some(report),
            Reply::Message(message) => answer.result.message = Some(message),
            Reply::Annotation(annotation) => answer.result.annotations.push(annotation),
            Reply::Broken(why) => answer.broken = Some(why),
            Reply::Warned(warning) => answer.result.warnings.push(warning),
            Reply::Statistics(text) => answer.result.statistics.push(text),
            Reply::Suspects { inputs, .. } => answer.suspects = Some(inputs),
            Reply::Seed(seed) => answer.seed = Some(seed),
            Reply::End => answer.ended = true,
            _ => {}
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::{HANG_SPEEDUP, ISOLATED_LIMIT, Job, LEAST_LIMIT, Task, hang_limit};
    use std::{path::Path, time::Duration};

    /// A supervisor leaves the limit of its jobs as it is.
    #[test]
    fn isolated_cases_have_no_memory_limit() {
        for task in [Task::Run, Task::Reduce] {
            assert_eq!(Job::new(Path::new(""), task, "").memory, 0);
        }
    }

    #[test]
    fn hanging_cases_are_reduced_with_a_tenth_of_the_limit_but_at_least_a_second() {
        for (limit, expected) in [(500, 500), (1_000, 1_000), (2_000, 1_000), (30_000, 3_000)] {
            let limit = hang_limit(Duration::from_millis(limit));
            assert_eq!(limit, Duration::from_millis(expected));
        }
    }

    #[test]
    fn the_guide_states_the_limits_of_isolated_cases() {
        for part in [
            format!("`isolate` alone allows {} seconds", ISOLATED_LIMIT.as_secs()),
            format!("uses a tenth of it, but at least {} second,", LEAST_LIMIT.as_secs()),
        ] {
            crate::humanize::assert_said("guides/crashes.md", &part);
        }
        assert_eq!(HANG_SPEEDUP, 10, "a tenth");
    }
}
