//! The plan and the identity of a study, from its arguments.

use super::{
    Arguments,
    arguments::Doctests,
    driver::{CargoMutants, Mutant, Plan, Round},
    identity::StableHash,
};

/// Default cases of proptest and quickcheck: their own defaults, set explicitly so that the environment has no effect.
const PROPTEST_CASES: u32 = 256;
const QUICKCHECK_TESTS: u32 = 100;

/// The rounds, all with the same settings.
pub(super) fn plan(arguments: &Arguments, doctests: Doctests) -> Plan {
    let seed = arguments.seed.to_string();
    let cases = |usual: u32| arguments.cases.unwrap_or(usual).to_string();
    let mut variables = vec![
        ("DISPROVE_SEED".to_owned(), seed.clone()),
        // Only the verdict matters, so failures are not reduced.
        ("DISPROVE_REDUCE".to_owned(), "false".to_owned()),
        ("DISPROVE_EXPLAIN".to_owned(), "false".to_owned()),
        ("DISPROVE_MAX_FAILURES".to_owned(), "1".to_owned()),
        ("DISPROVE_PROFILE".to_owned(), "default".to_owned()),
        // Backtraces take longer than the tests.
        ("RUST_BACKTRACE".to_owned(), "0".to_owned()),
        ("PROPTEST_RNG_SEED".to_owned(), seed),
        ("PROPTEST_MAX_SHRINK_ITERS".to_owned(), "0".to_owned()),
        ("PROPTEST_CASES".to_owned(), cases(PROPTEST_CASES)),
        ("QUICKCHECK_TESTS".to_owned(), cases(QUICKCHECK_TESTS)),
    ];
    if let Some(cases) = arguments.cases {
        variables.push(("DISPROVE_CASES".to_owned(), cases.to_string()));
    }
    let round = |name: String, cargo: &[&str]| Round {
        name,
        variables: variables.clone(),
        cargo: cargo.iter().map(|word| (*word).to_owned()).collect(),
        ..Round::default()
    };
    let (all, other): (&[&str], &[&str]) = match doctests {
        Doctests::None => (&["--tests"], &["--tests"]),
        Doctests::Last => (&[], &["--tests"]),
        Doctests::Unit | Doctests::Apart => (&[], &[]),
    };
    let only = arguments.only_test.as_ref().map(|name| ["--test", &**name]);
    let (all, other) = only.as_ref().map_or((all, other), |only| (&only[..], &only[..]));
    let count = arguments.baseline;
    let baseline = (1..=count).map(|number| Round {
        // The last one measures the tests, one at a time.
        is_timed: number == count,
        ..round(format!("baseline-{number}"), all)
    });
    let mut rounds = vec![round("mutant".to_owned(), other)];
    if doctests == Doctests::Last {
        rounds.push(Round { is_last: true, ..round("doctests".to_owned(), &["--doc"]) });
    }
    Plan { baseline: baseline.collect(), rounds, ..Plan::default() }
}

/// The identity of a study. The hash already contains the code.
pub(super) fn identity(
    arguments: &Arguments,
    doctests: Doctests,
    tool: &CargoMutants,
    mut hash: StableHash,
    mutants: &[Mutant],
    sample: usize,
) -> String {
    for part in [
        &*tool.version,
        env!("CARGO_PKG_VERSION"),
        doctests.name(),
        arguments.engine.name(),
        &arguments.scope.identity(),
    ] {
        hash.add(part.as_bytes());
    }
    let numbers = format!(
        "{} {sample} {:?} {} {} {:?} {:?}",
        arguments.seed,
        arguments.cases,
        arguments.baseline,
        arguments.skip_failing,
        arguments.options.timeout,
        arguments.only_test
    );
    hash.add(numbers.as_bytes());
    for mutant in mutants {
        hash.add(mutant.name.as_bytes());
    }
    hash.text()
}

#[cfg(test)]
mod tests {
    use super::{Arguments, CargoMutants, Doctests, Mutant, Plan, StableHash, identity, plan};
    use crate::parsed::parsed;

    fn plan_of(line: &str) -> Plan {
        let arguments: Arguments = parsed(line);
        plan(&arguments, arguments.doctests().expect("it fits"))
    }

