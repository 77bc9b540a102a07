//! Finds the tests that reach the functions of mutants, and mutants in code that is not compiled.

use super::{
    baseline::Baseline,
    compiled,
    driver::{
        BaselineRun, Driver, Edit, FOLDER, LOG, Mutant, Plan, Round, Summary, read_marks,
        read_unlisted,
    },
    probe,
    study::{MutantResult, NOT_COMPILED},
};
use crate::{error::CommandError, terminal::diagnostic};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::ControlFlow,
    path::Path,
    sync::atomic::AtomicBool,
};

const ROUND: &str = "reach";

/// Sets `reached_by` of these mutants, by running each test alone on a copy of the project with probes, and changes the
/// outcome of survivors that are not compiled. Prints a diagnostic if that fails. `study` is the driver of the study.
pub(super) fn reach(
    study: &Driver,
    mutants: &[Mutant],
    judged: &mut [MutantResult],
    baseline: &Baseline,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let chosen: Vec<&Mutant> = judged.iter().map(|it| &mutants[it.id as usize]).collect();
    let (edits, places) = edits(study.root, &chosen);
    if edits.is_empty() {
        return Ok(());
    }
    diagnostic("searching for the tests that reach the mutants that no property has caught");
    let plan = plan(study.plan, edits);
    let driver = Driver { plan: &plan, baseline: BaselineRun::Needed, ..*study };
    let mut recorded = None;
    // This runs the tests of all packages of these mutants.
    driver.run(&chosen, stop, &mut |ended| {
        if ended.mutant.is_none() && ended.summary == Summary::Success {
            recorded = Recorded::read(&ended.rounds.join(ROUND), baseline);
        }
        // The mutants themselves are not tested.
        Ok(ControlFlow::Break(()))
    })?;
    let Some(recorded) = recorded else {
        diagnostic(
            "cannot tell which tests reach the mutants: the project does not build with probes",
        );
        return Ok(());
    };
    if let Err(why) = &recorded.is_listed {
        diagnostic(&format!("cannot tell which tests reach the mutants: {why}"));
    }
    for (result, place) in judged.iter_mut().zip(places) {
        recorded.describe(result, &place);
    }
    Ok(())
}

/// One build with these edits, and a run of each test alone, with the settings of the study.
fn plan(study: &Plan, edits: Vec<Edit>) -> Plan {
    let mut round = Round {
        name: ROUND.to_owned(),
        runs_each_alone: true,
        ..study.rounds.first().cloned().unwrap_or_default()
    };
    round.variables.push((probe::VARIABLE.to_owned(), FOLDER.to_owned()));
    Plan { baseline: vec![round], edits, ..Plan::default() }
}

/// What was inserted for a mutant: the number of its probe, and its mark.
#[derive(Clone, Debug, Default)]
struct Place {
    probe: Option<String>,
    mark: Option<String>,
}

/// The edits that insert probes and marks, and those of each mutant.
fn edits(root: &Path, mutants: &[&Mutant]) -> (Vec<Edit>, Vec<Place>) {
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push(place);
    }
    let (mut all, mut found) = (Vec::new(), vec![Place::default(); mutants.len()]);
    for (file, (name, places)) in files.into_iter().enumerate() {
        let text = fs::read_to_string(root.join(name)).unwrap_or_default();
        let here: Vec<&Mutant> = places.iter().map(|place| mutants[*place]).collect();
        let (edits, probes) = probe::probes(&text, &here, file);
        all.extend(edits);
        let (edits, marks) = compiled::marks(&text, &here, file);
        all.extend(edits);
        for (place, (probe, mark)) in places.into_iter().zip(probes.into_iter().zip(marks)) {
            found[place] = Place { probe, mark };
        }
    }
    (all, found)
}

/// What the build and the tests recorded.
#[derive(Debug, PartialEq)]
struct Recorded {
    /// The indexes of the tests that entered each function.
    entered: BTreeMap<String, BTreeSet<usize>>,
    /// The marks that were compiled; `None` if the compiler did not list them.
    compiled: Option<BTreeSet<String>>,
    /// Why some tests did not run.
    is_listed: Result<(), String>,
}

impl Recorded {
    /// `None` if the log is unreadable.
    fn read(folder: &Path, baseline: &Baseline) -> Option<Recorded> {
        let tests = || baseline.tests.iter().map(|test| &*test.name);
        let is_listed = read_unlisted(folder).iter().try_for_each(|it| it.check(tests()));
        let entered = entered(folder, baseline)?;
        Some(Recorded { entered, compiled: read_marks(folder), is_listed })
    }

    /// Adds what is known about a mutant to its result.
    fn describe(&self, result: &mut MutantResult, place: &Place) {
        let is_compiled = match (&self.compiled, &place.mark) {
            (Some(compiled), Some(mark)) => compiled.contains(mark),
            _ => true,
        };
        if !is_compiled && result.outcome == "missed" {
            NOT_COMPILED.clone_into(&mut result.outcome);
            return;
        }
        let tests = |probe: &String| self.entered.get(probe).cloned().unwrap_or_default();
        let found = place.probe.as_ref().filter(|_| self.is_listed.is_ok()).map(tests);
        result.reached_by = found.map(|tests| tests.into_iter().collect());
    }
}

