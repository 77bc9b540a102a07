//! Runs a sweep: selects mutants, tests those without a result, and gathers the first failing inputs.

use super::{
    Arguments,
    curve::{Curve, MutantOutcome},
    first_failure::{CountingMethod, FirstFailure, from_counter, from_observations, from_proptest},
    record::{Property, Run, RunKey, Sweep},
    test_output::TestOutput,
};
use crate::{
    error::{CommandError, usage},
    mutants::{
        STOPPED,
        driver::{
            BaselineRun, COUNTS, CargoMutants, Driver, FOLDER, LOG, Mutant, Plan, Round,
            ScenarioResult, Summary, TestTimings, own_folder, results,
        },
        identity::{StableHash, hash_code},
        judge_folder,
        lock::Lock,
        log::{Verdict, unqualified},
        study::{MutantResult, Study, Test},
    },
    project::Workspace,
    terminal::diagnostic,
};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// Limit of quickcheck on all inputs, discarded ones included, as a multiple of the wanted inputs.
const QUICKCHECK_FACTOR: u32 = 20;

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
        let folder = arguments.options.output.clone().unwrap_or_else(|| usual.clone());
        let study = Study::read(arguments.study.as_ref().unwrap_or(&usual))?;
        let (properties, left_out) = properties(&study.tests)?;
        let wanted = wanted(&study, &properties, arguments.all)?;
        let tool = CargoMutants::find()?;
        let mutants = listed(tool.list(&arguments.scope)?, &wanted)?;
        let seeds: Vec<u64> = (0..u64::from(arguments.seeds))
            .map(|number| arguments.seed.wrapping_add(number))
            .collect();
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
        let lock = Lock::take(&folder.join("sweep.lock"))?;
        if let Some(left) =
            Sweep::earlier(&folder, &start.identity).filter(|_| !arguments.options.fresh)
        {
            start = left;
        }
        Ok(SweepRun { arguments, tool, workspace, folder, mutants, plan, start, _lock: lock })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
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
                "all {of} mutants have results already; `--fresh` tests them again"
            ));
            return Ok(sweep);
        }
        let is_known = sweep.seconds > 0.0;
        if is_known {
            diagnostic(&format!("{done} of {of} mutants have results already"));
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
        if all? && !sweep.is_complete() {
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
            for (property, it) in sweep.properties.iter().enumerate() {
                let key = RunKey { property, mutant: id, seed };
                match verdicts.get(&it.name) {
                    None => sweep.not_run.push(key),
                    Some(Verdict::Passed) => sweep.runs.push(Run { key, first: None }),
                    Some(Verdict::Failed) => {
                        let first = match CountingMethod::of(&it.framework) {
                            Some(CountingMethod::Observations) => observed.get(&it.name).copied(),
                            Some(CountingMethod::Counter) => {
                                from_counter(&text(&data.join(counter_file(&it.name))))
                            }
                            _ => output.texts.get(&it.name).and_then(|text| from_proptest(text)),
                        };
                        match first {
                            Some(_) => sweep.runs.push(Run { key, first }),
                            None => sweep.uncounted.push(key),
                        }
                    }
                }
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

/// The properties of a study whose inputs can be counted, and why others are left out.
fn properties(tests: &[Test]) -> Result<(Vec<Property>, Vec<String>), CommandError> {
    let (mut properties, mut left_out) = (Vec::new(), Vec::new());
    for test in tests {
        if test.kind != "property" {
            continue;
        }
        let framework = test.framework.clone().unwrap_or_default();
        match CountingMethod::of(&framework) {
            Some(counting) => properties.push(Property {
                name: test.name.clone(),
                framework,
                counted_by: counting.name().to_owned(),
            }),
            None => {
                left_out.push(format!("{} (inputs of {framework} cannot be counted)", test.name));
            }
        }
    }
    if properties.is_empty() {
        return Err(usage(
            "the study has no property whose inputs can be counted: write properties with disprove, proptest, \
             test-strategy or quickcheck",
        ));
    }
    Ok((properties, left_out))
}

/// The mutants to test: those found by one of the properties, or all viable ones.
fn wanted(
    study: &Study,
    properties: &[Property],
    all: bool,
) -> Result<Vec<(u64, String)>, CommandError> {
    let names: BTreeSet<&str> = properties.iter().map(|property| &*property.name).collect();
    let is_found = |mutant: &MutantResult| {
        study.tests.iter().enumerate().any(|(place, test)| {
            names.contains(&*test.name) && mutant.is_killed_by(place) == Some(true)
        })
    };
    let mut wanted = Vec::new();
    for mutant in &study.mutants {
        if mutant.is_viable() && (all || is_found(mutant)) {
            wanted.push((mutant.id, mutant.name.clone()));
        }
    }
    if wanted.is_empty() {
        return Err(usage(
            "no property has found a mutant in the study, so there is nothing to test: `--all` tests all mutants",
        ));
    }
    Ok(wanted)
}

/// The wanted mutants among those listed now.
fn listed(all: Vec<Mutant>, wanted: &[(u64, String)]) -> Result<Vec<Mutant>, CommandError> {
    let names: BTreeSet<&str> = wanted.iter().map(|(_, name)| &**name).collect();
    let found: Vec<Mutant> =
        all.into_iter().filter(|mutant| names.contains(&*mutant.name)).collect();
    if found.len() < names.len() {
        return Err(usage(format!(
            "{} of {} mutants of the study do not exist any more: the code or the selected packages and files have changed; \
             run `cargo disprove mutants` again, or use the same options",
            names.len() - found.len(),
            names.len()
        )));
    }
    Ok(found)
}

/// The plan: a round for each seed.
fn plan(arguments: &Arguments, seeds: &[u64], properties: &[Property]) -> Plan {
    let cases = arguments.cases.to_string();
    let most = arguments.cases.saturating_mul(QUICKCHECK_FACTOR).to_string();
    // Only these tests. Tests of the same name in other binaries run too.
    let mut filters = vec!["--exact".to_owned()];
    for property in properties {
        filters.push(
            property.name.split_once("::").map_or(&*property.name, |(_, path)| path).to_owned(),
        );
    }
    let round = |seed: &u64| {
        let seed = seed.to_string();
        let variables = [
            ("DISPROVE_SEED", &*seed),
            ("DISPROVE_CASES", &cases),
            // The curve is about random inputs: a guided search would learn from earlier ones.
            ("DISPROVE_SEARCH", "random"),
            ("DISPROVE_REDUCE", "false"),
            ("DISPROVE_EXPLAIN", "false"),
            // The run ends with the first failure, so that its counts are those of the failing input.
            ("DISPROVE_MAX_FAILURES", "1"),
            ("DISPROVE_OBSERVE", FOLDER),
            ("DISPROVE_DATABASE", "none"),
            ("DISPROVE_PROFILE", "default"),
            ("PROPTEST_CASES", &cases),
            ("PROPTEST_RNG_SEED", &seed),
            ("PROPTEST_MAX_SHRINK_ITERS", "0"),
            // A saved input would look like the first one.
            ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true"),
            ("QUICKCHECK_TESTS", &cases),
            ("QUICKCHECK_MAX_TESTS", &most),
            (COUNTS, FOLDER),
            ("RUST_BACKTRACE", "0"),
        ];
        let own = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        Round {
            name: format!("seed-{seed}"),
            variables: variables.map(own).to_vec(),
            cargo: vec!["--tests".to_owned()],
            arguments: filters.clone(),
            ..Round::default()
        }
    };
    let rounds: Vec<Round> = seeds.iter().map(round).collect();
    let counts_calls =
        properties.iter().any(|property| property.counted_by == CountingMethod::Counter.name());
    Plan { baseline: rounds.clone(), rounds, counts_calls, ..Plan::default() }
}

/// What must be the same to resume.
fn identity(
    arguments: &Arguments,
    tool: &CargoMutants,
    (root, folder): (&Path, &Path),
    start: &Sweep,
) -> String {
    let mut hash = StableHash::new();
    for part in [&*tool.version, env!("CARGO_PKG_VERSION"), &arguments.scope.identity()] {
        hash.add(part.as_bytes());
    }
    hash.add(
        format!("{} {:?} {:?}", start.cases, start.seeds, arguments.options.timeout).as_bytes(),
    );
    for property in &start.properties {
        hash.add(format!("{property:?}").as_bytes());
    }
    for (_, name) in &start.mutants {
        hash.add(name.as_bytes());
    }
    hash_code(root, folder, &mut hash);
    hash.text()
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

#[cfg(test)]
mod tests;