    #[test]
    fn failures_are_not_reduced_and_seeds_are_fixed() {
        let plan = plan_of("mutants --seed 7");
        for round in plan.baseline.iter().chain(&plan.rounds) {
            let value = |key: &str| {
                let found = round.variables.iter().find(|(name, _)| name == key);
                found.map(|(_, value)| &**value)
            };
            for (key, expected) in [
                ("DISPROVE_SEED", "7"),
                ("PROPTEST_RNG_SEED", "7"),
                ("DISPROVE_REDUCE", "false"),
                ("PROPTEST_MAX_SHRINK_ITERS", "0"),
                // The defaults of these libraries.
                ("PROPTEST_CASES", "256"),
                ("QUICKCHECK_TESTS", "100"),
            ] {
                assert_eq!(value(key), Some(expected), "{key} in {}", round.name);
            }
            assert_eq!(value("DISPROVE_CASES"), None, "its own");
        }
        for round in plan_of("mutants --cases 9").rounds {
            for key in ["DISPROVE_CASES", "PROPTEST_CASES", "QUICKCHECK_TESTS"] {
                assert!(round.variables.contains(&(key.to_owned(), "9".to_owned())), "{key}");
            }
        }
    }

    #[test]
    fn doctests_run_with_the_others_last_or_not_at_all() {
        let cargo = |line: &str| {
            let plan = plan_of(line);
            let rounds = plan.rounds.iter().map(|round| (round.cargo.join(" "), round.is_last));
            (plan.baseline[0].cargo.join(" "), rounds.collect::<Vec<_>>())
        };
        let round = |cargo: &str, is_last| (cargo.to_owned(), is_last);
        for all in ["mutants", "mutants --doctests unit", "mutants --doctests apart"] {
            assert_eq!(cargo(all), (String::new(), vec![round("", false)]), "{all}");
        }
        let last = vec![round("--tests", false), round("--doc", true)];
        assert_eq!(cargo("mutants --doctests last"), (String::new(), last));
        for none in ["mutants --doctests none", "mutants --engine schemata"] {
            assert_eq!(
                cargo(none),
                ("--tests".to_owned(), vec![round("--tests", false)]),
                "{none}"
            );
        }
    }

    #[test]
    fn the_defaults_of_mutants_are_those_of_the_page() {
        let usual: Arguments = parsed("mutants");
        let (sample, baseline) = (usual.sample, usual.baseline);
        let doctests = usual.doctests().expect("it fits").name();
        for sentence in [
            format!("samples {sample} mutants (`--sample N`, `--all`)"),
            format!("runs all tests {baseline} times on the unchanged code (`--baseline`)"),
            format!("| `--doctests {doctests}` | count as unit tests (default) |"),
            format!("those of the default, `--engine {}`, which", usual.engine.name()),
        ] {
            crate::book::assert_said("guides/mutants.md", &sentence);
        }
        assert_eq!(plan_of("mutants").baseline.len(), usize::from(baseline));
        assert_eq!(plan_of("mutants --baseline 7").baseline.len(), 7);
        let wanted = ["mutants", "mutants --sample 7", "mutants --all"]
            .map(|line| parsed::<Arguments>(line).wanted(500));
        assert_eq!(wanted, [sample as usize, 7, 500]);
    }

    #[test]
    fn a_study_with_another_setting_is_another_study() {
        let tool = CargoMutants::example();
        let identity = |line: &str| {
            let arguments: Arguments = parsed(line);
            let doctests = arguments.doctests().expect("it fits");
            identity(&arguments, doctests, &tool, StableHash::new(), &[], 3)
        };
        for line in ["--no-reach", "--jobs 2", "--doctests unit"] {
            assert_eq!(identity("mutants"), identity(&format!("mutants {line}")), "{line}");
        }
        for line in [
            "--seed 2",
            "--cases 9",
            "--baseline 2",
            "--timeout 9s",
            "--file a.rs",
            "--exclude a.rs",
            "--all-features",
            "--package a",
            "--skip-failing",
            "--doctests apart",
        ] {
            assert_ne!(identity("mutants"), identity(&format!("mutants {line}")), "{line}");
        }
        let one = identity("mutants --doctests none");
        assert_ne!(one, identity("mutants --doctests none --engine schemata"));
    }

    #[test]
    fn a_study_of_other_mutants_is_another_study_and_the_name_of_a_diff_does_not_count() {
        let tool = CargoMutants::example();
        let identity = |line: &str, name: &str| {
            let arguments: Arguments = parsed(line);
            let mutants = [Mutant { name: name.to_owned(), ..Mutant::default() }];
            identity(&arguments, Doctests::Unit, &tool, StableHash::new(), &mutants, 1)
        };
        // The content of a diff decides which mutants there are.
        let (one, other) = ("mutants --in-diff a.diff", "mutants --in-diff b.diff");
        assert_eq!(identity(one, "a.rs:1:1"), identity(other, "a.rs:1:1"));
        assert_ne!(identity(one, "a.rs:1:1"), identity(one, "a.rs:2:1"));
    }
}
