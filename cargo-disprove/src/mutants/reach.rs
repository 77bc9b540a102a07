//! Finds the tests that reach the functions of survivors.

use super::{
    baseline::Baseline,
    driver::{BaselineRun, Driver, Edit, FOLDER, LOG, Mutant, Plan, Round, Summary},
    probe,
    study::MutantResult,
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

/// Sets `reached_by` of the survivors, by running each test alone on a copy of the project with probes. Prints a diagnostic
/// if that fails. `study` is the driver of the study.
pub(super) fn reach(
    study: &Driver,
    mutants: &[Mutant],
    survivors: &mut [MutantResult],
    baseline: &Baseline,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let chosen: Vec<&Mutant> = survivors.iter().map(|it| &mutants[it.id as usize]).collect();
    let (edits, numbers) = edits(study.root, &chosen);
    if edits.is_empty() {
        return Ok(());
    }
    diagnostic("searching for the tests that reach the survivors");
    let mut round = Round {
        name: ROUND.to_owned(),
        runs_each_alone: true,
        ..study.plan.rounds.first().cloned().unwrap_or_default()
    };
    round.variables.push((probe::VARIABLE.to_owned(), FOLDER.to_owned()));
    let plan = Plan { baseline: vec![round], edits, ..Plan::default() };
    let driver = Driver { plan: &plan, baseline: BaselineRun::Needed, ..*study };
    let mut entered = None;
    // This runs the tests of all packages of these mutants.
    driver.run(&chosen, stop, &mut |ended| {
        if ended.mutant.is_none() && ended.summary == Summary::Success {
            entered = read(&ended.rounds.join(ROUND), baseline);
        }
        // The mutants themselves are not tested.
        Ok(ControlFlow::Break(()))
    })?;
    let Some(entered) = entered else {
        diagnostic(
            "cannot tell which tests reach the survivors: the project does not build with probes",
        );
        return Ok(());
    };
    for (survivor, number) in survivors.iter_mut().zip(numbers) {
        let found = number.map(|number| entered.get(&number).cloned().unwrap_or_default());
        survivor.reached_by = found.map(|tests| tests.into_iter().collect());
    }
    Ok(())
}

/// The edits that insert the probes, and the probe number of each mutant.
fn edits(root: &Path, mutants: &[&Mutant]) -> (Vec<Edit>, Vec<Option<String>>) {
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push(place);
    }
    let (mut all, mut numbers) = (Vec::new(), vec![None; mutants.len()]);
    for (file, (name, places)) in files.into_iter().enumerate() {
        let text = fs::read_to_string(root.join(name)).unwrap_or_default();
        let here: Vec<&Mutant> = places.iter().map(|place| mutants[*place]).collect();
        let (edits, found) = probe::probes(&text, &here, file);
        all.extend(edits);
        for (place, number) in places.into_iter().zip(found) {
            numbers[place] = number;
        }
    }
    (all, numbers)
}

/// The indexes of the tests that entered each function; `None` if the log is unreadable.
fn read(folder: &Path, baseline: &Baseline) -> Option<BTreeMap<String, BTreeSet<usize>>> {
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
    use super::{Baseline, LOG, fs, read};
    use crate::mutants::baseline::ReliableTest;
    use std::env;

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
        let entered = read(&folder, &baseline).expect("read");
        assert_eq!(entered.len(), 2);
        assert_eq!(entered["0:18"].iter().copied().collect::<Vec<_>>(), [1]);
        assert_eq!(read(&folder.join("none"), &baseline), None);
        fs::remove_dir_all(folder).expect("removed");
    }
}
