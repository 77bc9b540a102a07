//! `cargo disprove mutants` copes with tests that hang, print binary data, or cannot run.

use crate::support::fixture::{Done, Fixture, cargo_mutants, done, wait_until};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// With `*=` for `+=`, `count` never ends.
const LIBRARY: &str = "
/// ```
/// assert_eq!(small::count(3), 3);
/// ```
///
/// ```
/// assert_eq!(small::other(), 1);
/// ```
pub fn count(n: u32) -> u32 {
    let mut i = 0;
    while i < n {
        i += 1;
    }
    i
}

/// ```
/// assert_eq!(small::other(), 1);
/// ```
pub fn other() -> u8 {
    1
}

#[cfg(test)]
mod tests {
    #[test]
    fn counts() {
        assert_eq!(super::count(3), 3);
    }

    #[test]
    fn others() {
        assert_eq!(super::other(), 1);
    }
}
";

/// A binary with the name of the library, whose tests come after those that hang.
const PROGRAM: &str = "fn main() {}\n\n#[test]\nfn of_the_program() {}\n";

const TESTS: &str = "
use std::{env, io::Write, path::Path};

#[test]
fn hangs() {
    assert_eq!(small::count(2), 2);
}

#[test]
fn prints_bytes() {
    std::io::stderr().write_all(b\"\\xff\\xfe\\n\\0\").unwrap();
    assert_eq!(small::other(), 1);
    // Variables of the user.
    assert!(env::var_os(\"PROPTEST_VERBOSE\").is_none());
    assert!(env::var_os(\"QUICKCHECK_GENERATOR_SIZE\").is_none());
    assert!(env::var_os(\"DISPROVE_CARGO_MUTANTS\").is_none());
    // Those of the study.
    assert_eq!(env::var(\"PROPTEST_RNG_SEED\").unwrap(), \"1\");
    assert_eq!(env::var(\"PROPTEST_MAX_SHRINK_ITERS\").unwrap(), \"0\");
    assert_eq!(env::var(\"DISPROVE_SEED\").unwrap(), \"1\");
    assert_eq!(env::var(\"DISPROVE_REDUCE\").unwrap(), \"false\");
    assert_eq!(env::var(\"CARGO_PKG_NAME\").unwrap(), \"small\");
    assert_eq!(env::var(\"CARGO_PKG_VERSION\").unwrap(), \"0.0.0\");
    assert!(Path::new(&env::var(\"CARGO_MANIFEST_DIR\").unwrap()).join(\"Cargo.toml\").exists());
}
";

/// Selects only this mutant, a missing test tool, and an argument that the test harness accepts only once.
const SETTINGS: &str = "examine_re = ['\\*=']\ntest_tool = \"nextest\"\n\
                        additional_cargo_test_args = [\"--\", \"--test-threads=2\"]\n";

fn package(name: &str) -> Fixture {
    Fixture::small(name, LIBRARY)
}

fn run(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Done {
    let mut command = fixture.command(&[&["mutants"], arguments].concat());
    command.env("PROPTEST_VERBOSE", "1").env("QUICKCHECK_GENERATOR_SIZE", "50");
    done(command.env("DISPROVE_CARGO_MUTANTS", tool))
}

#[test]
fn tests_that_hang_are_distinguished_from_those_behind_them() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("mutants (that hang)");
    fixture.file("src/main.rs", PROGRAM);
    fixture.file("tests/all.rs", TESTS);
    fixture.file(".cargo/mutants.toml", SETTINGS);
    let done = run(&fixture, &tool, &["--output", "judge", "--baseline", "1", "--timeout", "8s"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let text = fs::read_to_string(fixture.path("judge/mutants.json")).expect("a study");
    let study: Value = serde_json::from_str(&text).expect("JSON");
    let mutants = study["mutants"].as_array().expect("a list");
    assert_eq!((mutants.len(), &mutants[0]["outcome"]), (1, &json!("timeout")), "{mutants:?}");
    let verdicts = mutants[0]["verdicts"].as_str().expect("letters").chars();
    let names = study["tests"].as_array().expect("a list").iter().map(|test| test["name"].clone());
    let found: Vec<(Value, char)> = names.zip(verdicts).collect();
    let expected = [
        ("all::hangs", 'F'),
        ("all::prints_bytes", 'p'),
        ("doc(small)::src/lib.rs - count", 'F'),
        ("doc(small)::src/lib.rs - count#2", 'p'),
        ("doc(small)::src/lib.rs - other", 'p'),
        ("small#2::of_the_program", 'p'),
        ("small::tests::counts", 'F'),
        ("small::tests::others", 'p'),
    ];
    assert_eq!(found, expected.map(|(name, letter)| (json!(name), letter)));
}

#[test]
fn packages_with_tests_of_the_same_name_are_distinguished() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("mutants-packages");
    fs::remove_dir_all(fixture.path("src")).expect("it was made");
    fixture.file("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"3\"\n");
    fixture.file(".cargo/mutants.toml", "examine_re = ['with 0']\n");
    for name in ["a", "b"] {
        let manifest =
            format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
        fixture.file(&format!("{name}/Cargo.toml"), &manifest);
        let library = "pub fn double(x: u8) -> u16 {\n    u16::from(x) * 2\n}\n\npub fn entered(x: u8) -> u8 {\n    x\n}\n";
        fixture.file(&format!("{name}/src/lib.rs"), library);
        let tests = format!(
            "#[test]\nfn doubles() {{\n    assert_eq!({name}::double(3), 6);\n}}\n\n\
             #[test]\nfn enters() {{\n    {name}::entered(1);\n}}\n"
        );
        fixture.file(&format!("{name}/tests/all.rs"), &tests);
    }
    let study = |folder: &str| -> Vec<Value> {
        let text = fs::read_to_string(fixture.path(folder).join("mutants.json")).expect("a study");
        let study: Value = serde_json::from_str(&text).expect("JSON");
        let names: Vec<&str> = study["tests"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|it| it["name"].as_str())
            .collect();
        assert_eq!(names, ["a-all::doubles", "a-all::enters", "b-all::doubles", "b-all::enters"]);
        assert_eq!(study["tests"][2]["file"], "b/tests/all.rs");
        let mutants = study["mutants"].as_array().expect("a list").iter();
        mutants
            .map(|it| json!([it["file"], it["function"], it["verdicts"], it["reached_by"]]))
            .collect()
    };
    let expected = [
        json!(["a/src/lib.rs", "double", "Fpnn", null]),
        json!(["a/src/lib.rs", "entered", "ppnn", [1]]),
        json!(["b/src/lib.rs", "double", "nnFp", null]),
        json!(["b/src/lib.rs", "entered", "nnpp", [3]]),
    ];
    let arguments = ["--workspace", "--doctests", "none", "--baseline", "1", "--output", "judge"];
    let done = run(&fixture, &tool, &arguments);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert_eq!(study("judge"), expected);

    // Each shard has mutants of one package only.
    for part in ["0/4", "1/4", "2/4", "3/4"] {
        let done = run(&fixture, &tool, &[&arguments[..], &["--shard", part]].concat());
        assert!(done.code < 2, "{}", done.err);
    }
    let mut merge = vec!["--output", "merged", "--merge"];
    merge.extend([
        "judge/shard-0-of-4",
        "judge/shard-1-of-4",
        "judge/shard-2-of-4",
        "judge/shard-3-of-4",
    ]);
    let done = run(&fixture, &tool, &merge);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert_eq!(study("merged"), expected);

    // In one build, each mutant has a verdict of all tests.
    let together = ["--engine", "schemata", "--fresh", "--output", "together"];
    let done = run(&fixture, &tool, &[&arguments[..5], &together].concat());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let expected = [
        json!(["a/src/lib.rs", "double", "Fppp", [0]]),
        json!(["a/src/lib.rs", "entered", "pppp", [1]]),
        json!(["b/src/lib.rs", "double", "ppFp", [2]]),
        json!(["b/src/lib.rs", "entered", "pppp", [3]]),
    ];
    assert_eq!(study("together"), expected);
}

/// A test binary with a harness of its own, which runs its only test but cannot list it.
const UNLISTED: &str = r#"
fn main() {
    if std::env::args().any(|argument| argument == "--list") {
        std::process::exit(1);
    }
    println!("\nrunning 1 test");
    small::double(3);
    println!("test enters ... ok\n");
    println!("test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}
"#;

#[test]
fn without_a_list_of_tests_nothing_is_said_about_those_that_reach_a_mutant() {
    let Some(tool) = cargo_mutants() else { return };
    let library = "pub fn double(x: u8) -> u16 {\n    u16::from(x) * 2\n}\n";
    let fixture = Fixture::small("mutants-unlisted", library);
    fixture.file(".cargo/mutants.toml", "examine_re = ['with 0']\n");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let own = "[[test]]\nname = \"own\"\nharness = false\n";
    fixture.file("Cargo.toml", &format!("{manifest}\n{own}"));
    fixture.file("tests/own.rs", UNLISTED);
    let arguments = ["--doctests", "none", "--baseline", "1", "--output", "judge"];
    let done = run(&fixture, &tool, &arguments);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let why = "cannot list its tests: `cargo test -- --list` shows why";
    let unknown = "cannot tell which tests reach the mutants: tests/own.rs (";
    assert!(done.err.contains(unknown) && done.err.contains(why), "{}", done.err);
    let text = fs::read_to_string(fixture.path("judge/mutants.json")).expect("a study");
    let study: Value = serde_json::from_str(&text).expect("JSON");
    let mutants = study["mutants"].as_array().expect("a list");
    assert_eq!(mutants.len(), 1, "{mutants:?}");
    assert_eq!(
        (&mutants[0]["outcome"], &mutants[0]["reached_by"]),
        (&json!("missed"), &json!(null))
    );

    // In one build, only the tests that reach a mutant run.
    let together = ["--engine", "schemata", "--fresh"];
    let done = run(&fixture, &tool, &[&arguments[..], &together].concat());
    assert!(done.code == 2 && done.err.contains(why), "{}{}", done.out, done.err);
}

/// The number of processes in this folder.
fn processes_in(folder: &Path) -> usize {
    let mut count = 0;
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let place = fs::read_link(process.path().join("cwd"));
        count += usize::from(place.is_ok_and(|place| place.starts_with(folder)));
    }
    count
}

#[test]
fn no_process_is_left_after_an_interrupt_or_kill() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("mutants-stopped");
    fixture.file(".cargo/mutants.toml", "examine_re = ['\\*=']\n");
    // For the copies of the project, which must be outside of it.
    let copies = fixture.0.with_file_name("mutants-stopped-copies");
    let _ = fs::remove_dir_all(&copies);
    fs::create_dir(&copies).expect("made");
    let is_empty = || fs::read_dir(&copies).is_ok_and(|mut all| all.next().is_none());
    for (signal, code) in [("INT", Some(130)), ("KILL", None)] {
        let mut command =
            fixture.command(&["mutants", "--output", "judge", "--baseline", "1", "--fresh"]);
        command.args(["--timeout", "10m", "--doctests", "none"]).env("TMPDIR", &copies);
        command.env("DISPROVE_CARGO_MUTANTS", &tool).stderr(Stdio::null()).stdout(Stdio::null());
        let mut study = command.spawn().expect("it runs");
        let folder = format!("judge/mutants/driver-{}", study.id());
        let is_hanging = || {
            let mut logs = fixture.files(&format!("{folder}/rounds"));
            logs.retain(|log| log.ends_with("/mutant/log"));
            let text = logs.first().and_then(|log| fs::read_to_string(fixture.path(log)).ok());
            text.is_some_and(|text| text.contains("test tests::others ... ok"))
        };
        wait_until("a test that hangs", &mut || is_hanging());
        assert!(processes_in(&copies) > 0);
        // Although the first run has results of the unchanged code, the second one starts over.
        assert!(fixture.path(&format!("{folder}/rounds/baseline")).exists(), "{signal}");
        // The limit is that of the user.
        let timings = fs::read_to_string(fixture.path(&format!("{folder}/timings.json")));
        let timings: Value = serde_json::from_str(&timings.expect("a file")).expect("JSON");
        assert_eq!(timings["limit"], 600.0, "{timings}");
        let id = study.id().to_string();
        assert!(
            Command::new("kill").args(["-s", signal, &id]).status().expect("it runs").success()
        );
        assert_eq!(study.wait().expect("it ends").code(), code, "{signal}");
        wait_until("the end of all others", &mut || processes_in(&copies) == 0);
        // cargo-mutants has time to remove its copy.
        wait_until("an empty folder", &mut || is_empty());
    }
}

/// A cargo-mutants stub that reports outcomes without running tests.
const STUB: &str = r#"#!/bin/sh
mutant='"name": "src/lib.rs:1:1: replace f with ()", "package": "small", "file": "src/lib.rs", "function": null,
"span": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}, "replacement": "()", "genre": "FnValue"'
case "$*" in
*--version*) echo 'cargo-mutants 27.1.0' ;;
*--list*)
    echo "$*" >listed
    echo "[{$mutant}]" ;;
*)
    echo "$*" >called
    while [ "$1" != --output ]; do shift; done
    cp "$2/stub.json" settings
    log="$2/mutants.out/log"
    mkdir -p "$log" "$2/rounds/baseline/baseline-1"
    printf '     Running tests/a.rs (target/a-0)\n\nrunning 1 test\ntest t ... ok\n' >"$2/rounds/baseline/baseline-1/log"
    phases='"phase_results": [{"phase": "Build", "duration": 1.0}]'
    echo "$LOG" >"$log/m.log"
    echo "{\"outcomes\": [{\"scenario\": \"Baseline\", \"summary\": \"Success\", \"log_path\": \"log/baseline.log\", $phases},
        {\"scenario\": {\"Mutant\": {$mutant}}, \"summary\": \"$SUMMARY\", \"log_path\": \"log/m.log\", $phases}]}" \
        >"$2/mutants.out/outcomes.json"
    exit 2 ;;
esac
"#;

#[test]
fn mutants_without_test_runs_have_no_verdict() {
    let fixture = package("mutants-untested");
    let path = fixture.script("stub", STUB);
    for (summary, log, why) in [
        ("CaughtMutant", "", "they were interrupted"),
        ("MissedMutant", "", "they were interrupted"),
        ("Unviable", "error: No space left on device (os error 28)", "the disk is full"),
    ] {
        let selection = "-p small --file src/*.rs --exclude src/x.rs";
        let line = format!("mutants --output judge --baseline 1 --jobs 3 {selection}");
        let mut command = fixture.command(&line.split(' ').collect::<Vec<_>>());
        command.env("DISPROVE_CARGO_MUTANTS", &path).env("SUMMARY", summary).env("LOG", log);
        let done = done(&mut command);
        assert_eq!(done.code, 2, "{summary}: {}{}", done.out, done.err);
        assert!(done.err.contains(why), "{summary}: {}", done.err);
        assert!(fixture.files("judge/mutants/done").is_empty(), "{summary}");
        let called = fs::read_to_string(fixture.path("called")).expect("it was called");
        assert!(called.contains(" --jobs=3 "), "{called}");
        // The later calls resume: the results of the unchanged code are known.
        assert_eq!(called.contains(" --baseline=skip "), summary != "CaughtMutant", "{called}");
        let listed = fs::read_to_string(fixture.path("listed")).expect("it was called");
        for text in [called, listed] {
            let selection = " --file src/*.rs --exclude src/x.rs --package small\n";
            assert!(text.ends_with(selection), "{text}");
        }
    }
    let done = run(&fixture, &path, &["--output", "src/lib.rs/judge"]);
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("cannot write to"), "{}", done.err);
}

#[test]
fn a_sweep_passes_its_options_on() {
    let fixture = package("sweep-options");
    let path = fixture.script("stub", STUB);
    let mutant = json!({
        "id": 0, "name": "src/lib.rs:1:1: replace f with ()", "file": "src/lib.rs", "line": 1, "function": null,
        "genre": "FnValue", "diff": "", "outcome": "caught", "build_seconds": 1.0, "test_seconds": 1.0,
        "verdicts": "F", "reached_by": null,
    });
    let test = json!({
        "name": "a::t", "kind": "property", "framework": "quickcheck", "file": "tests/a.rs", "line": 1, "labels": [],
        "seconds": 0.1,
    });
    let study = json!({
        "format": 1, "tool": "0.1.0", "cargo_mutants": "27.1.0", "packages": ["small"], "commit": null, "seed": 1,
        "sample": 1, "of": 1, "started": 0, "seconds": 1.0, "baseline_runs": 1, "complete": true, "flaky": [],
        "mutants": [mutant], "tests": [test],
    });
    fixture.file("judge/mutants.json", &study.to_string());
    let selection = "-p small -f src/*.rs -e src/x.rs";
    let line = format!("sweep --study judge --output judge --timeout 9s -j 3 {selection}");
    let mut command = fixture.command(&line.split(' ').collect::<Vec<_>>());
    command.env("DISPROVE_CARGO_MUTANTS", &path).env("SUMMARY", "MissedMutant").env("LOG", "");
    let done = done(&mut command);
    let read = |name: &str| {
        fs::read_to_string(fixture.path(name)).unwrap_or_else(|_| panic!("{name}: {}", done.err))
    };
    assert!(read("called").contains(" --jobs=3 "), "{}", read("called"));
    for name in ["called", "listed"] {
        let selection = " --file src/*.rs --exclude src/x.rs --package small\n";
        assert!(read(name).ends_with(selection), "{}", read(name));
    }
    let settings: Value = serde_json::from_str(&read("settings")).expect("JSON");
    assert_eq!(settings["limit"], 9.0, "{settings}");
}
