//! Tests of `plan.rs`.

use super::{
    Arguments, Mutant, MutantResult, Study, Test, listed, plan, properties, seeds, wanted,
};
use crate::parsed::parsed;

fn test(name: &str, kind: &str, framework: Option<&str>) -> Test {
    Test {
        name: name.to_owned(),
        kind: kind.to_owned(),
        framework: framework.map(str::to_owned),
        ..Test::default()
    }
}

fn study() -> Study {
    let mutant = |id, verdicts: &str, outcome: &str| MutantResult {
        id,
        name: format!("m{id}"),
        outcome: outcome.to_owned(),
        verdicts: verdicts.to_owned(),
        ..MutantResult::default()
    };
    Study {
        tests: vec![
            test("a::unit", "unit", None),
            test("a::one", "property", Some("quickcheck")),
            test("a::two", "property", Some("bolero")),
        ],
        mutants: vec![
            mutant(0, "Fpp", "caught"),
            mutant(1, "pFp", "caught"),
            mutant(2, "ppF", "caught"),
            mutant(3, "ppp", "missed"),
            mutant(4, "nnn", "unviable"),
        ],
        ..Study::default()
    }
}

#[test]
fn properties_without_countable_inputs_are_left_out_by_name() {
    let (found, left_out) = properties(&study().tests).expect("one");
    assert_eq!((&*found[0].name, &*found[0].counted_by, found.len()), ("a::one", "counter", 1));
    assert_eq!(left_out, ["a::two (inputs of bolero cannot be counted)"]);
    let none = properties(&study().tests[..1]).expect_err("no property");
    assert!(none.0.contains("no property whose inputs can be counted"), "{}", none.0);
    for (framework, counted_by) in
        [("disprove", "observations"), ("proptest", "output"), ("test-strategy", "output")]
    {
        let (found, _) = properties(&[test("a", "property", Some(framework))]).expect("one");
        assert_eq!(found[0].counted_by, counted_by, "{framework}");
    }
    for framework in ["arbtest", "bolero", "hegel"] {
        assert!(properties(&[test("a", "property", Some(framework))]).is_err(), "{framework}");
    }
}

#[test]
fn mutants_that_a_property_reaches_are_tested_whether_it_found_them_or_not() {
    let mut study = study();
    let (found, _) = properties(&study.tests).expect("one");
    let only = wanted(&study, &found, false).expect("one");
    // Without the search for the tests that reach it, a mutant that was not found may be out of reach.
    assert_eq!((&only.mutants[..], only.unknown), (&[(1, "m1".to_owned())][..], 3));
    let [usual, every] = ["sweep", "sweep --all"].map(|line| parsed::<Arguments>(line).all);
    assert!(!usual);
    assert_eq!(wanted(&study, &found, every).expect("also the unknown ones").mutants.len(), 4);
    study.mutants[0].reached_by = Some(vec![0, 1]);
    study.mutants[2].reached_by = Some(vec![2]);
    study.mutants[3].reached_by = Some(vec![1]);
    let reached = wanted(&study, &found, false).expect("three");
    let ids: Vec<u64> = reached.mutants.iter().map(|(id, _)| *id).collect();
    assert_eq!((ids, reached.unknown), (vec![0, 1, 3], 0));
    let all = wanted(&study, &found, true).expect("all that can be built");
    assert_eq!((all.mutants.len(), all.unknown), (4, 0));
    let nothing = Study { mutants: Vec::new(), ..study };
    assert!(wanted(&nothing, &found, false).expect_err("none").0.contains("nothing to test"));
}

#[test]
fn a_study_of_other_code_is_rejected() {
    let mutant = |name: &str| Mutant { name: name.to_owned(), ..Mutant::default() };
    let wanted = [(1, "m1".to_owned()), (2, "m2".to_owned())];
    let now = vec![mutant("m0"), mutant("m2"), mutant("m1")];
    assert_eq!(listed(now, &wanted).expect("all").len(), 2);
    let why = listed(vec![mutant("m1")], &wanted).expect_err("one is gone");
    assert!(why.0.starts_with("1 of 2 mutants in mutants.json are gone"), "{}", why.0);
}

#[test]
fn inputs_are_random_with_each_seed_and_failures_are_not_reduced() {
    let usual: Arguments = parsed("sweep");
    let (found, _) = properties(&study().tests).expect("one");
    let fewer = plan(&parsed("sweep --cases 200"), &[3], &found);
    let plan = plan(&usual, &[3, 4], &found);
    assert_eq!(plan.rounds.len(), 2);
    for (round, cases) in [(&fewer.rounds[0], 200), (&plan.rounds[0], usual.cases)] {
        for key in ["DISPROVE_CASES", "PROPTEST_CASES", "QUICKCHECK_TESTS"] {
            assert!(round.variables.contains(&(key.to_owned(), cases.to_string())), "{key}");
        }
    }
    for (round, seed) in plan.rounds.iter().zip(["3", "4"]) {
        for (key, value) in [
            ("DISPROVE_SEED", seed),
            ("PROPTEST_RNG_SEED", seed),
            ("DISPROVE_SEARCH", "random"),
            ("DISPROVE_REDUCE", "false"),
            ("PROPTEST_MAX_SHRINK_ITERS", "0"),
        ] {
            assert!(round.variables.contains(&(key.to_owned(), value.to_owned())), "{key}");
        }
    }
    assert_eq!(seeds(7, 3), [7, 8, 9]);
    assert_eq!(seeds(usual.seed, usual.seeds).first(), Some(&1));
    let sentence = format!("of {} inputs, with {} seeds", usual.cases, usual.seeds);
    crate::book::assert_said("guides/mutants.md", &sentence);
}
