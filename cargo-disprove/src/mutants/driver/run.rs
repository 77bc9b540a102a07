//! Runs cargo-mutants and reports the result of each scenario.

use super::{
    CargoMutants, LATE, Mutant, MutationScope, Plan, ScenarioResult, Summary, TestTimings, config,
    rounds::{folder_of, has_ended},
    scenario::Outcome,
    schemata::cargo_arguments,
    scope::real_cargo,
    stub_config::{StubConfig, reported_error},
};
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    fs::{self, File},
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// How often the results are polled: short against the seconds that a mutant takes.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time for cargo-mutants to remove its copy of the project before it is killed.
const GRACE: Duration = Duration::from_secs(20);

/// Timeout of cargo-mutants in seconds: effectively none. The stub enforces the limits, since it knows rounds and tests.
const NO_TIMEOUT: u32 = 1_000_000_000;

/// The message of compilers and linkers on a full disk.
const DISK_FULL: &str = "No space left on device";

/// Whether the baseline has to run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BaselineRun {
    /// Its rounds run first.
    Needed,
    /// It has run, with these timings.
    Known(TestTimings),
}

/// The arguments of a cargo-mutants run.
pub(crate) struct Driver<'a> {
    pub(crate) tool: &'a CargoMutants,
    pub(crate) scope: &'a MutationScope,
    pub(crate) plan: &'a Plan,
    /// The root of the workspace.
    pub(crate) root: &'a Path,
    /// For temporary files; emptied first.
    pub(crate) folder: &'a Path,
    pub(crate) baseline: BaselineRun,
    /// Mutants tested in parallel.
    pub(crate) jobs: u16,
    /// Time limit of a round in seconds (default: from the timings of the baseline).
    pub(crate) timeout: Option<f64>,
    /// A target folder for this run and others, so that they build the dependencies once.
    pub(crate) build: Option<&'a Path>,
    /// Lints reject no mutant, also where only cargo-mutants changes the code.
    pub(crate) caps_lints: bool,
}

