//! A sweep under way: which mutants, what is done, and what is found.

use super::{
    Arguments,
    curve::{Curve, Fate},
    first::{Counting, by_counter, by_output},
    printed::printed,
    record::{Place, Property, Run, Sweep},
};
use crate::{
    error::{CommandError, usage},
    mutants::{
        STOPPED,
        driver::{
            Baseline, COUNTS, Driver, Ended, FOLDER, GoOn, LOG, Mutant, Pace, Plan, Round, Summary,
            Tool, own_folder, ran,
        },
        identity::{Hash, code},
        judge_folder,
        lock::Lock,
        log::{Verdict, unqualified},
        study::{Judged, Study, Test},
    },
    project::Workspace,
    terminal::diagnostic,
};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// quickcheck gives up after so many times the inputs that are wanted, the discarded ones included.
const PATIENCE: u32 = 20;

pub(super) struct Session<'a> {
    arguments: &'a Arguments,
    tool: Tool,
    workspace: Workspace,
    folder: PathBuf,
    mutants: Vec<Mutant>,
    plan: Plan,
    /// Before anything was tested in this run.
    start: Sweep,
    _lock: Lock,
}

impl<'a> Session<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Result<Session<'a>, CommandError> {
        let workspace = arguments.subject.workspace()?;
        let usual = judge_folder(&workspace);
        let folder = arguments.running.output.clone().unwrap_or_else(|| usual.clone());
        let study = Study::read(arguments.study.as_ref().unwrap_or(&usual))?;
        let (properties, left_out) = properties(&study.tests)?;
        let wanted = wanted(&study, &properties, arguments.all)?;
        let tool = Tool::find()?;
        let mutants = listed(tool.list(&arguments.subject)?, &wanted)?;
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
            Sweep::left(&folder, &start.identity).filter(|_| !arguments.running.fresh)
        {
            start = left;
        }
        Ok(Session { arguments, tool, workspace, folder, mutants, plan, start, _lock: lock })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tests what is not tested yet.
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
            diagnostic(&format!("all {of} mutants were tested before; `--fresh` tests them again"));
            return Ok(sweep);
        }
        let is_known = sweep.seconds > 0.0;
        if is_known {
            diagnostic(&format!("{done} of {of} mutants were tested before"));
        } else {
            diagnostic("building, and running the properties without a change");
        }
        let session = own_folder(&self.folder, "sweep");
        let driver = Driver {
            tool: &self.tool,
            subject: &self.arguments.subject,
            plan: &self.plan,
            root: &self.workspace.root,
            folder: &session,
            baseline: if is_known {
                Baseline::Known(Pace { round: sweep.seconds, ..Pace::default() })
            } else {
                Baseline::Run
            },
            jobs: self.arguments.running.jobs,
            timeout: self.arguments.running.timeout.map(|time| time.as_secs_f64()),
        };
        let mut ended = |ended: Ended| -> Result<GoOn, CommandError> {
            match ended.mutant.as_ref().map(|name| ids.get(name)) {
                None => {
                    self.baseline(&ended, &mut sweep)?;
                    sweep.write(&self.folder)?;
                }
                Some(None) => {}
                Some(Some(id)) => {
                    self.mutant(*id, &ended, &mut sweep);
                    sweep.write(&self.folder)?;
                    tell(*id, &ended, &sweep);
                }
            }
            // Logs of all rounds would fill the disk.
            let _ = fs::remove_dir_all(&ended.rounds);
            Ok(GoOn::Yes)
        };
        let all = driver.run(&left, stop, &mut ended);
        let _ = fs::remove_dir_all(&session);
        if all? && !sweep.is_complete() {
            diagnostic("cargo-mutants has left out some of the mutants: the rest is told");
        }
        if sweep.seconds <= 0.0 {
            return Err(CommandError(
                "it was stopped before the properties had run without a change: nothing is known yet"
                    .to_owned(),
                STOPPED,
            ));
        }
        Ok(sweep)
    }

    /// Which properties can be relied on: those that pass with all seeds.
    fn baseline(&self, ended: &Ended, sweep: &mut Sweep) -> Result<(), CommandError> {
        let log = ended.log.display();
        if ended.summary != Summary::Success {
            return Err(usage(format!(
                "the tests cannot be built and run without any change, in a copy of the project: {log} says why"
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
                    "{} (passes with {passed} of {rounds} seeds without any change)",
                    property.name
                );
                diagnostic(&format!("{what} is left out"));
                sweep.left_out.push(what);
            }
        }
        sweep.properties = kept;
        if sweep.properties.is_empty() {
            return Err(usage(format!(
                "no property passes with {} cases and every seed without any change, so nothing can be said of mutants: mend \
                 what fails first",
                sweep.cases
            )));
        }
        sweep.seconds = (ended.test_seconds / rounds as f64).max(f64::MIN_POSITIVE);
        Ok(())
    }

    /// What the properties said about a mutant.
    fn mutant(&self, id: u64, ended: &Ended, sweep: &mut Sweep) {
        for (round, seed) in self.plan.rounds.iter().zip(sweep.seeds.clone()) {
            let folder = ended.rounds.join(&round.name);
            let verdicts = verdicts(&folder);
            let texts = printed(&text(&folder.join(LOG)));
            for (property, it) in sweep.properties.iter().enumerate() {
                let place = Place { property, mutant: id, seed };
                match verdicts.get(&it.name) {
                    None => sweep.not_run.push(place),
                    Some(Verdict::Passed) => sweep.runs.push(Run { place, first: None }),
                    Some(Verdict::Failed) => {
                        let first = if it.counted_by == Counting::Counter.name() {
                            let file = counter_file(&it.name);
                            by_counter(&text(&folder.join("data").join(file)))
                        } else {
                            texts.get(&it.name).and_then(|text| by_output(&it.framework, text))
                        };
                        match first {
                            Some(_) => sweep.runs.push(Run { place, first }),
                            None => sweep.uncounted.push(place),
                        }
                    }
                }
            }
        }
        sweep.ended.insert(id);
    }
}

