//! A study under way: which mutants, what is done, and what is found.

use super::{
    Arguments, STOPPED,
    baseline::Baseline,
    driver::{self, Driver, Ended, GoOn, Mutant, Plan, Summary, Tool, ran},
    identity::{Hash, code},
    journal::Journal,
    kinds,
    log::Verdict,
    reach::reach,
    sample::{sample, shard},
    settings::{identity, plan},
    study::{Judged, Study},
};
use crate::{
    error::{CommandError, usage},
    project::Workspace,
    terminal::diagnostic,
};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

pub(super) struct Session<'a> {
    arguments: &'a Arguments,
    tool: Tool,
    workspace: Workspace,
    /// All there are.
    mutants: Vec<Mutant>,
    /// How many are in the sample, and the places of those that are tested here.
    sample: usize,
    chosen: Vec<usize>,
    identity: String,
    folder: PathBuf,
    journal: Journal,
    plan: Plan,
}

/// Where studies are kept, below the target folder.
pub(crate) fn judge_folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("disprove").join("judge")
}

impl<'a> Session<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Result<Session<'a>, CommandError> {
        let tool = Tool::find()?;
        let workspace = arguments.subject.workspace()?;
        let mutants = tool.list(&arguments.subject)?;
        if mutants.is_empty() {
            return Err(usage(
                "cargo-mutants finds nothing to change here: choose other packages with `-p` or `--workspace`, or other \
                 files with `--file`",
            ));
        }
        let wanted = if arguments.all { mutants.len() } else { arguments.sample as usize };
        let mut chosen = sample(&mutants, wanted, arguments.seed);
        let count = chosen.len();
        let mut folder =
            arguments.running.output.clone().unwrap_or_else(|| judge_folder(&workspace));
        let mut hash = Hash::new();
        code(&workspace.root, &folder, &mut hash);
        let identity = identity(arguments, &tool, hash, &mutants, count);
        if let Some((k, n)) = arguments.shard {
            chosen = shard(&chosen, k, n);
            folder = folder.join(format!("shard-{k}-of-{n}"));
        }
        let journal = Journal::open(folder.join("mutants"), &identity, arguments.running.fresh)?;
        let plan = plan(arguments);
        Ok(Session {
            arguments,
            tool,
            workspace,
            mutants,
            sample: count,
            chosen,
            identity,
            folder,
            journal,
            plan,
        })
    }

    /// Tests what is not tested yet, and writes what is known then.
    pub(super) fn run(&self, stop: &AtomicBool) -> Result<Study, CommandError> {
        let (start, started) = (Instant::now(), now());
        let found = self.test(stop).and_then(|()| self.reach(stop));
        let study = self.study(started, start.elapsed());
        // What was found before something went wrong is kept, and found again by the next run.
        found?;
        let study = study?;
        study.write(&self.folder)?;
        Ok(study)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn test(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        let mut left = Vec::new();
        for place in &self.chosen {
            if self.journal.judged(*place as u64).is_none() {
                left.push(*place);
            }
        }
        let known = self.journal.baseline();
        let done = self.chosen.len() - left.len();
        if left.is_empty() && known.is_some() {
            diagnostic(&format!(
                "all {done} mutants were tested before; `--fresh` tests them again"
            ));
            return Ok(());
        }
        if done > 0 {
            diagnostic(&format!("{done} of {} mutants were tested before", self.chosen.len()));
        }
        let ids: HashMap<&str, usize> =
            left.iter().map(|place| (&*self.mutants[*place].name, *place)).collect();
        let folder = self.journal.session();
        let driver = self.driver(&folder, known.as_ref());
        let mutants: Vec<&Mutant> = left.iter().map(|place| &self.mutants[*place]).collect();
        if known.is_none() {
            diagnostic("building, and running the tests without a change");
        }
        let mut progress = Progress { done, of: self.chosen.len() };
        let mut baseline = known;
        let mut ended = |ended: Ended| -> Result<GoOn, CommandError> {
            match &ended.mutant {
                None => {
                    let found = self.baseline(&ended)?;
                    self.journal.keep_baseline(&found)?;
                    baseline = Some(found);
                }
                Some(name) => {
                    let (Some(place), Some(baseline)) = (ids.get(&**name), &baseline) else {
                        return Ok(GoOn::Yes);
                    };
                    let judged = self.judged(*place, &ended, baseline);
                    self.journal.keep(&judged)?;
                    // Logs of all mutants could fill the disk; cargo-mutants keeps what failed.
                    let _ = fs::remove_dir_all(&ended.rounds);
                    progress.tell(&judged);
                }
            }
            Ok(GoOn::Yes)
        };
        if driver.run(&mutants, stop, &mut ended)? && progress.done < progress.of {
            diagnostic("cargo-mutants has left out some of the mutants: the rest is told");
        }
        Ok(())
    }

    fn driver<'b>(&'b self, folder: &'b Path, known: Option<&Baseline>) -> Driver<'b> {
        Driver {
            tool: &self.tool,
            subject: &self.arguments.subject,
            plan: &self.plan,
            root: &self.workspace.root,
            folder,
            baseline: match known {
                Some(known) => driver::Baseline::Known(known.pace()),
                None => driver::Baseline::Run,
            },
            jobs: self.arguments.running.jobs,
            timeout: self.arguments.running.timeout.map(|time| time.as_secs_f64()),
        }
    }

    /// Finds out who comes to the survivors, once for each of them.
    fn reach(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        let Some(baseline) = self.journal.baseline() else { return Ok(()) };
        let tried = self.journal.tried();
        let mut survivors = Vec::new();
        for place in &self.chosen {
            let judged = self.journal.judged(*place as u64);
            survivors.extend(judged.filter(|it| it.outcome == "missed" && !tried.contains(&it.id)));
        }
        if survivors.is_empty() || self.arguments.no_reach || is_stopped(stop) {
            return Ok(());
        }
        let folder = self.journal.session().with_extension("reach");
        let driver = self.driver(&folder, Some(&baseline));
        reach(&driver, &self.mutants, &mut survivors, &baseline, stop)?;
        if !is_stopped(stop) {
            for survivor in &survivors {
                self.journal.keep(survivor)?;
            }
            self.journal.keep_tried(&tried, &survivors)?;
        }
        Ok(())
    }

    /// The tests as they are without a change.
    fn baseline(&self, ended: &Ended) -> Result<Baseline, CommandError> {
        let log = ended.log.display();
        let rounds = self.plan.baseline.iter().map(|round| ran(&ended.rounds.join(&round.name)));
        let rounds: Vec<_> = rounds.collect();
        if ended.summary != Summary::Success {
            return Err(usage(format!(
                "the tests cannot be built and run without any change, in a copy of the project: {log} says why"
            )));
        }
        let found = Baseline::of(&rounds, ended.test_seconds);
        if !found.failing.is_empty() && !self.arguments.skip_failing {
            return Err(usage(format!(
                "{} without any change, so nothing can be said of mutants: mend {}, or leave {} out with \
                 `--skip-failing` ({})",
                plural(found.failing.len(), "test fails", "tests fail"),
                it(&found.failing),
                it(&found.failing),
                found.failing.join(", ")
            )));
        }
        if found.tests.is_empty() {
            return Err(usage(format!(
                "there is no test here that passes without a change: see {log}"
            )));
        }
        for (list, why) in [(&found.flaky, "fails now and then"), (&found.failing, "fails")] {
            for name in list {
                diagnostic(&format!("{name} {why} without any change, and is left out"));
            }
        }
        diagnostic(&format!(
            "{} pass without a change, in {:.1} s",
            plural(found.tests.len(), "test", "tests"),
            found.seconds
        ));
        Ok(found)
    }

    /// What became of a mutant.
    fn judged(&self, place: usize, ended: &Ended, baseline: &Baseline) -> Judged {
        let mutant = &self.mutants[place];
        let mut all = Vec::new();
        for round in &self.plan.rounds {
            all.extend(ran(&ended.rounds.join(&round.name)));
        }
        let verdicts = baseline.verdicts(&all);
        // A test that is left out may be all that failed, in which case nothing has found it.
        let left_out =
            |name: &String| baseline.flaky.contains(name) || baseline.failing.contains(name);
        let other = all.iter().any(|ran| ran.verdict == Verdict::Failed && left_out(&ran.name));
        Judged {
            id: place as u64,
            name: mutant.name.clone(),
            file: mutant.file.clone(),
            line: mutant.line,
            function: mutant.function.clone(),
            genre: mutant.genre.clone(),
            diff: mutant.diff.clone(),
            outcome: outcome(ended, &verdicts, other).to_owned(),
            build_seconds: ended.build_seconds,
            test_seconds: ended.test_seconds,
            verdicts,
            reached_by: None,
        }
    }

    /// All that is known.
    fn study(&self, started: u64, took: Duration) -> Result<Study, CommandError> {
        let Some(baseline) = self.journal.baseline() else {
            return Err(CommandError(
                "it was stopped before the tests had run without a change: nothing is known yet"
                    .to_owned(),
                STOPPED,
            ));
        };
        let mut mutants = Vec::new();
        for place in &self.chosen {
            mutants.extend(self.journal.judged(*place as u64));
        }
        let packages: BTreeSet<&str> = self.mutants.iter().map(|mutant| &*mutant.package).collect();
        // Also of the runs before this one.
        let earlier: f64 =
            mutants.iter().map(|mutant| mutant.build_seconds + mutant.test_seconds).sum();
        Ok(Study {
            cargo_mutants: self.tool.version.clone(),
            packages: packages.into_iter().map(str::to_owned).collect(),
            commit: commit(&self.workspace.root),
            seed: self.arguments.seed,
            sample: self.sample as u64,
            of: self.mutants.len() as u64,
            started,
            seconds: took.as_secs_f64().max(earlier),
            baseline_runs: self.plan.baseline.len() as u64,
            is_complete: mutants.len() == self.chosen.len(),
            identity: self.identity.clone(),
            doctests: self.arguments.doctests.name().to_owned(),
            tests: kinds::described(&self.workspace.root, &baseline.tests),
            flaky: baseline.flaky,
            failing: baseline.failing,
            mutants,
        })
    }
}

