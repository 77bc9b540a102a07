//! A run of cargo-mutants under way.

use super::{
    Ended, LATE, Mutant, Pace, Plan, Subject, Summary, Tool,
    config::config,
    order::{Order, trouble},
    outcome::Outcome,
    rounds::{folder_of, has_ended},
    subject::real_cargo,
};
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// How often it is looked whether a mutant has ended. A mutant takes seconds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// cargo-mutants removes its copy of the project when it is asked to stop; then it is made to.
const GRACE: Duration = Duration::from_secs(20);

/// The seconds that cargo-mutants waits for tests. The stand-in looks at the time, as it knows of rounds, and which tests are
/// left then.
const FOREVER: u32 = 1_000_000_000;

/// What compilers and linkers say when they cannot write.
const FULL: &str = "No space left on device";

/// Whether the rest is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoOn {
    Yes,
    No,
}

/// What is known of the code as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Baseline {
    /// Nothing: its rounds are run first.
    Run,
    /// How long its tests take.
    Known(Pace),
}

/// Everything that cargo-mutants has to be told.
pub(crate) struct Driver<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) subject: &'a Subject,
    pub(crate) plan: &'a Plan,
    /// Where the manifest of the workspace is.
    pub(crate) root: &'a Path,
    /// For what is written on the way; emptied first.
    pub(crate) folder: &'a Path,
    pub(crate) baseline: Baseline,
    /// Mutants at the same time.
    pub(crate) jobs: u16,
    /// The seconds that a round may take; by the time of the code as it is, if nothing is said.
    pub(crate) timeout: Option<f64>,
}

