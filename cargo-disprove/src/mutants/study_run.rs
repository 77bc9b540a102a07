//! Runs a study: selects mutants, tests those without a result, and gathers the results.

mod together;

use super::{
    Arguments, STOPPED,
    arguments::{Doctests, Engine},
    baseline::Baseline,
    checkpoint::Checkpoint,
    driver::{
        BaselineRun, CargoMutants, Diff, Driver, Mutant, Plan, ScenarioResult, Summary, results,
    },
    identity::{StableHash, hash_code},
    kinds,
    log::Verdict,
    reach::reach,
    settings::{identity, plan},
    study::{MutantResult, Study, Test},
};
use crate::{
    error::{CommandError, usage},
    plural::{part, plural},
    project::Workspace,
    shard::part_of,
    terminal::diagnostic,
};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    ops::ControlFlow,
    path::{self, Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

pub(super) struct StudyRun<'a> {
    arguments: &'a Arguments,
    tool: CargoMutants,
    workspace: Workspace,
    /// All mutants of the project.
    mutants: Vec<Mutant>,
    /// Size of the sample, and the indexes of the mutants tested here.
    sample: usize,
    chosen: Vec<usize>,
    identity: String,
    /// Hash of the code.
    code: String,
    folder: PathBuf,
    checkpoint: Checkpoint,
    /// The target folder of all copies of the project.
    build: PathBuf,
    plan: Plan,
    doctests: Doctests,
}

/// The default folder of studies.
pub(crate) fn judge_folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("disprove").join("judge")
}

