//! Which tests come to the functions that survivors are in.

use super::{
    baseline::Baseline,
    driver::{self, Driver, Edit, FOLDER, GoOn, LOG, Mutant, Plan, Round, Summary},
    probe,
    study::Judged,
};
use crate::{error::CommandError, terminal::diagnostic};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::atomic::AtomicBool,
};

const ROUND: &str = "reach";

/// Finds it out, with each test run alone on a copy of the project that records; says so, if it cannot be found out. The
/// driver is that of the study.
pub(super) fn reach(
    study: &Driver,
    mutants: &[Mutant],
    survivors: &mut [Judged],
    baseline: &Baseline,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let chosen: Vec<&Mutant> = survivors.iter().map(|it| &mutants[it.id as usize]).collect();
    let (edits, numbers) = edits(study.root, &chosen);
    if edits.is_empty() {
        return Ok(());
    }
    diagnostic("looking for the tests that come to the survivors");
    let mut round = Round {
        name: ROUND.to_owned(),
        is_apart: true,
        ..study.plan.rounds.first().cloned().unwrap_or_default()
    };
    round.variables.push((probe::VARIABLE.to_owned(), FOLDER.to_owned()));
    let plan = Plan { baseline: vec![round], edits, ..Plan::default() };
    let driver = Driver { plan: &plan, baseline: driver::Baseline::Run, ..*study };
    let mut entered = None;
    // The tests of all packages that these are in are run.
    driver.run(&chosen, stop, &mut |ended| {
        if ended.mutant.is_none() && ended.summary == Summary::Success {
            entered = read(&ended.rounds.join(ROUND), baseline);
        }
        // Nothing is asked about the mutant.
        Ok(GoOn::No)
    })?;
    let Some(entered) = entered else {
        diagnostic(
            "which tests come to the survivors is not known: the project could not be built so that it records them",
        );
        return Ok(());
    };
    for (survivor, number) in survivors.iter_mut().zip(numbers) {
        let found = number.map(|number| entered.get(&number).cloned().unwrap_or_default());
        survivor.reached_by = found.map(|tests| tests.into_iter().collect());
    }
    Ok(())
}

/// What is put into the code, and the number of the function of each mutant.
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

/// The tests, by their places, that entered each function; none, if it is not known.
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
    use crate::mutants::baseline::Known;
    use std::env;

    #[test]
    fn what_each_test_recorded_is_gathered_by_function() {
        let folder = env::temp_dir().join(format!("disprove-reach-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("data")).expect("made");
        fs::write(folder.join(LOG), "0\ta::one\n1\ta::two\n2\ta::dropped\n").expect("written");
        fs::write(folder.join("data").join("0"), "0:18\n0:40\n").expect("written");
        fs::write(folder.join("data").join("2"), "0:18\n").expect("written");
        let known = |name: &str| Known {
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
