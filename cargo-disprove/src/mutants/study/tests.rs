//! Tests of `study.rs`.

use super::{FILE, MutantResult, Study, Test};
use std::fs;
use std::{env, path::PathBuf};

/// A study of two properties, a unit test and a doctest, on five mutants.
pub(crate) fn example() -> Study {
    let test = |name: &str, kind: &str, labels: &[&str]| Test {
        name: name.to_owned(),
        kind: kind.to_owned(),
        framework: (kind == "property").then(|| "disprove".to_owned()),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        file: Some("tests/props.rs".to_owned()),
        line: Some(3),
        seconds: Some(0.25),
    };
    let mutant = |id: u64, outcome: &str, verdicts: &str| MutantResult {
        id,
        name: format!("src/lib.rs:{id}:5: replace f{id} -> bool with true"),
        file: "src/lib.rs".to_owned(),
        line: id,
        function: Some(format!("f{id}")),
        genre: "FnValue".to_owned(),
        diff: format!("--- src/lib.rs\n+++ replace f{id}\n@@ -1 +1 @@\n-a\n+true\n"),
        outcome: outcome.to_owned(),
        build_seconds: 0.5,
        test_seconds: 1.5,
        verdicts: verdicts.to_owned(),
        reached_by: (outcome == "missed").then(|| vec![0]),
    };
    Study {
        cargo_mutants: "27.1.0".to_owned(),
        packages: vec!["rle".to_owned()],
        commit: Some("abc".to_owned()),
        seed: 1,
        sample: 5,
        of: 40,
        started: 1_700_000_000,
        seconds: 12.5,
        baseline_runs: 3,
        is_complete: true,
        identity: "x".to_owned(),
        code: "y".to_owned(),
        features: vec!["--features".to_owned(), "extra".to_owned()],
        doctests: "unit".to_owned(),
        tests: vec![
            test("props::round_trip", "property", &["roundtrip"]),
            test("props::shorter", "property", &["constant_bounds", "inclusion"]),
            test("rle::tests::empty", "unit", &[]),
            test("doc(rle)::src/lib.rs - f", "doc", &[]),
        ],
        flaky: vec!["rle::tests::flaky".to_owned()],
        failing: Vec::new(),
        mutants: vec![
            mutant(1, "caught", "FpFp"),
            mutant(4, "caught", "Fppp"),
            mutant(5, "missed", "pppp"),
            mutant(7, "timeout", "nnpn"),
            mutant(9, "unviable", "nnnn"),
        ],
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("disprove-study-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_study_round_trips_through_its_file() {
    let folder = folder("same");
    example().write(&folder).expect("written");
    assert_eq!(Study::read(&folder).expect("read"), example());
    assert_eq!(Study::read(&folder.join(FILE)).expect("read"), example());
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_page_lists_tests_by_their_letters() {
    let study = example().to_json();
    let (mutant, tests) = (&study["mutants"][0], &study["tests"]);
    assert!(mutant["name"].is_string() && tests[0]["name"].is_string());
    assert_eq!(mutant["verdicts"].as_str().map(str::len), tests.as_array().map(Vec::len));
    // Line breaks and white space of the page do not matter.
    let command = "jq -r '.tests as $tests | .mutants[] | .name, (.verdicts / \"\" | to_entries[] | \
                   select(.value == \"F\") | \" \" + $tests[.key].name)' target/disprove/judge/mutants.json";
    crate::book::assert_said("guides/mutants.md", command);
}

#[test]
fn other_files_are_rejected_with_a_reason() {
    let folder = folder("other");
    fs::create_dir_all(&folder).expect("made");
    let path = folder.join(FILE);
    let mut wrong = example();
    wrong.mutants[0].verdicts.push('p');
    for (text, part) in [
        ("{", "is not the result of `cargo disprove mutants`"),
        ("{\"format\": 2}", "reads format 1"),
        ("{\"format\": 1}", "a key is missing"),
        (&*wrong.to_json().to_string(), "a key is missing"),
    ] {
        fs::write(&path, text).expect("written");
        let error = Study::read(&path).expect_err("rejected").0;
        assert!(error.contains(part), "{error}");
    }
    let error = Study::read(&folder.join("none.json")).expect_err("rejected").0;
    assert!(error.starts_with("cannot read"), "{error}");
    fs::remove_dir_all(folder).expect("removed");
}
