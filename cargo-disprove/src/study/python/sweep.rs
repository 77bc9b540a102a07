//! The sweep of a Python project: the first failing input of each property on each mutant that it reaches.

use super::{
    Mutated, Suite,
    baseline::KnownSuite,
    pytest_run::{ProjectCopy, PytestJob, Recorded, TestOutcome},
};
use crate::{
    error::{CommandError, usage},
    mutants::{identity::StableHash, lock::Lock, study::Study},
    sweep::{FirstFailure, Phase, Property, Run, RunKey, Sweep, seeds, wanted},
    terminal::diagnostic,
};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Time limit of a property: a multiple of the slowest time of all on the unchanged code, and a minimum in seconds.
const FACTOR: f64 = 5.0;
const LEAST: f64 = 20.0;

/// Time limit of a run on the unchanged code in seconds.
const LIMIT: f64 = 3_600.0;

/// Tests the mutants without a result.
pub(super) fn sweep(
    suite: &Suite<'_>,
    study: &Study,
    known: &KnownSuite,
    stop: &AtomicBool,
) -> Result<Sweep, CommandError> {
    let mut sweep = start(suite, study, known)?;
    let _lock = Lock::take(&suite.folder.join("sweep.lock"))?;
    if let Some(earlier) = Sweep::earlier(&suite.folder, &sweep.identity, suite.arguments.fresh) {
        sweep = earlier;
    }
    let copy = suite.copied();
    if sweep.seconds <= 0.0 {
        diagnostic("running the properties on the unchanged code");
        unchanged(suite, &copy, &mut sweep, stop)?;
        sweep.write(&suite.folder)?;
    }
    for (id, name) in sweep.mutants.clone() {
        if sweep.ended.contains(&id) {
            continue;
        }
        if stop.load(Relaxed) {
            break;
        }
        let Some(own) = suite.mutants.get(id as usize) else { continue };
        let result = study.mutants.iter().find(|it| it.id == id);
        let reached = result.and_then(|it| it.reached_by.as_ref());
        let is_reached = |property: &str| {
            let place = study.tests.iter().position(|test| test.name == property);
            reached.is_none_or(|all| place.is_some_and(|place| all.contains(&place)))
        };
        let source = suite.place.join("mutants").join(format!("{id}.py"));
        let mutated = Mutated::new(&copy, &own.mutant.file, &source)?;
        for seed in sweep.seeds.clone() {
            let tests: Vec<&str> =
                sweep.properties.iter().map(|it| &*it.name).filter(|it| is_reached(it)).collect();
            let recorded = match copy.run(&job(suite, tests, seed, sweep.seconds), stop) {
                // Half of the seeds of a mutant are worth nothing.
                Err(CommandError(_, crate::mutants::STOPPED)) => return Ok(sweep),
                other => other?,
            };
            record(&mut sweep, id, seed, &recorded, &is_reached);
        }
        drop(mutated);
        sweep.ended.insert(id);
        sweep.write(&suite.folder)?;
        diagnostic(&format!("[{}/{}] {name}", sweep.ended.len(), sweep.mutants.len()));
    }
    Ok(sweep)
}

/// The properties and the mutants that they reach.
fn start(suite: &Suite<'_>, study: &Study, known: &KnownSuite) -> Result<Sweep, CommandError> {
    let mut sweep = Sweep {
        cases: suite.arguments.cases.into(),
        seeds: seeds(suite.arguments.seed, suite.arguments.seeds),
        ..Sweep::default()
    };
    for test in study.tests.iter().filter(|test| test.kind == "property") {
        if known.tests.get(&test.name).is_some_and(|about| about.is_countable) {
            sweep.properties.push(Property {
                name: test.name.clone(),
                framework: "hypothesis".to_owned(),
                counted_by: "calls".to_owned(),
            });
        } else {
            sweep.left_out.push(format!("{} (its inputs cannot be counted)", test.name));
        }
    }
    sweep.mutants = wanted(study, &sweep.properties, false)?.mutants;
    let mut hash = StableHash::new();
    hash.add(study.identity.as_bytes());
    hash.add(format!("{} {:?} {:?}", sweep.cases, sweep.seeds, sweep.properties).as_bytes());
    for (_, name) in &sweep.mutants {
        hash.add(name.as_bytes());
    }
    sweep.identity = hash.text();
    Ok(sweep)
}

