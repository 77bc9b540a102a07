//! `cargo disprove replay`: runs one input of a property and prints its report.

use crate::{
    error::{CommandError, exit, usage},
    hunt::{
        find,
        worker::{Worker, WorkerState},
    },
    limits::Limits,
    project::{Property, TestFlags, database},
    terminal::print,
};
use clap::Args;
use disprove::{
    __private::{
        TempFolder, crash_message, database_in,
        protocol::{FailureReply, Job, Reply, Task},
        regression_file, why_unreported,
    },
    Database, Tree,
};
use std::{path::Path, process::ExitCode, thread, time::Duration};

const EXAMPLES: &str = "\
Examples:
  cargo disprove replay d1:kJAANQ
  cargo disprove replay d1:kJAANQ rle_round_trips";

/// Runs one input of a property and prints its report.
///
/// The input runs in a separate process.
///
/// Exits with 0 if the property passes, with 1 if it fails, and with 2 if it cannot be run.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Replay token from a report: d1:...
    #[arg(value_name = "TOKEN")]
    token: String,

    /// Part of the name of the property. Optional if there is only one, or only one has saved this input: as a failure, or in its regressions.
    #[arg(value_name = "PROPERTY")]
    filter: Vec<String>,

    /// Include `check(..)` calls in ordinary tests. Runs each test once to find them.
    #[arg(long)]
    checks: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: TestFlags,
}

/// How often the worker is polled: short against the start of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The result of replaying an input.
#[derive(Debug, Default)]
pub(crate) struct ReplayResult {
    pub(crate) failures: Vec<FailureReply>,
    /// The report as text; empty if the property passed.
    pub(crate) report: String,
    /// The tokens of inputs that passed, in order.
    pub(crate) survived: Vec<String>,
    /// The property cannot be run, as the report says.
    pub(crate) is_broken: bool,
    /// The worker itself crashed.
    pub(crate) died: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(replay(arguments))
}

fn replay(arguments: &Arguments) -> Result<u8, CommandError> {
    let token = arguments.token.trim();
    if let Err(why) = Tree::from_token(token) {
        return Err(usage(format!("invalid replay token `{token}`: {why}")));
    }
    let found = find(&arguments.flags, &arguments.filter, arguments.checks)?;
    let property = select_property(found, token)?;
    let result = replay_input(&property, token, arguments.limits)?;
    if result.report.is_empty() {
        print(&format!("{} passes for this input.", property.key));
        return Ok(0);
    }
    print(&result.report);
    Ok(if result.is_broken { 2 } else { 1 })
}

/// The only property, or the only one that has saved this input: as a failure, or in its regressions.
fn select_property(mut found: Vec<Property>, token: &str) -> Result<Property, CommandError> {
    if found.len() > 1 {
        let has_saved = |property: &Property| {
            saved_failures(property).iter().any(|entry| entry.to_token() == token)
                || regression_file(&database(property), &property.key, token).is_some()
        };
        let owners: Vec<usize> =
            (0..found.len()).filter(|number| has_saved(&found[*number])).collect();
        if let [number] = owners[..] {
            return Ok(found.swap_remove(number));
        }
        let names: Vec<&str> = found.iter().map(|property| property.key.as_str()).collect();
        return Err(usage(format!(
            "the token does not name its property: add one of {}",
            names.join(", ")
        )));
    }
    found.pop().ok_or_else(|| usage("no property found"))
}

/// The saved failures of a property in its database.
pub(crate) fn saved_failures(property: &Property) -> Vec<Tree> {
    database_in(database(property)).load(&property.key).entries
}

/// Runs an input in a separate process.
pub(crate) fn replay_input(
    property: &Property,
    token: &str,
    limits: Limits,
) -> Result<ReplayResult, CommandError> {
    run_job(property, &|folder| replay_job(folder, property, token, limits))
}

/// The job of a worker that runs an input.
fn replay_job(folder: &Path, property: &Property, token: &str, limits: Limits) -> Job {
    let Limits { case_time: limit, memory } = limits;
    Job {
        time: Some(limit),
        limit,
        memory: memory << 20,
        inputs: vec![token.to_owned()],
        ..Job::new(folder, Task::Replay, &property.key)
    }
}

/// Runs a worker until its job is done. The job is made for a folder.
pub(crate) fn run_job(
    property: &Property,
    job: &dyn Fn(&Path) -> Job,
) -> Result<ReplayResult, CommandError> {
    let cannot = |why: std::io::Error| {
        usage(format!("cannot run the worker process of {}: {why}", property.key))
    };
    let folder = TempFolder::new("replay").map_err(cannot)?;
    let job = job(&folder.path().join("worker"));
    let mut worker = Worker::start(property, &job).map_err(cannot)?;
    let how = loop {
        match worker.poll().map_err(cannot)? {
            WorkerState::Running => thread::sleep(POLL_INTERVAL),
            WorkerState::Exited(how) => break how,
        }
    };
    let (mut result, mut ended) = (ReplayResult::default(), false);
    for reply in worker.replies() {
        match reply {
            Reply::Failure(failure) => result.failures.push(failure),
            Reply::Report(report) => result.report = report,
            Reply::Survived(token) => result.survived.push(token),
            Reply::Broken(why) => {
                result.report = why;
                result.is_broken = true;
                ended = true;
            }
            Reply::Skipped(why) => return Err(usage(format!("{}: {why}", property.key))),
            Reply::End => ended = true,
            _ => {}
        }
    }
    if !ended {
        if let Some(why) = why_unreported(how, &worker.printed()) {
            return Err(cannot(std::io::Error::other(why)));
        }
        // The worker itself crashed: only a replay runs the property in a child of it.
        result.died = true;
        let (message, _) = crash_message(how, &worker.printed());
        result.report = format!("{}: {message}", property.key);
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Duration, Path, Property, replay_job};
    use crate::parsed::parsed;

    #[test]
    fn a_replay_has_the_limits_of_the_command_line() {
        let property = Property::missing("p-props::a");
        let arguments = parsed::<Arguments>("replay --case-time 3s --memory 128 d1:A");
        let job = replay_job(Path::new("worker"), &property, "d1:A", arguments.limits);
        assert_eq!((job.limit, job.memory), (Duration::from_secs(3), 128 << 20));
    }
}