/// A counter knows a test by its path, which begins with the name of the crate.
fn counter_file(test: &str) -> String {
    let (binary, path) = test.split_once("::").unwrap_or(("", test));
    format!("{}+{}", unqualified(binary), path.replace("::", "+"))
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

fn verdicts(folder: &Path) -> HashMap<String, Verdict> {
    ran(folder).into_iter().map(|ran| (ran.name, ran.verdict)).collect()
}

/// The properties of a study that can be counted, and what is said of the others.
fn properties(tests: &[Test]) -> Result<(Vec<Property>, Vec<String>), CommandError> {
    let (mut properties, mut left_out) = (Vec::new(), Vec::new());
    for test in tests {
        if test.kind != "property" {
            continue;
        }
        let framework = test.framework.clone().unwrap_or_default();
        match Counting::of(&framework) {
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
            "the study has no property whose inputs can be counted: it takes properties of disprove, proptest, \
             test-strategy or quickcheck",
        ));
    }
    Ok((properties, left_out))
}

/// The mutants to test: those that one of the properties has found, or all that can be built.
fn wanted(
    study: &Study,
    properties: &[Property],
    all: bool,
) -> Result<Vec<(u64, String)>, CommandError> {
    let names: BTreeSet<&str> = properties.iter().map(|property| &*property.name).collect();
    let is_found = |mutant: &Judged| {
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
            "no property has found a mutant in the study, so there is nothing to sweep: `--all` takes those that were not found",
        ));
    }
    Ok(wanted)
}

/// The mutants that are wanted, as they are listed now.
fn listed(all: Vec<Mutant>, wanted: &[(u64, String)]) -> Result<Vec<Mutant>, CommandError> {
    let names: BTreeSet<&str> = wanted.iter().map(|(_, name)| &**name).collect();
    let found: Vec<Mutant> =
        all.into_iter().filter(|mutant| names.contains(&*mutant.name)).collect();
    if found.len() < names.len() {
        return Err(usage(format!(
            "{} of {} mutants of the study are not there any more: the code has changed, or other packages or files were chosen; \
             run `cargo disprove mutants` again, or give the same options",
            names.len() - found.len(),
            names.len()
        )));
    }
    Ok(found)
}

/// A round for each seed.
fn plan(arguments: &Arguments, seeds: &[u64], properties: &[Property]) -> Plan {
    let cases = arguments.cases.to_string();
    let most = arguments.cases.saturating_mul(PATIENCE).to_string();
    // Only these, by their names. Another test of the same name in another binary may run as well.
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
            // The question is about plain inputs. A guided search would learn from the ones before.
            ("DISPROVE_SEARCH", "random"),
            ("DISPROVE_REDUCE", "false"),
            ("DISPROVE_EXPLAIN", "false"),
            // It ends with the first failure, so that the statistics are those of its input.
            ("DISPROVE_MAX_FAILURES", "1"),
            ("DISPROVE_STATS", "true"),
            ("DISPROVE_DATABASE", "none"),
            ("DISPROVE_PROFILE", "default"),
            ("PROPTEST_CASES", &cases),
            ("PROPTEST_RNG_SEED", &seed),
            ("PROPTEST_MAX_SHRINK_ITERS", "0"),
            // An input that is kept would look like the first one.
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
    let is_counted =
        properties.iter().any(|property| property.counted_by == Counting::Counter.name());
    Plan { baseline: rounds.clone(), rounds, is_counted, ..Plan::default() }
}

/// What must be the same, to go on.
fn identity(
    arguments: &Arguments,
    tool: &Tool,
    (root, folder): (&Path, &Path),
    start: &Sweep,
) -> String {
    let mut hash = Hash::new();
    for part in [&*tool.version, env!("CARGO_PKG_VERSION"), &arguments.subject.identity()] {
        hash.add(part.as_bytes());
    }
    hash.add(
        format!("{} {:?} {:?}", start.cases, start.seeds, arguments.running.timeout).as_bytes(),
    );
    for property in &start.properties {
        hash.add(format!("{property:?}").as_bytes());
    }
    for (_, name) in &start.mutants {
        hash.add(name.as_bytes());
    }
    code(root, folder, &mut hash);
    hash.text()
}

/// A line about a mutant.
fn tell(id: u64, ended: &Ended, sweep: &Sweep) {
    let fate = match Curve::fate(sweep, id) {
        Fate::Found(input) => format!("found with input {input}"),
        Fate::Known => "found by an example or a replay".to_owned(),
        Fate::Uncounted => "found, but not known with which input".to_owned(),
        Fate::Missed => "not found".to_owned(),
        Fate::NotRun => "without a verdict".to_owned(),
    };
    let name = ended.mutant.as_deref().unwrap_or_default();
    diagnostic(&format!("[{}/{}] {fate}: {name}", sweep.ended.len(), sweep.mutants.len()));
}

#[cfg(test)]
mod tests;