impl<'a> StudyRun<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Result<StudyRun<'a>, CommandError> {
        let tool = CargoMutants::find()?;
        let workspace = arguments.scope.workspace()?;
        let diff = arguments.in_diff.as_deref().map(Diff::read).transpose()?;
        let mutants = tool.list(&arguments.scope, diff.as_ref())?;
        if let (Some(diff), true) = (&diff, mutants.is_empty()) {
            return Err(diff.without_mutants(&workspace.root));
        }
        if mutants.is_empty() {
            return Err(usage(
                "cargo-mutants finds no mutants here: select packages with `-p` or `--workspace`, or \
                 files with `--file`",
            ));
        }
        let mut chosen = match &arguments.listed {
            Some(file) => listed(&mutants, file)?,
            None => arguments.sampled(&mutants),
        };
        let count = chosen.len();
        let mut folder = arguments.options.folder(&workspace);
        let mut hash = StableHash::new();
        hash_code(&workspace.root, &folder, &mut hash);
        let code = hash.text();
        let doctests = arguments.doctests()?;
        let identity = identity(arguments, doctests, &tool, hash, &mutants, count);
        if let Some((k, n)) = arguments.shard {
            chosen = part_of(chosen, (k, n));
            folder = folder.join(format!("shard-{k}-of-{n}"));
        }
        let checkpoint =
            Checkpoint::open(folder.join("mutants"), &identity, arguments.options.fresh)?;
        let plan = plan(arguments, doctests);
        Ok(StudyRun {
            arguments,
            tool,
            workspace,
            mutants,
            sample: count,
            chosen,
            identity,
            code,
            folder,
            build: path::absolute(checkpoint.build_folder())
                .map_err(|why| usage(why.to_string()))?,
            checkpoint,
            plan,
            doctests,
        })
    }

    /// Tests mutants without a result, and writes the study.
    pub(super) fn run(&self, stop: &AtomicBool) -> Result<Study, CommandError> {
        let (start, started) = (Instant::now(), now());
        let found = self.test(stop).and_then(|()| self.reach(stop));
        let _ = fs::remove_dir_all(&self.build);
        let study = self.study(started, start.elapsed());
        // Results before an error are saved, and the next run reuses them.
        found?;
        let study = study?;
        study.write(&self.folder)?;
        Ok(study)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The indexes of the mutants without a result.
    fn untested(&self) -> Vec<usize> {
        let is_open = |place: &usize| self.checkpoint.result(*place as u64).is_none();
        self.chosen.iter().copied().filter(is_open).collect()
    }

    /// Tests the mutants without a result.
    fn test(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        for path in self.untested().into_iter().filter_map(|it| self.checkpoint.damaged(it as u64))
        {
            diagnostic(&format!("{} is damaged: its mutant is tested again", path.display()));
        }
        if self.arguments.engine == Engine::Schemata && !self.untested().is_empty() {
            self.test_together(stop)?;
            if self.untested().is_empty() || is_stopped(stop) || self.arguments.only_together {
                return Ok(());
            }
        }
        self.test_alone(stop)
    }

    /// Tests the mutants without a result, each in a build of its own.
    fn test_alone(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        let left = self.untested();
        let known = self.checkpoint.baseline();
        let done = self.chosen.len() - left.len();
        if left.is_empty() && known.is_some() {
            diagnostic(&format!(
                "all {} have results already; `--fresh` tests them again",
                plural(done, "mutant", "mutants")
            ));
            return Ok(());
        }
        if done > 0 {
            let tested = part(done, self.chosen.len(), "mutant", "mutants");
            diagnostic(&format!("{tested} have results already"));
        }
        let ids: HashMap<&str, usize> =
            left.iter().map(|place| (&*self.mutants[*place].name, *place)).collect();
        let folder = self.checkpoint.driver_folder();
        let driver = self.driver(&folder, known.as_ref());
        let mutants: Vec<&Mutant> = left.iter().map(|place| &self.mutants[*place]).collect();
        if known.is_none() {
            diagnostic("building and running the tests on the unchanged code");
        }
        let mut progress = Progress { done, of: self.chosen.len() };
        let mut baseline = known;
        let mut ended = |ended: ScenarioResult| -> Result<ControlFlow<()>, CommandError> {
            match &ended.mutant {
                None => {
                    let found = self.baseline(&ended)?;
                    self.checkpoint.save_baseline(&found)?;
                    baseline = Some(found);
                }
                Some(name) => {
                    let (Some(place), Some(baseline)) = (ids.get(&**name), &baseline) else {
                        return Ok(ControlFlow::Continue(()));
                    };
                    let judged = self.judged(*place, &ended, baseline);
                    self.checkpoint.save(&judged)?;
                    // The logs of all mutants could fill the disk; cargo-mutants keeps those of failures.
                    let _ = fs::remove_dir_all(&ended.rounds);
                    progress.print(&judged);
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        if driver.run(&mutants, stop, &mut ended)? && progress.done < progress.of {
            diagnostic("cargo-mutants has skipped some of the mutants: the results are incomplete");
        }
        Ok(())
    }

    fn driver<'b>(&'b self, folder: &'b Path, known: Option<&Baseline>) -> Driver<'b> {
        Driver {
            tool: &self.tool,
            scope: &self.arguments.scope,
            plan: &self.plan,
            root: &self.workspace.root,
            folder,
            baseline: match known {
                Some(known) => BaselineRun::Known(known.timings()),
                None => BaselineRun::Needed,
            },
            jobs: self.arguments.options.jobs,
            timeout: self.arguments.options.timeout.map(|time| time.as_secs_f64()),
            build: Some(&self.build),
            // Flags of the compiler that differ would build the dependencies again.
            caps_lints: self.arguments.engine == Engine::Schemata,
        }
    }

    /// Finds the tests that reach the mutants that no property has caught, once for each of them.
    fn reach(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        let Some(baseline) = self.checkpoint.baseline() else { return Ok(()) };
        if self.arguments.no_reach {
            return Ok(());
        }
        let tried = self.checkpoint.reach_searched();
        let tests = kinds::describe_tests(&self.workspace.root, &baseline.tests);
        let mut survivors = Vec::new();
        for place in &self.chosen {
            let judged = self.checkpoint.result(*place as u64);
            survivors.extend(judged.filter(|it| {
                is_undetected(it, &tests) && it.reached_by.is_none() && !tried.contains(&it.id)
            }));
        }
        if survivors.is_empty() || is_stopped(stop) {
            return Ok(());
        }
        let folder = self.checkpoint.driver_folder().with_extension("reach");
        let driver = self.driver(&folder, Some(&baseline));
        reach(&driver, &self.mutants, &mut survivors, &baseline, stop)?;
        if !is_stopped(stop) {
            for survivor in &survivors {
                self.checkpoint.save(survivor)?;
            }
            self.checkpoint.save_reach_searched(&tried, &survivors)?;
        }
        Ok(())
    }

    /// The results on the unchanged code.
    fn baseline(&self, ended: &ScenarioResult) -> Result<Baseline, CommandError> {
        let log = ended.log.display();
        let rounds =
            self.plan.baseline.iter().map(|round| results(&ended.rounds.join(&round.name)));
        let rounds: Vec<_> = rounds.collect();
        if ended.summary != Summary::Success {
            return Err(usage(format!(
                "cannot build and run the tests of the unchanged code in a copy of the project: see {log}"
            )));
        }
        let found = Baseline::of(&rounds, ended.test_seconds);
        if !found.failing.is_empty() && !self.arguments.skip_failing {
            return Err(usage(format!(
                "{} on the unchanged code, so mutants cannot be judged: fix {}, or leave {} out with \
                 `--skip-failing` ({})",
                plural(found.failing.len(), "test fails", "tests fail"),
                it(&found.failing),
                it(&found.failing),
                found.failing.join(", ")
            )));
        }
        if found.tests.is_empty() {
            return Err(usage(format!("no test passes on the unchanged code: see {log}")));
        }
        for (list, why) in [(&found.flaky, "is flaky"), (&found.failing, "fails")] {
            for name in list {
                diagnostic(&format!("{name} {why} on the unchanged code and is left out"));
            }
        }
        diagnostic(&format!(
            "{} pass on the unchanged code, in {:.1} s",
            plural(found.tests.len(), "test", "tests"),
            found.seconds
        ));
        Ok(found)
    }

    /// The result of a mutant.
    fn judged(&self, place: usize, ended: &ScenarioResult, baseline: &Baseline) -> MutantResult {
        let mutant = &self.mutants[place];
        let mut all = Vec::new();
        for round in &self.plan.rounds {
            all.extend(results(&ended.rounds.join(&round.name)));
        }
        let verdicts = baseline.verdicts(&all);
        // If only unreliable tests failed, the mutant is not caught.
        let left_out =
            |name: &String| baseline.flaky.contains(name) || baseline.failing.contains(name);
        let other = all.iter().any(|ran| ran.verdict == Verdict::Failed && left_out(&ran.name));
        MutantResult {
            outcome: outcome(ended, &verdicts, other).to_owned(),
            build_seconds: ended.build_seconds,
            test_seconds: ended.test_seconds,
            verdicts,
            ..untested_result(place, mutant)
        }
    }

    /// The study with all results so far.
    fn study(&self, started: u64, took: Duration) -> Result<Study, CommandError> {
        let Some(baseline) = self.checkpoint.baseline() else {
            return Err(CommandError(
                "interrupted before the tests had run on the unchanged code: there are no results yet"
                    .to_owned(),
                STOPPED,
            ));
        };
        let mut mutants = Vec::new();
        for place in &self.chosen {
            mutants.extend(self.checkpoint.result(*place as u64));
        }
        let packages: BTreeSet<&str> = self.mutants.iter().map(|mutant| &*mutant.package).collect();
        // Includes earlier runs.
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
            code: self.code.clone(),
            features: self.arguments.scope.features(),
            doctests: self.doctests.name().to_owned(),
            tests: kinds::describe_tests(&self.workspace.root, &baseline.tests),
            flaky: baseline.flaky,
            failing: baseline.failing,
            mutants,
        })
    }
}

/// The indexes of the mutants whose names are lines of a file.
fn listed(mutants: &[Mutant], file: &Path) -> Result<Vec<usize>, CommandError> {
    let text = fs::read_to_string(file)
        .map_err(|why| usage(format!("cannot read {}: {why}", file.display())))?;
    let names: BTreeSet<&str> = text.lines().collect();
    Ok((0..mutants.len()).filter(|place| names.contains(&*mutants[*place].name)).collect())
}

/// Whether it survives, or is caught by other tests than properties.
fn is_undetected(mutant: &MutantResult, tests: &[Test]) -> bool {
    let has_properties = tests.iter().any(|test| test.kind == "property");
    let by_property = tests
        .iter()
        .enumerate()
        .any(|(place, test)| test.kind == "property" && mutant.is_killed_by(place) == Some(true));
    mutant.outcome == "missed" || mutant.is_viable() && has_properties && !by_property
}

/// The outcome of a mutant, judged by the reliable tests.
fn outcome(ended: &ScenarioResult, verdicts: &str, other_failed: bool) -> &'static str {
    let timed_out = ended.timed_out || ended.summary == Summary::Timeout;
    let found = if timed_out { "timeout" } else { "caught" };
    match ended.summary {
        Summary::Unviable | Summary::Failure => "unviable",
        _ if verdicts.contains('F') => found,
        // A process died or was killed with its tests: the mutant is caught, but the test is unknown.
        Summary::Caught | Summary::Timeout if verdicts.contains('n') || !other_failed => found,
        _ => "missed",
    }
}