impl Driver<'_> {
    /// Tests these mutants, and tells of each when it ends; of the code as it is first, unless it is known. True, if
    /// all ended.
    pub(crate) fn run(
        &self,
        mutants: &[&Mutant],
        stop: &AtomicBool,
        ended: &mut dyn FnMut(Ended) -> Result<GoOn, CommandError>,
    ) -> Result<bool, CommandError> {
        let (mut child, said) = self.start(mutants)?;
        let mut reader = Reader { folder: self.folder, seen: 0, stamp: None };
        loop {
            let status = child.try_wait().map_err(|why| cannot(&self.tool.path, &why))?;
            let outcomes = match reader.news() {
                Ok(outcomes) => outcomes,
                // It is being written: the next look tells.
                Err(Unread::Unfinished) if status.is_none() => Vec::new(),
                Err(_) if status.is_some_and(|status| !has_run(status)) => Vec::new(),
                Err(_) => {
                    end(&mut child);
                    return Err(self.tool.not_understood("its outcomes"));
                }
            };
            for outcome in outcomes {
                match self.check(&outcome).and_then(|()| ended(outcome)) {
                    Ok(GoOn::Yes) => {}
                    Ok(GoOn::No) => {
                        end(&mut child);
                        return Ok(false);
                    }
                    Err(mistake) => {
                        end(&mut child);
                        return Err(mistake);
                    }
                }
            }
            if stop.load(Relaxed) {
                end(&mut child);
                return Ok(false);
            }
            match status {
                None => thread::sleep(BETWEEN_LOOKS),
                Some(status) if has_run(status) => return Ok(true),
                // The code as it is failed, which was told.
                Some(status) if status.code() == Some(4) && reader.seen > 0 => return Ok(false),
                Some(status) => {
                    let text = fs::read_to_string(&said).unwrap_or_default();
                    let why = trouble(self.folder).unwrap_or_else(|| last_lines(&text));
                    return Err(usage(format!("cargo-mutants ended with {status}: {why}")));
                }
            }
        }
    }

    /// Whether it is an outcome of the tests, and not of something that went wrong with running them.
    fn check(&self, ended: &Ended) -> Result<(), CommandError> {
        let log = ended.log.display();
        let what = ended.mutant.as_deref().unwrap_or("the code as it is");
        let failed = |why: String| {
            usage(format!("the tests of {what} were not run to their end: {why}; see {log}"))
        };
        if let Some(why) = trouble(self.folder) {
            return Err(failed(why));
        }
        let has_rounds =
            || self.plan.rounds.iter().all(|round| has_ended(&ended.rounds.join(&round.name)));
        match ended.summary {
            Summary::Unviable | Summary::Failure => {
                let said = fs::read(&ended.log).unwrap_or_default();
                let is_full = String::from_utf8_lossy(&said).contains(FULL);
                if is_full { Err(failed("the disk is full".to_owned())) } else { Ok(()) }
            }
            _ if ended.mutant.is_some() && !has_rounds() => {
                Err(failed("something has ended them".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn start(&self, mutants: &[&Mutant]) -> Result<(Child, PathBuf), CommandError> {
        let folder = self.folder;
        let unwritten =
            |why: io::Error| usage(format!("{} cannot be written: {why}", folder.display()));
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(unwritten)?;
        }
        fs::create_dir_all(folder).map_err(unwritten)?;
        let folder = &folder.canonicalize().map_err(unwritten)?;
        let order = Order {
            cargo: real_cargo(),
            plan: self.plan.clone(),
            driver: std::process::id(),
            limit: self.timeout,
        };
        let link = order.give(folder).map_err(unwritten)?;
        if let Baseline::Known(pace) = &self.baseline {
            let pace = Pace { limit: self.timeout, ..pace.clone() };
            pace.write(folder).map_err(unwritten)?;
        }
        let project = self.root.join(".cargo").join("mutants.toml");
        let project = fs::read_to_string(project).unwrap_or_default();
        let settings = folder.join("mutants.toml");
        fs::write(&settings, config(&project, mutants)).map_err(unwritten)?;
        let said = folder.join("cargo-mutants.txt");
        let file = File::create(&said).map_err(unwritten)?;
        let both = file.try_clone().map_err(unwritten)?;
        let mut command = Command::new(&self.tool.path);
        command
            .args(["mutants", "--colors=never", "--annotations=none", "--config"])
            .arg(settings)
            .arg("--output")
            .arg(folder)
            .arg(format!("--jobs={}", self.jobs))
            .args(self.baseline())
            // What the project has chosen prints other lines.
            .arg("--test-tool=cargo")
            // What is put into the code must not be taken for bad style.
            .args((!self.plan.edits.is_empty()).then_some("--cap-lints=true"))
            .args(self.subject.arguments())
            .env("CARGO", link)
            // What it says last should be what is wrong.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(both);
        self.subject.cargo_environment(&mut command);
        // Ctrl-C is for this process, which passes it on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|why| cannot(&self.tool.path, &why))?;
        Ok((child, said))
    }

    /// How cargo-mutants is told about the code as it is, and that it need not look at the time.
    fn baseline(&self) -> Vec<String> {
        match self.baseline {
            // A limit of its own would be one for the code as it is as well.
            Baseline::Run => vec![
                "--timeout-multiplier=0".to_owned(),
                format!("--minimum-test-timeout={FOREVER}"),
            ],
            Baseline::Known(_) => {
                vec!["--baseline=skip".to_owned(), format!("--timeout={FOREVER}")]
            }
        }
    }
}

/// A folder for a run, in another one: of this process alone, as the cargo-mutants of one that was killed may go on writing to
/// its own for a while. Those of others are removed.
pub(crate) fn own_folder(parent: &Path, name: &str) -> PathBuf {
    let start = format!("{name}-");
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        let process = other.strip_prefix(&start).unwrap_or_default();
        if process.starts_with(|c: char| c.is_ascii_digit()) {
            // What is still written to stays, and hurts nobody.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    parent.join(format!("{start}{}", std::process::id()))
}

fn cannot(path: &Path, why: &io::Error) -> CommandError {
    usage(format!("{} cannot be run: {why}", path.display()))
}

/// Caught, missed and timed out: it says this with its exit code as well.
fn has_run(status: ExitStatus) -> bool {
    matches!(status.code(), Some(0 | 2 | 3))
}

/// Asks it to end, and waits.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(pid) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
        let start = Instant::now();
        while start.elapsed() < GRACE {
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The last lines of a text, in one.
fn last_lines(text: &str) -> String {
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let start = lines.len().saturating_sub(5);
    lines.drain(..start);
    if lines.is_empty() { "nothing".to_owned() } else { lines.join("; ") }
}

/// Reads the outcomes as they come.
struct Reader<'a> {
    folder: &'a Path,
    /// How many of them were told.
    seen: usize,
    /// The length and the time of the file, when it was read.
    stamp: Option<(u64, std::time::SystemTime)>,
}

enum Unread {
    Unfinished,
    NotUnderstood,
}

impl Reader<'_> {
    /// Those that are new.
    fn news(&mut self) -> Result<Vec<Ended>, Unread> {
        let out = self.folder.join("mutants.out");
        let path = out.join("outcomes.json");
        let Ok(about) = fs::metadata(&path) else { return Ok(Vec::new()) };
        let stamp = about.modified().ok().map(|time| (about.len(), time));
        if stamp.is_some() && stamp == self.stamp {
            return Ok(Vec::new());
        }
        let text = fs::read(&path).map_err(|_| Unread::Unfinished)?;
        let value: Value = serde_json::from_slice(&text).map_err(|_| Unread::Unfinished)?;
        let all = value["outcomes"].as_array().ok_or(Unread::NotUnderstood)?;
        let mut news = Vec::new();
        for item in all.iter().skip(self.seen) {
            let outcome = Outcome::of(item).ok_or(Unread::NotUnderstood)?;
            let rounds = folder_of(self.folder, Path::new(&outcome.log));
            let is_late = |entry: &fs::DirEntry| entry.path().join(LATE).exists();
            news.push(Ended {
                is_late: fs::read_dir(&rounds)
                    .into_iter()
                    .flatten()
                    .flatten()
                    .any(|it| is_late(&it)),
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
        Ok(news)
    }
}

#[cfg(test)]
mod tests {
    use super::last_lines;

    #[test]
    fn what_it_said_last_is_told() {
        assert_eq!(last_lines(""), "nothing");
        assert_eq!(last_lines("a\nb\n\n c\nd\ne\nf"), "b; c; d; e; f");
    }
}
