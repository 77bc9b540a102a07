//! Runs a sweep: selects mutants, tests those without a result, and gathers the first failing inputs.

use super::{
    Arguments,
    curve::{Curve, MutantOutcome},
    first_failure::{CountingMethod, FirstFailure, from_counter, from_observations, from_proptest},
    plan::{Wanted, identity, listed, plan, properties, seeds, wanted},
    record::{Property, RunKey, Sweep},
    test_output::TestOutput,
};
use crate::{
    error::{CommandError, usage},
    mutants::{
        STOPPED,
        driver::{
            BaselineRun, CargoMutants, Driver, LOG, Mutant, Plan, ScenarioResult, Summary,
            TestTimings, own_folder, results,
        },
        judge_folder,
        lock::Lock,
        log::{Verdict, unqualified},
        study::Study,
    },
    plural::{part, plural},
    project::Workspace,
    shard::part_of,
    terminal::diagnostic,
};
use std::{
    collections::HashMap,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

pub(super) struct SweepRun<'a> {
    arguments: &'a Arguments,
    tool: CargoMutants,
    workspace: Workspace,
    folder: PathBuf,
    mutants: Vec<Mutant>,
    plan: Plan,
    /// The result of earlier runs.
    start: Sweep,
    _lock: Lock,
}

impl<'a> SweepRun<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Result<SweepRun<'a>, CommandError> {
        let workspace = arguments.scope.workspace()?;
        let usual = judge_folder(&workspace);
        let mut folder = arguments.options.folder(&workspace);
        let study = Study::read(arguments.study.as_ref().unwrap_or(&usual))?;
        let (properties, left_out) = properties(&study.tests)?;
        let Wanted { mutants: wanted, unknown } = wanted(&study, &properties, arguments.all)?;
        if unknown > 0 {
            diagnostic(&format!(
                "{} left out, as it is unknown whether a property reaches them: `cargo disprove mutants` finds out, except \
                 in constant functions; `--all` tests them",
                plural(unknown, "mutant is", "mutants are")
            ));
        }
        let tool = CargoMutants::find()?;
        let mut mutants = listed(tool.list(&arguments.scope, None)?, &wanted)?;
        let seeds = seeds(arguments.seed, arguments.seeds);
        let plan = plan(arguments, &seeds, &properties);
        let mut start = Sweep {
            cases: u64::from(arguments.cases),
            seeds,
            properties,
            left_out,
            mutants: wanted,
            ..Sweep::default()
        };
        start.identity = identity(arguments, &tool, (&workspace.root, &folder), &start);
        if let Some((k, n)) = arguments.shard {
            mutants = part_of(mutants, (k, n));
            folder = folder.join(format!("shard-{k}-of-{n}"));
        }
        let lock = Lock::take(&folder.join("sweep.lock"))?;
        if let Some(left) = Sweep::earlier(&folder, &start.identity, arguments.options.fresh) {
            start = left;
        }
        Ok(SweepRun { arguments, tool, workspace, folder, mutants, plan, start, _lock: lock })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether all mutants of this shard have results.
    pub(super) fn is_done(&self, sweep: &Sweep) -> bool {
        self.mutants.iter().all(|mutant| {
            let id = sweep.mutants.iter().find(|(_, name)| *name == mutant.name);
            id.is_some_and(|(id, _)| sweep.ended.contains(id))
        })
    }

    /// Tests mutants without a result.
    pub(super) fn run(&self, stop: &AtomicBool) -> Result<Sweep, CommandError> {
        let mut sweep = self.start.clone();
        for name in &sweep.left_out {
            diagnostic(&format!("{name} is left out"));
        }
        let ids: HashMap<String, u64> =
            sweep.mutants.iter().map(|(id, name)| (name.clone(), *id)).collect();
        let is_left =
            |mutant: &&Mutant| ids.get(&mutant.name).is_some_and(|id| !sweep.ended.contains(id));
        let left: Vec<&Mutant> = self.mutants.iter().filter(is_left).collect();
        let (done, of) = (sweep.ended.len(), sweep.mutants.len());
        if left.is_empty() {
            diagnostic(&format!(
                "all {} have results already; `--fresh` tests them again",
                plural(of, "mutant", "mutants")
            ));
            return Ok(sweep);
        }
        let is_known = sweep.seconds > 0.0;
        if is_known {
            let tested = part(done, of, "mutant", "mutants");
            diagnostic(&format!("{tested} have results already"));
        } else {
            diagnostic("building and running the properties on the unchanged code");
        }
        let driver_folder = own_folder(&self.folder, "sweep");
        let driver = Driver {
            tool: &self.tool,
            scope: &self.arguments.scope,
            plan: &self.plan,
            root: &self.workspace.root,
            folder: &driver_folder,
            baseline: if is_known {
                BaselineRun::Known(TestTimings { round: sweep.seconds, ..TestTimings::default() })
            } else {
                BaselineRun::Needed
            },
            jobs: self.arguments.options.jobs,
            timeout: self.arguments.options.timeout.map(|time| time.as_secs_f64()),
            build: None,
            caps_lints: false,
        };
        let mut ended = |ended: ScenarioResult| -> Result<ControlFlow<()>, CommandError> {
            match ended.mutant.as_ref().map(|name| ids.get(name)) {
                None => {
                    self.baseline(&ended, &mut sweep)?;
                    sweep.write(&self.folder)?;
                }
                Some(None) => {}
                Some(Some(id)) => {
                    self.mutant(*id, &ended, &mut sweep);
                    sweep.write(&self.folder)?;
                    print_progress(*id, &ended, &sweep);
                }
            }
            // The logs of all rounds would fill the disk.
            let _ = fs::remove_dir_all(&ended.rounds);
            Ok(ControlFlow::Continue(()))
        };
        let all = driver.run(&left, stop, &mut ended);
        let _ = fs::remove_dir_all(&driver_folder);
        if all? && !self.is_done(&sweep) {
            diagnostic("cargo-mutants has skipped some of the mutants: the results are incomplete");
        }
        if sweep.seconds <= 0.0 {
            return Err(CommandError(
                "interrupted before the properties had run on the unchanged code: there are no results yet"
                    .to_owned(),
                STOPPED,
            ));
        }
        Ok(sweep)
    }