fn job<'a>(suite: &Suite<'_>, tests: Vec<&'a str>, seed: u64, seconds: f64) -> PytestJob<'a> {
    let limit = if seconds > 0.0 { (FACTOR * seconds).max(LEAST) } else { LIMIT };
    PytestJob {
        limits: tests.iter().map(|test| (*test, limit)).collect::<BTreeMap<_, _>>(),
        tests: Some(tests),
        cases: Some(suite.arguments.cases),
        seed,
        time: limit,
        ..PytestJob::default()
    }
}

/// Keeps the properties that pass with all seeds on the unchanged code.
fn unchanged(
    suite: &Suite<'_>,
    copy: &ProjectCopy<'_>,
    sweep: &mut Sweep,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let mut passed = vec![0; sweep.properties.len()];
    let mut slowest: f64 = 0.0;
    for seed in &sweep.seeds {
        let tests = sweep.properties.iter().map(|it| &*it.name).collect();
        let recorded = copy.run(&job(suite, tests, *seed, 0.0), stop)?;
        for (count, property) in passed.iter_mut().zip(&sweep.properties) {
            let ended = recorded.ended.get(&property.name);
            *count += usize::from(ended.is_some_and(|it| it.outcome == TestOutcome::Passed));
            slowest = slowest.max(ended.map_or(0.0, |it| it.seconds));
        }
    }
    let rounds = sweep.seeds.len();
    for (property, passed) in std::mem::take(&mut sweep.properties).into_iter().zip(passed) {
        if passed == rounds {
            sweep.properties.push(property);
        } else {
            let what = format!(
                "{} (passes with {passed} of {rounds} seeds on the unchanged code)",
                property.name
            );
            diagnostic(&format!("{what} is left out"));
            sweep.left_out.push(what);
        }
    }
    if sweep.properties.is_empty() {
        return Err(usage(format!(
            "no property passes with {} cases and every seed on the unchanged code, so mutants cannot be judged: fix \
             the failures first",
            sweep.cases
        )));
    }
    sweep.seconds = slowest.max(f64::MIN_POSITIVE);
    Ok(())
}

/// Records the results of all properties on a mutant with a seed. Those that do not reach it do not find it.
fn record(
    sweep: &mut Sweep,
    mutant: u64,
    seed: u64,
    recorded: &Recorded,
    is_reached: &dyn Fn(&str) -> bool,
) {
    for (property, it) in sweep.properties.iter().enumerate() {
        let key = RunKey { mutant, seed, property };
        let first = match recorded.inputs.get(&it.name) {
            Some((Some(number), discarded)) => {
                let (number, discarded) = (*number, *discarded);
                Some(FirstFailure { number, phase: Phase::Generate, discarded })
            }
            _ => None,
        };
        match recorded.ended.get(&it.name).map(|ended| ended.outcome) {
            _ if !is_reached(&it.name) => sweep.runs.push(Run { key, first: None }),
            Some(TestOutcome::Passed) => sweep.runs.push(Run { key, first: None }),
            Some(TestOutcome::Failed) if first.is_some() => sweep.runs.push(Run { key, first }),
            // It failed outside of its body, hung, or killed its process.
            Some(TestOutcome::Failed) => sweep.uncounted.push(key),
            None if recorded.open.as_ref() == Some(&it.name) => sweep.uncounted.push(key),
            Some(TestOutcome::Skipped) | None => sweep.not_run.push(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::seeds;
    use crate::{parsed::parsed, study::Arguments};

    #[test]
    fn a_sweep_in_python_has_the_seeds_of_the_study() {
        let of = |line: &str| {
            let arguments = parsed::<Arguments>(line);
            seeds(arguments.seed, arguments.seeds)
        };
        assert_eq!(of("study a --seed 7 --seeds 3"), [7, 8, 9]);
        assert_eq!(of("study a"), [1]);
    }
}