/// The indexes of the tests that entered each function; `None` if the log is unreadable.
fn entered(folder: &Path, baseline: &Baseline) -> Option<BTreeMap<String, BTreeSet<usize>>> {
    let log = fs::read_to_string(folder.join(LOG)).ok()?;
    let mut entered: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for line in log.lines() {
        let (number, name) = line.split_once('\t')?;
        let Some(test) = baseline.tests.iter().position(|test| test.name == name) else { continue };
        let recorded = fs::read_to_string(folder.join("data").join(number)).unwrap_or_default();
        for function in recorded.lines() {
            entered.entry(function.to_owned()).or_default().insert(test);
        }
    }
    Some(entered)
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Edit, LOG, Place, Plan, Recorded, Round, fs, plan};
    use crate::mutants::{
        baseline::ReliableTest,
        driver::{COMPILED, UNLISTED},
        study::MutantResult,
    };
    use std::env;

    #[test]
    fn one_more_build_runs_each_test_alone_and_no_mutant() {
        let variables = vec![("SEED".to_owned(), "1".to_owned())];
        let round = Round { variables, ..Round::default() };
        let study =
            Plan { baseline: vec![round.clone(); 3], rounds: vec![round; 2], ..Plan::default() };
        let found = plan(&study, vec![Edit::default()]);
        let [only] = &found.baseline[..] else { panic!("one round: {found:?}") };
        assert!(only.runs_each_alone && only.variables.starts_with(&study.rounds[0].variables));
        assert_eq!((found.rounds.len(), found.alternatives.len(), found.edits.len()), (0, 0, 1));
    }

    #[test]
    fn records_are_grouped_by_function() {
        let folder = env::temp_dir().join(format!("disprove-reach-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("data")).expect("made");
        fs::write(folder.join(LOG), "0\ta::one\n1\ta::two\n2\ta::dropped\n").expect("written");
        fs::write(folder.join("data").join("0"), "0:18\n0:40\n").expect("written");
        fs::write(folder.join("data").join("2"), "0:18\n").expect("written");
        let known = |name: &str| ReliableTest {
            name: name.to_owned(),
            is_doctest: false,
            source: String::new(),
            seconds: None,
        };
        let baseline =
            Baseline { tests: vec![known("a::two"), known("a::one")], ..Baseline::default() };
        let recorded = Recorded::read(&folder, &baseline).expect("read");
        assert_eq!(recorded.entered.len(), 2);
        assert_eq!(recorded.entered["0:18"].iter().copied().collect::<Vec<_>>(), [1]);
        assert_eq!(recorded.compiled, None);
        assert_eq!(Recorded::read(&folder.join("none"), &baseline), None);

        fs::write(folder.join(COMPILED), "0_0\n0_1").expect("written");
        let recorded = Recorded::read(&folder, &baseline).expect("read");
        let described = |outcome: &str, probe: Option<&str>, mark: Option<&str>| {
            let mut result =
                MutantResult { outcome: outcome.to_owned(), ..MutantResult::default() };
            let text = |it: &str| it.to_owned();
            recorded.describe(&mut result, &Place { probe: probe.map(text), mark: mark.map(text) });
            (result.outcome, result.reached_by)
        };
        let missed = |tests| ("missed".to_owned(), tests);
        assert_eq!(described("missed", Some("0:18"), Some("0_0")), missed(Some(vec![1])));
        assert_eq!(described("missed", Some("0:7"), Some("0_1")), missed(Some(vec![])));
        assert_eq!(described("missed", None, None), missed(None));
        let not_compiled = ("not_compiled".to_owned(), None);
        assert_eq!(described("missed", Some("0:18"), Some("0_2")), not_compiled);
        let caught = ("caught".to_owned(), Some(vec![]));
        assert_eq!(described("caught", Some("0:7"), Some("0_1")), caught);

        // A binary without the test harness has no tests that are known.
        fs::write(folder.join(UNLISTED), "other::\ttests/other.rs\n").expect("written");
        let recorded = Recorded::read(&folder, &baseline).expect("read");
        assert_eq!(recorded.is_listed, Ok(()));
        fs::write(folder.join(UNLISTED), "a::\ttests/a.rs (target/a-0)\n").expect("written");
        let recorded = Recorded::read(&folder, &baseline).expect("read");
        let why = "tests/a.rs (target/a-0) cannot list its tests: `cargo test -- --list` shows why";
        assert_eq!(recorded.is_listed, Err(why.to_owned()));
        let mut result = MutantResult { outcome: "missed".to_owned(), ..MutantResult::default() };
        let probe = Some("0:7".to_owned());
        recorded.describe(&mut result, &Place { probe, mark: None });
        assert_eq!(result.reached_by, None, "an unlisted test may reach it");
        fs::remove_dir_all(folder).expect("removed");
    }
}
