//! What a sweep tests: its properties, mutants, rounds and identity.

use super::{
    Arguments,
    first_failure::CountingMethod,
    record::{Property, Sweep},
};
use crate::{
    error::{CommandError, usage},
    mutants::{
        driver::{COUNTS, CargoMutants, FOLDER, Mutant, Plan, Round},
        identity::{StableHash, hash_code},
        study::{MutantResult, Study, Test},
    },
    plural::part,
};
use std::{collections::BTreeSet, path::Path};

/// Limit of quickcheck on all inputs, discarded ones included, as a multiple of the wanted inputs.
const QUICKCHECK_FACTOR: u32 = 20;

/// The properties of a study whose inputs can be counted, and why others are left out.
pub(super) fn properties(tests: &[Test]) -> Result<(Vec<Property>, Vec<String>), CommandError> {
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
            "mutants.json has no property whose inputs can be counted: write properties with disprove, proptest, \
             test-strategy or quickcheck",
        ));
    }
    Ok((properties, left_out))
}

/// The mutants to test.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Their indexes in the study, and their names.
    pub(crate) mutants: Vec<(u64, String)>,
    /// How many were left out because it is unknown whether a property reaches them.
    pub(crate) unknown: usize,
}

/// The mutants to test: those that one of the properties detects or reaches, or all viable ones.
pub(crate) fn wanted(
    study: &Study,
    properties: &[Property],
    all: bool,
) -> Result<Wanted, CommandError> {
    let names: BTreeSet<&str> = properties.iter().map(|property| &*property.name).collect();
    let is_one =
        |place: usize| study.tests.get(place).is_some_and(|test| names.contains(&*test.name));
    let is_found = |mutant: &MutantResult| {
        (0..study.tests.len())
            .any(|place| is_one(place) && mutant.is_killed_by(place) == Some(true))
    };
    let mut wanted = Wanted::default();
    for mutant in study.mutants.iter().filter(|mutant| mutant.is_viable()) {
        let is_reached = match &mutant.reached_by {
            _ if all || is_found(mutant) => true,
            Some(tests) => tests.iter().any(|place| is_one(*place)),
            None => {
                wanted.unknown += 1;
                false
            }
        };
        if is_reached {
            wanted.mutants.push((mutant.id, mutant.name.clone()));
        }
    }
    if wanted.mutants.is_empty() {
        return Err(usage(
            "no property detects or reaches a mutant in mutants.json, so there is nothing to test: `--all` tests all mutants",
        ));
    }
    Ok(wanted)
}

/// The wanted mutants among those listed now.
pub(super) fn listed(
    all: Vec<Mutant>,
    wanted: &[(u64, String)],
) -> Result<Vec<Mutant>, CommandError> {
    let names: BTreeSet<&str> = wanted.iter().map(|(_, name)| &**name).collect();
    let found: Vec<Mutant> =
        all.into_iter().filter(|mutant| names.contains(&*mutant.name)).collect();
    if found.len() < names.len() {
        return Err(usage(format!(
            "{} in mutants.json are gone: the code, or the selected packages and files, have changed; run \
             `cargo disprove mutants` again, or pass the same options",
            part(names.len() - found.len(), names.len(), "mutant", "mutants")
        )));
    }
    Ok(found)
}

/// The seeds: the first one, and those that follow it.
pub(crate) fn seeds(first: u64, count: u16) -> Vec<u64> {
    (0..u64::from(count)).map(|number| first.wrapping_add(number)).collect()
}

/// The plan: a round for each seed.
pub(super) fn plan(arguments: &Arguments, seeds: &[u64], properties: &[Property]) -> Plan {
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
pub(super) fn identity(
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

#[cfg(test)]
mod tests;