impl Driver<'_> {
    /// Tests these mutants, and reports each result as it arrives, that of the baseline first. Returns whether all
    /// were tested.
    pub(crate) fn run(
        &self,
        mutants: &[&Mutant],
        stop: &AtomicBool,
        on_result: &mut dyn FnMut(ScenarioResult) -> Result<ControlFlow<()>, CommandError>,
    ) -> Result<bool, CommandError> {
        self.run_watched(mutants, stop, on_result, &mut || Ok(()))
    }

    /// Like [`Driver::run`], and calls `on_poll` again and again. Its error ends the run.
    pub(crate) fn run_watched(
        &self,
        mutants: &[&Mutant],
        stop: &AtomicBool,
        on_result: &mut dyn FnMut(ScenarioResult) -> Result<ControlFlow<()>, CommandError>,
        on_poll: &mut dyn FnMut() -> Result<(), CommandError>,
    ) -> Result<bool, CommandError> {
        let (mut child, output) = self.start(mutants)?;
        let mut reader = Reader { folder: self.folder, seen: 0, stamp: None };
        loop {
            let status = child.try_wait().map_err(|why| cannot(&self.tool.path, &why))?;
            let outcomes = match reader.new_results() {
                Ok(outcomes) => outcomes,
                // The file is being written: try again at the next poll.
                Err(Unread::Unfinished) if status.is_none() => Vec::new(),
                Err(_) if status.is_some_and(|status| !has_run(status)) => Vec::new(),
                Err(_) => {
                    end(&mut child);
                    return Err(self.tool.unknown_format("its outcomes"));
                }
            };
            for outcome in outcomes {
                match self.check(&outcome).and_then(|()| on_result(outcome)) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        end(&mut child);
                        return Ok(false);
                    }
                    Err(error) => {
                        end(&mut child);
                        return Err(error);
                    }
                }
            }
            if let Err(error) = on_poll() {
                end(&mut child);
                return Err(error);
            }
            if stop.load(Relaxed) {
                end(&mut child);
                return Ok(false);
            }
            match status {
                None => thread::sleep(POLL_INTERVAL),
                Some(status) if has_run(status) => return Ok(true),
                // The baseline failed, which was reported.
                Some(status) if status.code() == Some(4) && reader.seen > 0 => return Ok(false),
                Some(status) => {
                    let text = fs::read_to_string(&output).unwrap_or_default();
                    let why = reported_error(self.folder).unwrap_or_else(|| last_lines(&text));
                    return Err(usage(format!("cargo-mutants ended with {status}: {why}")));
                }
            }
        }
    }

    /// Rejects results that come from a failure to run the tests, and not from the tests.
    fn check(&self, ended: &ScenarioResult) -> Result<(), CommandError> {
        let log = ended.log.display();
        let what = ended.mutant.as_deref().unwrap_or("the unchanged code");
        let failed = |why: String| {
            usage(format!("the tests of {what} did not run to their end: {why}; see {log}"))
        };
        if let Some(why) = reported_error(self.folder) {
            return Err(failed(why));
        }
        let has_rounds =
            || self.plan.rounds.iter().all(|round| has_ended(&ended.rounds.join(&round.name)));
        match ended.summary {
            Summary::Unviable | Summary::Failure => {
                let log = fs::read(&ended.log).unwrap_or_default();
                let is_full = String::from_utf8_lossy(&log).contains(DISK_FULL);
                if is_full { Err(failed("the disk is full".to_owned())) } else { Ok(()) }
            }
            _ if ended.mutant.is_some() && !has_rounds() => {
                Err(failed("they were interrupted".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn start(&self, mutants: &[&Mutant]) -> Result<(Child, PathBuf), CommandError> {
        let folder = self.folder;
        let unwritten =
            |why: io::Error| usage(format!("cannot write to {}: {why}", folder.display()));
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(unwritten)?;
        }
        fs::create_dir_all(folder).map_err(unwritten)?;
        let folder = &folder.canonicalize().map_err(unwritten)?;
        let config = StubConfig {
            cargo: real_cargo(),
            arguments: if self.plan.alternatives.is_empty() {
                Vec::new()
            } else {
                cargo_arguments(self.root)
            },
            plan: self.plan.clone(),
            driver: std::process::id(),
            limit: self.timeout,
            // A build locks its target folder, so parallel builds would wait for each other.
            build: self.build.filter(|_| self.jobs == 1).map(Path::to_owned),
        };
        let link = config.install(folder).map_err(unwritten)?;
        if let BaselineRun::Known(timings) = &self.baseline {
            let timings = TestTimings { limit: self.timeout, ..timings.clone() };
            timings.write(folder).map_err(unwritten)?;
        }
        let project = self.root.join(".cargo").join("mutants.toml");
        let project = fs::read_to_string(project).unwrap_or_default();
        let settings = folder.join("mutants.toml");
        fs::write(&settings, config::config(&project, mutants)).map_err(unwritten)?;
        let output = folder.join("cargo-mutants.txt");
        let file = File::create(&output).map_err(unwritten)?;
        let both = file.try_clone().map_err(unwritten)?;
        let mut command = Command::new(&self.tool.path);
        command
            .args(["mutants", "--colors=never", "--annotations=none", "--config"])
            .arg(settings)
            .arg("--output")
            .arg(folder)
            .arg(format!("--jobs={}", self.jobs))
            .args(self.baseline_arguments())
            // Another test tool would print other lines.
            .arg("--test-tool=cargo")
            // Lints must not reject the inserted code.
            .args((self.caps_lints || self.plan.changes_code()).then_some("--cap-lints=true"))
            .args(self.scope.arguments())
            .env("CARGO", link)
            // Its last lines go into the error message.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(both);
        self.scope.cargo_environment(&mut command);
        // Ctrl-C goes to this process, which passes it on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|why| cannot(&self.tool.path, &why))?;
        Ok((child, output))
    }

    /// Arguments of cargo-mutants about the baseline, without time limits.
    fn baseline_arguments(&self) -> Vec<String> {
        match self.baseline {
            // `--timeout` would limit the baseline too.
            BaselineRun::Needed => vec![
                "--timeout-multiplier=0".to_owned(),
                format!("--minimum-test-timeout={NO_TIMEOUT}"),
            ],
            BaselineRun::Known(_) => {
                vec!["--baseline=skip".to_owned(), format!("--timeout={NO_TIMEOUT}")]
            }
        }
    }
}

/// A folder for this process, below another one. The cargo-mutants of a killed process may keep writing to its
/// own folder for a while. Folders of other processes are removed.
pub(crate) fn own_folder(parent: &Path, name: &str) -> PathBuf {
    let start = format!("{name}-");
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        let process = other.strip_prefix(&start).unwrap_or_default();
        if process.starts_with(|c: char| c.is_ascii_digit()) {
            // A folder still in use may stay.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    parent.join(format!("{start}{}", std::process::id()))
}

fn cannot(path: &Path, why: &io::Error) -> CommandError {
    usage(format!("cannot run {}: {why}", path.display()))
}

/// Whether the exit code means that all mutants were tested: all caught, some missed, or some timed out.
fn has_run(status: ExitStatus) -> bool {
    matches!(status.code(), Some(0 | 2 | 3))
}

/// Interrupts it and waits; kills it after a while.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(pid) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        let start = Instant::now();
        while start.elapsed() < GRACE {
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The last lines of a text, joined into one.
fn last_lines(text: &str) -> String {
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let start = lines.len().saturating_sub(5);
    lines.drain(..start);
    if lines.is_empty() { "no output".to_owned() } else { lines.join("; ") }
}

/// Reads the outcomes as they arrive.
struct Reader<'a> {
    folder: &'a Path,
    /// How many of them were reported.
    seen: usize,
    /// Length and modification time of the file when it was last read.
    stamp: Option<(u64, std::time::SystemTime)>,
}

enum Unread {
    Unfinished,
    UnknownFormat,
}

impl Reader<'_> {
    /// Results since the last call.
    fn new_results(&mut self) -> Result<Vec<ScenarioResult>, Unread> {
        let out = self.folder.join("mutants.out");
        let path = out.join("outcomes.json");
        let Ok(about) = fs::metadata(&path) else { return Ok(Vec::new()) };
        let stamp = about.modified().ok().map(|time| (about.len(), time));
        if stamp.is_some() && stamp == self.stamp {
            return Ok(Vec::new());
        }
        let text = fs::read(&path).map_err(|_| Unread::Unfinished)?;
        let value: Value = serde_json::from_slice(&text).map_err(|_| Unread::Unfinished)?;
        let all = value["outcomes"].as_array().ok_or(Unread::UnknownFormat)?;
        let mut results = Vec::new();
        for item in all.iter().skip(self.seen) {
            let outcome = Outcome::of(item).ok_or(Unread::UnknownFormat)?;
            let rounds = folder_of(self.folder, Path::new(&outcome.log));
            let timed_out = |entry: &fs::DirEntry| entry.path().join(LATE).exists();
            results.push(ScenarioResult {
                timed_out: fs::read_dir(&rounds)
                    .into_iter()
                    .flatten()
                    .flatten()
                    .any(|it| timed_out(&it)),
                rounds,
                log: out.join(&outcome.log),
                mutant: outcome.mutant,
                summary: outcome.summary,
                build_seconds: outcome.build_seconds,
                test_seconds: outcome.test_seconds,
            });
        }
        self.stamp = stamp;
        self.seen = all.len();
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::last_lines;

    #[test]
    fn the_last_lines_are_joined() {
        assert_eq!(last_lines(""), "no output");
        assert_eq!(last_lines("a\nb\n\n c\nd\ne\nf"), "b; c; d; e; f");
    }
}
