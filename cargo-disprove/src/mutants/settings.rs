//! With what the tests of a study run, and what makes two runs parts of one study.

use super::{
    Arguments,
    arguments::Doctests,
    driver::{Mutant, Plan, Round, Tool},
    identity::Hash,
};

/// The cases of proptest and quickcheck, if nothing is said: their own defaults, which the environment of whoever runs
/// this must not change.
const PROPTEST_CASES: u32 = 256;
const QUICKCHECK_TESTS: u32 = 100;

/// The rounds: all with the same settings.
pub(super) fn plan(arguments: &Arguments) -> Plan {
    let seed = arguments.seed.to_string();
    let cases = |usual: u32| arguments.cases.unwrap_or(usual).to_string();
    let mut variables = vec![
        ("DISPROVE_SEED".to_owned(), seed.clone()),
        // What fails is not made smaller: that it fails is all that is asked.
        ("DISPROVE_REDUCE".to_owned(), "false".to_owned()),
        ("DISPROVE_EXPLAIN".to_owned(), "false".to_owned()),
        ("DISPROVE_MAX_FAILURES".to_owned(), "1".to_owned()),
        ("DISPROVE_PROFILE".to_owned(), "default".to_owned()),
        // A backtrace for every failure takes longer than the tests.
        ("RUST_BACKTRACE".to_owned(), "0".to_owned()),
        ("PROPTEST_RNG_SEED".to_owned(), seed),
        ("PROPTEST_MAX_SHRINK_ITERS".to_owned(), "0".to_owned()),
        ("PROPTEST_CASES".to_owned(), cases(PROPTEST_CASES)),
        ("QUICKCHECK_TESTS".to_owned(), cases(QUICKCHECK_TESTS)),
    ];
    if let Some(cases) = arguments.cases {
        variables.push(("DISPROVE_CASES".to_owned(), cases.to_string()));
    }
    let round = |name: String, is_timed| Round {
        name,
        variables: variables.clone(),
        cargo: if arguments.doctests == Doctests::None {
            vec!["--tests".to_owned()]
        } else {
            Vec::new()
        },
        is_timed,
        ..Round::default()
    };
    let count = arguments.baseline;
    // The last one is timed: one test at a time.
    let baseline =
        (1..=count).map(|number| round(format!("baseline-{number}"), number == count)).collect();
    Plan { baseline, rounds: vec![round("mutant".to_owned(), false)], ..Plan::default() }
}

/// The code was added to the hash before.
pub(super) fn identity(
    arguments: &Arguments,
    tool: &Tool,
    mut hash: Hash,
    mutants: &[Mutant],
    sample: usize,
) -> String {
    for part in [
        &*tool.version,
        env!("CARGO_PKG_VERSION"),
        arguments.doctests.name(),
        &arguments.subject.identity(),
    ] {
        hash.add(part.as_bytes());
    }
    let numbers = format!(
        "{} {sample} {:?} {} {} {:?}",
        arguments.seed,
        arguments.cases,
        arguments.baseline,
        arguments.skip_failing,
        arguments.running.timeout
    );
    hash.add(numbers.as_bytes());
    for mutant in mutants {
        hash.add(mutant.name.as_bytes());
    }
    hash.text()
}
