//! Merges the shards of a study that were tested on several machines.

use super::study::{MutantResult, Study};
use crate::error::{CommandError, usage};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// The study of these shards.
pub(super) fn merged(paths: &[PathBuf]) -> Result<Study, CommandError> {
    let mut parts = Vec::new();
    for path in paths {
        parts.push((path, Study::read(path)?));
    }
    let Some((first, rest)) = parts.split_first() else {
        return Err(usage("write the folders of the shards after `--merge`"));
    };
    for (path, part) in rest {
        if part.identity != first.1.identity || part.identity.is_empty() {
            return Err(usage(format!(
                "{} and {} are not shards of one run of `cargo disprove mutants`: the code, the seed, the sample or other settings differ",
                first.0.display(),
                path.display()
            )));
        }
    }
    let parts: Vec<&Study> = parts.iter().map(|(_, part)| part).collect();
    Ok(merge(&parts))
}

/// Merges shards, with the tests that are reliable on all machines. A shard without mutants of a package does not run the
/// tests of that package.
fn merge(parts: &[&Study]) -> Study {
    let mut study = parts[0].clone();
    let gathered = |of: fn(&Study) -> &Vec<String>| -> BTreeSet<String> {
        parts.iter().flat_map(|part| of(part).iter().cloned()).collect()
    };
    let (failing, mut flaky) = (gathered(|part| &part.failing), gathered(|part| &part.flaky));
    let mut tests = BTreeMap::new();
    for test in parts.iter().flat_map(|part| &part.tests) {
        if !flaky.contains(&test.name) && !failing.contains(&test.name) {
            tests.entry(&*test.name).or_insert(test);
        }
    }
    // In the order of the first shard; others follow.
    let order = |name: &str| parts[0].tests.iter().position(|test| test.name == name);
    let mut tests: Vec<_> = tests.into_values().cloned().collect();
    tests.sort_by_key(|test| order(&test.name).unwrap_or(usize::MAX));
    study.tests = tests;
    let mut mutants = BTreeMap::new();
    for part in parts {
        let place = |name: &str| part.tests.iter().position(|test| test.name == name);
        let places: Vec<_> = study.tests.iter().map(|test| place(&test.name)).collect();
        for mutant in &part.mutants {
            mutants.entry(mutant.id).or_insert_with(|| remapped(mutant, &places));
        }
    }
    study.mutants = mutants.into_values().collect();
    flaky.retain(|name| !failing.contains(name));
    study.flaky = flaky.into_iter().collect();
    study.failing = failing.into_iter().collect();
    study.started = parts.iter().map(|part| part.started).min().unwrap_or_default();
    study.seconds = parts.iter().map(|part| part.seconds).sum();
    study.is_complete = study.mutants.len() as u64 == study.sample;
    study
}

/// A mutant with the verdicts of the merged tests, given by their indexes in the shard.
fn remapped(mutant: &MutantResult, places: &[Option<usize>]) -> MutantResult {
    let mut mutant = mutant.clone();
    let verdicts = mutant.verdicts.as_bytes();
    let is_caught = matches!(&*mutant.outcome, "caught" | "timeout");
    let has_killer = is_caught && verdicts.contains(&b'F');
    let letter = |place: &Option<usize>| place.map_or('n', |place| char::from(verdicts[place]));
    let kept: String = places.iter().map(letter).collect();
    let is_without = |place: &Option<usize>| place.is_some() && letter(place) == 'n';
    // A mutant caught only by tests that are unreliable elsewhere counts as missed.
    if has_killer && !kept.contains('F') && !places.iter().any(is_without) {
        "missed".clone_into(&mut mutant.outcome);
    }
    mutant.verdicts = kept;
    mutant.reached_by = mutant.reached_by.map(|reached| {
        let place = |old: &usize| places.iter().position(|place| *place == Some(*old));
        reached.iter().filter_map(place).collect()
    });
    mutant
}

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::mutants::study::tests::example;

    #[test]
    fn merged_shards_equal_the_whole_study() {
        let (mut one, mut two) = (example(), example());
        one.mutants.retain(|mutant| mutant.id < 5);
        two.mutants.retain(|mutant| mutant.id >= 5);
        one.is_complete = false;
        let mut whole = example();
        whole.seconds = 25.0;
        assert_eq!(merge(&[&two, &one]), whole);
        assert!(!merge(&[&two]).is_complete);
    }

    #[test]
    fn tests_that_are_flaky_anywhere_are_left_out() {
        let (mut one, two) = (example(), example());
        // The first test was flaky on the first machine.
        let lost = one.tests.remove(0);
        one.flaky.push(lost.name.clone());
        one.mutants.truncate(1);
        one.mutants[0].verdicts.remove(0);
        one.mutants[0].reached_by = None;
        let whole = merge(&[&one, &two]);
        assert_eq!(whole.tests.len(), 3);
        assert!(whole.flaky.contains(&lost.name));
        assert_eq!(whole.mutants.len(), 5);
        assert_eq!((&*whole.mutants[0].verdicts, &*whole.mutants[0].outcome), ("pFp", "caught"));
        assert_eq!((&*whole.mutants[1].verdicts, &*whole.mutants[1].outcome), ("ppp", "missed"));
        assert_eq!(whole.mutants[2].reached_by, Some(vec![]));
    }
    #[test]
    fn a_shard_without_a_package_has_no_verdicts_of_its_tests() {
        let (mut one, mut two) = (example(), example());
        one.mutants.truncate(1);
        // The second machine has no mutant of the package of the first test.
        let lost = two.tests.remove(0);
        for mutant in &mut two.mutants {
            mutant.verdicts.remove(0);
            mutant.reached_by = None;
        }
        let whole = merge(&[&two, &one]);
        assert_eq!((whole.tests.len(), &whole.tests[3].name), (4, &lost.name));
        assert!(!whole.flaky.contains(&lost.name));
        assert_eq!(whole.mutants[0].verdicts, "pFpn");
        let whole = merge(&[&one, &two]);
        assert_eq!(whole.tests[0].name, lost.name);
        assert_eq!((&*whole.mutants[0].verdicts, &*whole.mutants[1].verdicts), ("FpFp", "nppp"));
    }
}
