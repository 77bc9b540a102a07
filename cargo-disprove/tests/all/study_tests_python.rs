//! `cargo disprove study` gives every test of a Python project a verdict on every mutant, with the real mutmut and pytest.

use crate::support::{
    fixture::{Done, Fixture, done, kill, wait_until},
    python::python,
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};

const CODE: &str = "
LIMIT = 7


def double(x):
    return x * 2


def unused(x):
    return x - 1
";

/// A property, a test that calls nothing, one that kills its process or hangs, a unit test, tests that never run, and one
/// that always fails.
const TESTS: &str = "
import os, time

import pytest
from hypothesis import Phase, example, given, strategies as st

from mini.code import double


@given(st.integers())
@example(5)
def test_half(x):
    chosen = test_half._hypothesis_internal_use_settings
    assert test_half._hypothesis_internal_use_seed == 1
    assert chosen.database is None and chosen.deadline is None and Phase.shrink not in chosen.phases
    assert double(x) // 2 == x


def test_name():
    assert __name__


def test_no_end():
    if double(2) != 4:
        os._exit(1) if double(2) < 4 else time.sleep(600)


@pytest.mark.parametrize('x', [3, 0])
def test_three(x):
    assert double(x) == x + x


@pytest.mark.skip
def test_skipped():
    pass


def test_deselected():
    pass


def test_wrong():
    assert double(1) == 3
";

fn project(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    fixture.file("mini/setup.cfg", "[tool:pytest]\naddopts = --no-such-option\n");
    // Further arguments are those of pytest.
    fixture.file("list", "mini --deselect=tests/test_code.py::test_deselected\n");
    fixture.file("mini/mini/__init__.py", "");
    fixture.file("mini/mini/code.py", CODE);
    fixture.file("mini/tests/test_code.py", TESTS);
    fixture
}

fn command(fixture: &Fixture, python: &Path, arguments: &[&str]) -> Command {
    let usual =
        ["study", "--from", "list", "--output", "results", "--baseline", "1", "--cases", "50"];
    let mut command = fixture.plain_command(&[&usual, arguments].concat());
    command.arg("--python").arg(python);
    command
}

fn run(fixture: &Fixture, python: &Path, arguments: &[&str]) -> Done {
    done(&mut command(fixture, python, arguments))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

#[test]
fn every_python_test_has_a_verdict_even_after_a_kill() {
    let Some(python) = python() else { return };
    let fixture = project("study-python");
    let files = fixture.files("mini");
    let mut child = command(&fixture, &python, &[])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let done_folder = fixture.path("results/projects/mini/mutants/done");
    let count = || {
        let entries = fs::read_dir(&done_folder).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "json")).count()
    };
    wait_until("the first result", &mut || count() > 0);
    kill(&mut child);
    let early = count();

    let done = run(&fixture, &python, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!done.err.contains("running the tests on the unchanged code"), "{}", done.err);
    let outcomes = ["] missed", "] caught", "] timeout"];
    let later: usize = outcomes.iter().map(|outcome| done.err.matches(outcome).count()).sum();
    assert_eq!(early + later, 6, "{}", done.err);
    let study = json(&fixture.path("results/projects/mini/mutants.json"));
    let tests: Vec<(&str, &str, &Value)> = study["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .map(|test| {
            let text = |key: &str| test[key].as_str().expect("a text");
            (text("name"), text("kind"), &test["labels"])
        })
        .collect();
    let none = serde_json::json!([]);
    let labels = serde_json::json!(["roundtrip"]);
    assert_eq!(
        tests,
        [
            ("tests/test_code.py::test_half", "property", &labels),
            ("tests/test_code.py::test_name", "unit", &none),
            ("tests/test_code.py::test_no_end", "unit", &none),
            ("tests/test_code.py::test_three[0]", "unit", &none),
            ("tests/test_code.py::test_three[3]", "unit", &none),
        ]
    );
    assert_eq!(study["failing"], serde_json::json!(["tests/test_code.py::test_wrong"]));
    let mutants: BTreeMap<&str, (&str, &str, &Value)> = study["mutants"]
        .as_array()
        .expect("mutants")
        .iter()
        .map(|mutant| {
            let text = |key: &str| mutant[key].as_str().expect("a text");
            (text("name"), (text("outcome"), text("verdicts"), &mutant["reached_by"]))
        })
        .collect();
    let all = serde_json::json!([0, 1, 2, 3, 4]);
    // The tests that call `double`.
    let by = serde_json::json!([0, 2, 3, 4]);
    let expected: BTreeMap<&str, (&str, &str, &Value)> = [
        // A change of a constant is reached by what imports it.
        ("mini/code.py:2: replace `LIMIT = 7` with `LIMIT = 8`", ("missed", "ppppp", &all)),
        ("mini/code.py:2: replace `LIMIT = 7` with `LIMIT = None`", ("missed", "ppppp", &all)),
        ("mini/code.py:6: replace `return x * 2` with `return x / 2`", ("caught", "FpFpF", &by)),
        ("mini/code.py:6: replace `return x * 2` with `return x * 3`", ("timeout", "FpFpF", &by)),
        ("mini/code.py:10: replace `return x - 1` with `return x + 1`", ("missed", "ppppp", &none)),
        ("mini/code.py:10: replace `return x - 1` with `return x - 2`", ("missed", "ppppp", &none)),
    ]
    .into();
    assert_eq!(mutants, expected);

    // The first inputs of Hypothesis are simple, and the simplest finds nothing. The example would, but does not run.
    let sweep = json(&fixture.path("results/projects/mini/sweep.json"));
    let found: Vec<u64> = sweep["runs"]
        .as_array()
        .expect("runs")
        .iter()
        .filter_map(|run| run["first"].as_u64())
        .collect();
    assert_eq!(found.len(), 2, "{sweep:#}");
    assert!(found.iter().all(|first| (2..=10).contains(first)), "{found:?}");
    let row = done.out.lines().find(|line| line.starts_with("  mini ")).expect("a row");
    let row: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(row.join(" "), "mini Python 53 5 20.0 % 66.7 % 6 33.3 % 33.3 % 33.3 %");
    // Nothing is left of the copy, and the project is unchanged.
    let left = fixture.files("results/projects/mini");
    assert!(!left.iter().any(|file| file.contains("copy-")), "{left:?}");
    assert_eq!(fs::read_to_string(fixture.path("mini/mini/code.py")).expect("code"), CODE);
    assert_eq!(fixture.files("mini"), files);

    let again = run(&fixture, &python, &[]);
    assert!(again.err.starts_with("mini: has its result already\n"), "{}", again.err);
    assert_eq!(again.out, done.out);
    a_project_stops_or_is_left_out(&fixture, &python);
}