/// A result without an outcome.
fn untested_result(place: usize, mutant: &Mutant) -> MutantResult {
    MutantResult {
        id: place as u64,
        name: mutant.name.clone(),
        file: mutant.file.clone(),
        line: mutant.line,
        function: mutant.function.clone(),
        genre: mutant.genre.clone(),
        diff: mutant.diff.clone(),
        ..MutantResult::default()
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The commit of the project, if it is in a git repository.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(root)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let is_clean = git(&["status", "--porcelain"])?.is_empty();
    Some(if is_clean { commit } else { format!("{commit}+") })
}

fn it(list: &[String]) -> &'static str {
    if list.len() == 1 { "it" } else { "them" }
}

/// Prints a line per mutant.
struct Progress {
    done: usize,
    of: usize,
}

impl Progress {
    fn print(&mut self, judged: &MutantResult) {
        self.done += 1;
        let killers = judged.verdicts.matches('F').count();
        let by = match &*judged.outcome {
            "caught" if killers > 0 => format!(" by {}", plural(killers, "test", "tests")),
            _ => String::new(),
        };
        diagnostic(&format!("[{}/{}] {}{by}: {}", self.done, self.of, judged.outcome, judged.name));
    }
}

pub(super) fn is_stopped(stop: &AtomicBool) -> bool {
    stop.load(Relaxed)
}

#[cfg(test)]
mod tests;