    /// Keeps the properties that pass with all seeds on the unchanged code.
    fn baseline(&self, ended: &ScenarioResult, sweep: &mut Sweep) -> Result<(), CommandError> {
        let log = ended.log.display();
        if ended.summary != Summary::Success {
            return Err(usage(format!(
                "cannot build and run the tests of the unchanged code in a copy of the project: see {log}"
            )));
        }
        let mut passed = vec![0; sweep.properties.len()];
        for round in &self.plan.baseline {
            let verdicts = verdicts(&ended.rounds.join(&round.name));
            for (count, property) in passed.iter_mut().zip(&sweep.properties) {
                *count += usize::from(verdicts.get(&property.name) == Some(&Verdict::Passed));
            }
        }
        let rounds = self.plan.baseline.len();
        let mut kept = Vec::new();
        for (property, passed) in std::mem::take(&mut sweep.properties).into_iter().zip(passed) {
            if passed == rounds {
                kept.push(property);
            } else {
                let what = format!(
                    "{} (passes with {passed} of {rounds} seeds on the unchanged code)",
                    property.name
                );
                diagnostic(&format!("{what} is left out"));
                sweep.left_out.push(what);
            }
        }
        sweep.properties = kept;
        if sweep.properties.is_empty() {
            return Err(usage(format!(
                "no property passes with {} cases and every seed on the unchanged code, so mutants cannot be judged: fix \
                 the failures first",
                sweep.cases
            )));
        }
        sweep.seconds = (ended.test_seconds / rounds as f64).max(f64::MIN_POSITIVE);
        Ok(())
    }

    /// Records the results of all properties on a mutant.
    fn mutant(&self, id: u64, ended: &ScenarioResult, sweep: &mut Sweep) {
        for (round, seed) in self.plan.rounds.iter().zip(sweep.seeds.clone()) {
            let folder = ended.rounds.join(&round.name);
            let verdicts = verdicts(&folder);
            let data = folder.join("data");
            let output = TestOutput::read(&text(&folder.join(LOG)));
            let observed = observed(&data, &output);
            let first = |it: &Property| {
                let own = match CountingMethod::of(&it.framework) {
                    Some(CountingMethod::Observations) => None,
                    Some(CountingMethod::Counter) => {
                        from_counter(&text(&data.join(counter_file(&it.name))))
                    }
                    _ => output.texts.get(&it.name).and_then(|text| from_proptest(text)),
                };
                // Suites of other libraries may run on this one.
                own.or_else(|| observed.get(&it.name).copied())
            };
            let ended: Vec<_> = sweep
                .properties
                .iter()
                .map(|it| {
                    let verdict = verdicts.get(&it.name).copied();
                    (verdict, if verdict == Some(Verdict::Failed) { first(it) } else { None })
                })
                .collect();
            for (property, (verdict, first)) in ended.into_iter().enumerate() {
                sweep.add(RunKey { property, mutant: id, seed }, verdict, first);
            }
        }
        sweep.ended.insert(id);
    }
}

/// The first failures of the properties of this library, by test, from their observations.
fn observed(folder: &Path, output: &TestOutput) -> HashMap<String, FirstFailure> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|it| it == "jsonl"));
    let first =
        |path: PathBuf| from_observations(&text(&path), |file| output.binaries.get(file).cloned());
    files.filter_map(first).collect()
}

/// A counter names its file after the path of the test, which starts with the name of the crate.
fn counter_file(test: &str) -> String {
    let (binary, path) = test.split_once("::").unwrap_or(("", test));
    format!("{}+{}", unqualified(binary), path.replace("::", "+"))
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

fn verdicts(folder: &Path) -> HashMap<String, Verdict> {
    results(folder).into_iter().map(|result| (result.name, result.verdict)).collect()
}

/// Prints a line about a mutant.
fn print_progress(id: u64, ended: &ScenarioResult, sweep: &Sweep) {
    let outcome = match Curve::outcome(sweep, id) {
        MutantOutcome::Found(input) => format!("found with input {input}"),
        MutantOutcome::ByExample => "found by an example or a replay".to_owned(),
        MutantOutcome::Uncounted => "found, input unknown".to_owned(),
        MutantOutcome::Missed => "not found".to_owned(),
        MutantOutcome::NotRun => "without a verdict".to_owned(),
    };
    let name = ended.mutant.as_deref().unwrap_or_default();
    diagnostic(&format!("[{}/{}] {outcome}: {name}", sweep.ended.len(), sweep.mutants.len()));
}
