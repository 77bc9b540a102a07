//! Runs suggestions, each in a process of its own.

use super::{Arguments, package::Package, scratch::Built};
use crate::error::{CommandError, usage};
use disprove::__private::TempFolder;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// Time limit of a suggestion, with its reduction.
const LIMIT: Duration = Duration::from_secs(60);

/// How often a process is asked whether it has ended: short beside a run.
const POLL: Duration = Duration::from_millis(5);

/// What came out of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It passes, in this number of seconds.
    Passed(f64),
    /// It fails for a reduced input.
    Failed { input: String, message: String },
    /// It says nothing: too few inputs were accepted, or a generator fails.
    Nothing(String),
}

/// Runs all suggestions of a binary. The outcomes are by name.
pub(super) fn run(
    package: &Package,
    arguments: &Arguments,
    built: &Built,
) -> Result<BTreeMap<String, Outcome>, CommandError> {
    let Some((binary, variables)) = &built.binary else { return Ok(BTreeMap::new()) };
    let folder = TempFolder::new("suggest")
        .map_err(|why| usage(format!("cannot make a folder for messages: {why}")))?;
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from).min(8);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(suggestion) = built.suggestions.get(next.fetch_add(1, Relaxed)) {
                    let name = &suggestion.name;
                    let messages = folder.path().join(name);
                    let mut command = Command::new(binary);
                    command.args(["--exact", name, "--nocapture"]);
                    // Literals are those of the package under test.
                    command.current_dir(&package.folder).env("CARGO_MANIFEST_DIR", &package.folder);
                    command.envs(variables.iter().cloned());
                    settings(&mut command, arguments, &messages);
                    let outcome = run_one(&mut command, &messages);
                    found.lock().expect("no worker panics").insert(name.clone(), outcome);
                }
            });
        }
    });
    Ok(found.into_inner().expect("no worker panics"))
}

fn settings(command: &mut Command, arguments: &Arguments, messages: &Path) {
    for (key, _) in std::env::vars_os() {
        if key.to_string_lossy().starts_with("DISPROVE_") {
            command.env_remove(key);
        }
    }
    command
        .env("DISPROVE_MESSAGES", messages)
        .env("DISPROVE_CASES", arguments.cases.to_string())
        .env("DISPROVE_SEED", "1")
        .env("DISPROVE_DATABASE", "none")
        .env("DISPROVE_EXPLAIN", "false")
        .env("DISPROVE_MAX_FAILURES", "1")
        .env("DISPROVE_TIME", "15s")
        .env("DISPROVE_REDUCTION_TIME", "5s")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
}

fn run_one(command: &mut Command, messages: &Path) -> Outcome {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let Ok(mut process) = command.spawn() else {
        return Outcome::Nothing("it cannot be started".to_owned());
    };
    let start = Instant::now();
    let mut timed_out = false;
    loop {
        match process.try_wait() {
            Ok(Some(_)) | Err(_) => break,
            Ok(None) if start.elapsed() > LIMIT => {
                timed_out = true;
                kill(&process);
                let _ = process.kill();
                let _ = process.wait();
                break;
            }
            Ok(None) => thread::sleep(POLL),
        }
    }
    let text = fs::read_to_string(messages).unwrap_or_default();
    let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let ended = lines.rfind(|it| it["event"] == "property");
    match ended {
        Some(message) => outcome(&message),
        None if timed_out => Outcome::Nothing(format!("it takes more than {} s", LIMIT.as_secs())),
        None => Outcome::Nothing("its process ended without a result".to_owned()),
    }
}

/// Ends the processes that a suggestion has started.
#[cfg(unix)]
fn kill(process: &std::process::Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(process.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_process: &std::process::Child) {}

/// The reduced input: the value of a single argument, or the names and values of several.
fn input(failure: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let arguments = failure["arguments"].as_array().map_or(&[][..], Vec::as_slice);
    match arguments {
        [] => text(&failure["input"]),
        [only] => text(&only["value"]),
        all => {
            let named = |it: &Value| format!("{} = {}", text(&it["name"]), text(&it["value"]));
            all.iter().map(named).collect::<Vec<_>>().join(", ")
        }
    }
}

impl Outcome {
    pub(super) fn is_passed(&self) -> bool {
        matches!(self, Outcome::Passed(_))
    }
}

fn outcome(message: &Value) -> Outcome {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match message["verdict"].as_str().unwrap_or_default() {
        "passed" | "exhausted" => Outcome::Passed(message["seconds"].as_f64().unwrap_or(0.0)),
        "falsified" | "flaky" => {
            let failure = &message["failures"][0];
            Outcome::Failed { input: input(failure), message: text(&failure["message"]) }
        }
        "gave_up" => Outcome::Nothing("too few of its inputs are valid".to_owned()),
        _ => {
            let report = text(&message["report"]);
            Outcome::Nothing(report.lines().next().unwrap_or("it does not run").to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Command, Path, settings};
    use crate::parsed::parsed;
    use std::ffi::OsStr;

    #[test]
    fn a_suggestion_has_the_cases_of_the_command_line() {
        let mut command = Command::new("suggested");
        let arguments = parsed::<Arguments>("suggest --cases 9");
        settings(&mut command, &arguments, Path::new("messages"));
        let wanted = (OsStr::new("DISPROVE_CASES"), Some(OsStr::new("9")));
        assert!(command.get_envs().any(|variable| variable == wanted));
    }
}