/// What a mutant counts as: by the tests that can be relied on.
fn outcome(ended: &Ended, verdicts: &str, other_failed: bool) -> &'static str {
    let is_late = ended.is_late || ended.summary == Summary::Timeout;
    let found = if is_late { "timeout" } else { "caught" };
    match ended.summary {
        Summary::Unviable | Summary::Failure => "unviable",
        _ if verdicts.contains('F') => found,
        // A process that died or was ended took its tests along: that was noticed, but it is not known by which.
        Summary::Caught | Summary::Timeout if verdicts.contains('n') || !other_failed => found,
        _ => "missed",
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The commit of the project, if it is in a repository of git.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(root)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let said = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| said.trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let is_clean = git(&["status", "--porcelain"])?.is_empty();
    Some(if is_clean { commit } else { format!("{commit}+") })
}

pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn it(list: &[String]) -> &'static str {
    if list.len() == 1 { "it" } else { "them" }
}

/// A line for each mutant.
struct Progress {
    done: usize,
    of: usize,
}

impl Progress {
    fn tell(&mut self, judged: &Judged) {
        self.done += 1;
        let killers = judged.verdicts.matches('F').count();
        let by = match &*judged.outcome {
            "caught" if killers > 0 => format!(" by {}", plural(killers, "test", "tests")),
            _ => String::new(),
        };
        diagnostic(&format!("[{}/{}] {}{by}: {}", self.done, self.of, judged.outcome, judged.name));
    }
}

/// Whether it was stopped.
pub(super) fn is_stopped(stop: &AtomicBool) -> bool {
    stop.load(Relaxed)
}

#[cfg(test)]
mod tests;