/// Its time is over, or one of two tests fails on the unchanged code.
fn a_project_stops_or_is_left_out(fixture: &Fixture, python: &Path) {
    let others = ["test_deselected", "test_half", "test_no_end", "test_three"];
    let others = others.map(|name| format!(" --deselect=tests/test_code.py::{name}")).concat();
    fixture.file("list", &format!("mini{others}\n"));
    let done = run(fixture, python, &["--sample", "1", "--time", "1ms"]);
    assert!(done.code == 1 && done.err.contains("\nmini: stopped "), "{}", done.err);
    let done = run(fixture, python, &["--sample", "1"]);
    let problem = "mini: 1 of 2 tests fail on the unchanged code, more than a quarter: ";
    assert!(done.code == 1 && done.err.contains(problem), "{}", done.err);
    assert!(done.out.contains(&format!("  left out: {problem}")), "{}", done.out);
}

#[test]
fn a_python_without_the_packages_is_named() {
    let fixture = project("study-python-missing");
    let python = fixture.script(
        "python",
        "#!/bin/sh\necho '{\"python\": \"3.12.1\", \"packages\": {\"pytest\": \"9.0\", \"coverage\": \"7.1\"}}'\n",
    );
    let shown = python.display();
    let done = run(&fixture, &python, &[]);
    assert_eq!(done.code, 1, "{}", done.err);
    let problem = format!(
        "hypothesis and mutmut are missing in `{shown}`: `{shown} -m pip install hypothesis mutmut==2.5.1`"
    );
    assert!(done.err.contains(&format!("mini: {problem}\n")), "{}", done.err);
    assert!(done.out.contains(&format!("  left out: mini: {problem}")), "{}", done.out);

    // The Python of the project comes first.
    let own = fixture.script("mini/.venv/bin/python", "#!/bin/sh\necho '{\"packages\": {}}'\n");
    let done = run(&fixture, &python, &[]);
    let problem = format!("are missing in `{}`", own.display());
    assert!(done.err.contains(&problem), "{}", done.err);
    fs::remove_file(own).expect("it was made");

    let done = run(&fixture, Path::new("no-such-python"), &[]);
    let problem = "mini: cannot run `no-such-python`: No such file or directory (os error 2); install Python with its module \
                   venv, or name another with `--python`\n";
    assert!(done.err.contains(problem), "{}", done.err);

    let packages =
        "{\"pytest\": \"9\", \"coverage\": \"7\", \"hypothesis\": \"6\", \"mutmut\": \"3.8.1\"}";
    let script =
        format!("#!/bin/sh\necho '{{\"python\": \"3.12.1\", \"packages\": {packages}}}'\n");
    let python = fixture.script("python", &script);
    let done = run(&fixture, &python, &[]);
    let problem = format!("mutmut 3.8.1 is installed in `{shown}`, but the study needs 2.5.1");
    assert!(done.err.contains(&problem), "{}", done.err);
}
