//! `cargo disprove mutants` gives every test a verdict on every mutant, with the real cargo-mutants.

use crate::support::fixture::{Done, Fixture, cargo_mutants, done, git, kill, wait_until};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// A package with a function that all tests check, one whose result a property ignores, and one that nothing calls.
const LIBRARY: &str = "
/// ```
/// assert_eq!(small::double(3), 6);
/// ```
pub fn double(x: u8) -> u16 {
    u16::from(x) * 2
}

pub fn entered(x: u8) -> u8 {
    x
}

pub fn forgotten() {
    drop(Vec::<u8>::new());
}
";

/// The tests. The macro replaces that of a library, which would take long to build. One test saves its failures, as
/// libraries do, one aborts the process, one waits for that unless it runs alone, and one fails every other time.
const TESTS: &str = "
use small::{double, entered};
use std::{fs, path::Path};

macro_rules! quickcheck {
    ($(fn $name:ident($x:ident: u8) -> bool $body:block)*) => {
        $(#[test] fn $name() { for $x in 0..=255_u8 { assert!($body); } })*
    };
}

quickcheck! {
    fn twice_is_even(x: u8) -> bool {
        entered(x);
        double(x) / 2 == u16::from(x)
    }
}

#[test]
fn a_process_ends() {
    if double(3) == 0 {
        std::process::abort();
    }
}

#[test]
fn waits_for_the_end() {
    while double(3) == 0 && std::env::args().all(|argument| argument != \"--exact\") {
        std::thread::yield_now();
    }
}

#[test]
fn three_doubled() {
    assert_eq!(double(3), 6);
}

#[test]
fn failures_of_others_are_not_there() {
    let kept = Path::new(\"proptest-regressions\").join(\"double.txt\");
    assert!(!kept.exists(), \"a failure on another mutant is still there\");
    if double(1) != 2 {
        fs::create_dir_all(\"proptest-regressions\").unwrap();
        fs::write(kept, \"1\").unwrap();
        panic!();
    }
}

#[test]
fn every_other_time() {
    let before = Path::new(\"target\").join(\"before\");
    if before.exists() {
        fs::remove_file(before).unwrap();
        panic!();
    }
    fs::write(before, \"\").unwrap();
}
";

fn package(name: &str, tests: &str) -> Fixture {
    let fixture = Fixture::small(name, LIBRARY);
    fixture.file("tests/all.rs", tests);
    fixture
}

fn command(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Command {
    let mut command = fixture.command(&[&["mutants", "--output", "judge"], arguments].concat());
    command.env("DISPROVE_CARGO_MUTANTS", tool);
    command
}

fn run(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Done {
    done(&mut command(fixture, tool, arguments))
}

fn study(fixture: &Fixture, folder: &str) -> Value {
    let text = fs::read_to_string(fixture.path(folder).join("mutants.json")).expect("a study");
    serde_json::from_str(&text).expect("JSON")
}

/// Name and outcome of each mutant, and the tests that failed on it.
fn outcomes(study: &Value) -> Vec<(String, String, Vec<String>)> {
    let tests = study["tests"].as_array().expect("a list");
    let mut all = Vec::new();
    for mutant in study["mutants"].as_array().expect("a list") {
        let verdicts = mutant["verdicts"].as_str().expect("letters");
        let failed = tests.iter().zip(verdicts.chars()).filter(|(_, letter)| *letter == 'F');
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let failed = failed.map(|(test, _)| text(&test["name"])).collect();
        all.push((text(&mutant["name"]), text(&mutant["outcome"]), failed));
    }
    all
}

const ALL: [&str; 6] = [
    "all::a_process_ends",
    "all::failures_of_others_are_not_there",
    "all::three_doubled",
    "all::twice_is_even",
    "all::waits_for_the_end",
    "doc(small)::src/lib.rs - double",
];

#[test]
fn every_test_has_a_verdict_on_every_mutant() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("mutants-verdicts", TESTS);
    let done = run(&fixture, &tool, &["--all", "--timeout", "60s"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let whole = study(&fixture, "judge");
    assert_eq!(whole["flaky"], serde_json::json!(["all::every_other_time"]));
    assert_eq!(whole["complete"], true);
    let tests = whole["tests"].as_array().expect("a list");
    let names: Vec<&str> = tests.iter().filter_map(|test| test["name"].as_str()).collect();
    assert_eq!(names, ALL);
    let kinds: Vec<&str> = tests.iter().filter_map(|test| test["kind"].as_str()).collect();
    assert_eq!(kinds, ["unit", "unit", "unit", "property", "unit", "doc"]);
    assert_eq!(tests[3]["framework"], "quickcheck");
    assert!(tests.iter().all(|test| test["seconds"].is_f64()), "{tests:?}");

    let outcomes = outcomes(&whole);
    assert!(outcomes.len() >= 5, "{outcomes:?}");
    for (name, outcome, failed) in &outcomes {
        if name.contains("double -> u16 with 0") {
            // Including those whose process died.
            assert_eq!(*failed, [&ALL[..4], &ALL[5..]].concat(), "{name}");
        }
        // Only the flaky test and saved failures of other mutants could catch the others.
        let expected = if name.contains("double") { "caught" } else { "missed" };
        assert_eq!(outcome, expected, "{name} {failed:?}");
    }
    for mutant in whole["mutants"].as_array().expect("a list") {
        let reached = &mutant["reached_by"];
        assert!(mutant["verdicts"].as_str().is_some_and(|it| !it.contains('n')), "{mutant}");
        match mutant["function"].as_str() {
            Some("entered") => assert_eq!(*reached, serde_json::json!([3]), "{mutant}"),
            Some("forgotten") => assert_eq!(*reached, serde_json::json!([]), "{mutant}"),
            _ => assert!(reached.is_null(), "{mutant}"),
        }
    }
    assert!(done.out.contains("reached by no test"), "{}", done.out);
    assert!(done.out.contains("reached by all::twice_is_even"), "{}", done.out);
    // The tests saved nothing in the project.
    assert!(!fixture.path("proptest-regressions").exists());

    // Nothing is tested twice.
    let again = run(&fixture, &tool, &["--all", "--timeout", "60s", "--json"]);
    assert!(again.err.contains("have results already"), "{}", again.err);
    let printed: Value = serde_json::from_str(&again.out).expect("JSON");
    assert_eq!(self::outcomes(&printed), outcomes);

    // Merged shards equal the whole study.
    for part in ["0/2", "1/2"] {
        let arguments = ["--sample", "2", "--baseline", "2", "--no-reach", "--shard", part];
        let done = run(&fixture, &tool, &arguments);
        assert!(done.code < 2, "{}", done.err);
    }
    let arguments = ["--output", "merged", "--merge", "judge/shard-0-of-2", "judge/shard-1-of-2"];
    let done = fixture.run(&[&["mutants"], &arguments[..]].concat());
    assert!(done.code < 2, "{}", done.err);
    let merged = study(&fixture, "merged");
    assert_eq!(merged["complete"], true);
    let parts = self::outcomes(&merged);
    assert_eq!(parts.len(), 2);
    assert!(parts.iter().all(|part| outcomes.contains(part)), "{parts:?}");
}

/// Code that is compiled only with a feature, on another platform, or by a condition inside of a function.
const CONDITIONAL: &str = "
pub fn double(x: u8) -> u16 {
    #[cfg(target_os = \"none\")]
    let x = x + 1;
    u16::from(x) * 2
}

#[cfg(feature = \"extra\")]
pub fn tripled(x: u8) -> u16 {
    u16::from(x) * 3
}

pub fn unreached() -> bool {
    true
}

pub fn ignored(x: u8) -> bool {
    x == 3
}
";

#[test]
fn mutants_that_are_not_compiled_do_not_count() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = Fixture::small("mutants-compiled", CONDITIONAL);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nextra = []\n"));
    fixture.file(
        "tests/all.rs",
        "#[test]\nfn doubled() {\n    assert_eq!(small::double(3), 6);\n    small::ignored(3);\n}\n",
    );
    let done = run(&fixture, &tool, &["--all", "--baseline", "2", "--timeout", "60s"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let study = self::study(&fixture, "judge");
    // Mutants that are built together are marked in that build.
    let together = ["--engine", "schemata", "--all", "--no-reach", "--fresh"];
    let other = run(&fixture, &tool, &together);
    assert_eq!(other.code, 1, "{}{}", other.out, other.err);
    assert_eq!(outcomes(&self::study(&fixture, "judge")), outcomes(&study));
    let mut seen = [0; 4];
    for mutant in study["mutants"].as_array().expect("a list") {
        let (name, reached) = (mutant["name"].as_str().expect("a name"), &mutant["reached_by"]);
        let outcome = mutant["outcome"].as_str().expect("an outcome");
        let is_absent = name.contains("tripled") || name.starts_with("src/lib.rs:4:");
        let place = match mutant["function"].as_str() {
            _ if is_absent => {
                assert_eq!(outcome, "not_compiled", "{name}");
                0
            }
            Some("unreached") => {
                assert_eq!((outcome, reached), ("missed", &serde_json::json!([])), "{name}");
                1
            }
            Some("ignored") => {
                assert_eq!((outcome, reached), ("missed", &serde_json::json!([0])), "{name}");
                2
            }
            _ => {
                assert_eq!(outcome, "caught", "{name}");
                3
            }
        };
        seen[place] += 1;
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    let (absent, viable) = (seen[0], seen[1] + seen[2] + seen[3]);
    assert!(done.out.contains(&format!(" of {viable}\n")), "{}", done.out);
    let note = format!("  {absent} mutants are in code that is not compiled here");
    assert!(done.out.contains(&note), "{}", done.out);
    for out in [&done.out, &other.out] {
        assert!(out.contains("\nnot compiled: src/lib.rs:4:"), "{out}");
        assert_eq!(out.matches("\nnot compiled: ").count(), absent, "{out}");
    }
}

#[test]
fn a_killed_run_resumes() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("mutants-killed", TESTS);
    let arguments = ["--sample", "3", "--baseline", "2", "--doctests", "last", "--no-reach"];
    let mut child =
        command(&fixture, &tool, &arguments).stderr(Stdio::null()).spawn().expect("it runs");
    let folder = "judge/mutants/done";
    wait_until("the first mutant", &mut || !fixture.files(folder).is_empty());
    kill(&mut child);
    let first = fixture.files(folder).remove(0);
    let time =
        |name: &str| fs::metadata(fixture.path(name)).and_then(|it| it.modified()).expect("there");
    let before = time(&first);
    let done = run(&fixture, &tool, &arguments);
    assert!(done.code < 2, "{}", done.err);
    assert!(done.err.contains("of 3 mutants have results already"), "{}", done.err);
    assert!(!done.err.contains("running the tests on the unchanged code"), "{}", done.err);
    assert_eq!(time(&first), before);
    let whole = study(&fixture, "judge");
    assert_eq!(whole["tests"][5]["kind"], "doc", "{whole}");
    let mut outcomes = Vec::new();
    for mutant in whole["mutants"].as_array().expect("a list") {
        let (outcome, verdicts) = (mutant["outcome"].as_str(), mutant["verdicts"].as_str());
        // The doctest runs only if no other test has failed.
        let expected = if outcome == Some("missed") { 'p' } else { 'n' };
        assert!(verdicts.is_some_and(|letters| letters.ends_with(expected)), "{mutant}");
        outcomes.extend(outcome);
        assert!(mutant["reached_by"].is_null(), "nothing looks for them: {mutant}");
    }
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["caught", "caught", "missed"]);
    // The user starts over: this tool cannot test mutants.
    let tool = fixture.listing_tool(&tool, "judge/tool");
    let done = run(&fixture, &tool, &arguments);
    assert!(done.err.contains("all 3 mutants have results already"), "{}", done.err);
    let done = run(&fixture, &tool, &[&arguments[..], &["--fresh"]].concat());
    assert!(done.err.contains("running the tests on the unchanged code"), "{}", done.err);
}

#[test]
fn tests_that_fail_on_the_unchanged_code_are_reported_or_left_out() {
    let Some(tool) = cargo_mutants() else { return };
    let tests = "#[test] fn wrong() { assert_eq!(small::double(1), 3); }\n\
                 #[test] fn right() { assert_eq!(small::double(1), 2); }\n";
    let fixture = package("mutants-failing", tests);
    let arguments = ["--sample", "1", "--baseline", "1", "--no-reach", "--file", "src/lib.rs"];
    let done = run(&fixture, &tool, &arguments);
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("1 test fails on the unchanged code"), "{}", done.err);
    assert!(done.err.contains("`--skip-failing` (all::wrong)"), "{}", done.err);
    let done = run(&fixture, &tool, &[&arguments[..], &["--skip-failing"]].concat());
    assert!(done.code < 2, "{}", done.err);
    let found = study(&fixture, "judge");
    assert_eq!(found["failing"], serde_json::json!(["all::wrong"]));
    assert_eq!(found["tests"].as_array().map(Vec::len), Some(2), "right, and the doctest");
}

/// A package whose functions are to be changed. No test calls the first, one is skipped, and the last is not compiled.
const BEFORE: &str = "
pub fn forgotten(x: u8) -> u8 {
    x / 2
}

pub fn double(x: u8) -> u16 {
    x as u16 * 2
}

pub fn larger(a: u8, b: u8) -> u8 {
    if b < a { a } else { b }
}

#[mutants::skip]
pub fn skipped(x: u8) -> u8 {
    x / 3
}

#[cfg(target_os = \"none\")]
pub fn absent(x: &mut u8) {
    *x = 3;
}
";

/// The crate `mutants` in short.
const SKIP: &str = "
#[proc_macro_attribute]
pub fn skip(_: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    item
}
";

/// A package in a git repository, with a diff of all functions but the first.
fn changed_package(name: &str) -> Fixture {
    let fixture = Fixture::small(name, BEFORE);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let dependency = "\n[dependencies]\nmutants = { path = \"mutants\" }\n";
    fixture.file("Cargo.toml", &format!("{manifest}{dependency}"));
    let attribute =
        "[package]\nname = \"mutants\"\nedition = \"2024\"\n\n[lib]\nproc-macro = true\n";
    fixture.file("mutants/Cargo.toml", attribute);
    fixture.file("mutants/src/lib.rs", SKIP);
    fixture.file(
        "tests/all.rs",
        "use small::*;\n\n#[test]\nfn doubled() {\n    assert_eq!(double(3), 6);\n}\n\n\
         #[test]\nfn the_larger() {\n    assert_eq!((larger(2, 5), larger(5, 2)), (5, 5));\n}\n",
    );
    git(&fixture, &["init", "--quiet"]);
    git(&fixture, &["add", "."]);
    git(&fixture, &["commit", "--quiet", "--message", "before"]);
    let after = BEFORE
        .replace("x as u16", "u16::from(x)")
        .replace("b < a", "a > b")
        .replace("x / 3", "x / 4")
        .replace("x = 3", "x = 4");
    fixture.file("src/lib.rs", &after);
    git(&fixture, &["diff", "--output", "pr.diff"]);
    fixture
}

#[test]
fn only_changed_lines_are_mutated_and_equivalent_mutants_can_be_left_out() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = changed_package("mutants-diff");
    let run = |engine: &str| {
        let arguments =
            ["--in-diff", "pr.diff", "--baseline", "1", "--no-reach", "--engine", engine];
        let done = run(&fixture, &tool, &arguments);
        let study = study(&fixture, "judge");
        let mutants = study["mutants"].as_array().expect("a list").clone();
        (done, mutants)
    };
    let equivalent = "src/lib.rs:11:10: replace > with >= in larger";
    let absent = "src/lib.rs:21:5: replace absent with ()";
    for engine in ["cargo-mutants", "schemata"] {
        let (done, mutants) = run(engine);
        assert_eq!(done.code, 1, "{engine} {done:?}");
        assert!(done.out.contains(&format!("\nsurvives: {equivalent}\n")), "{}", done.out);
        let missed = mutants.iter().filter(|it| it["outcome"] == "missed");
        let missed: Vec<&str> = missed.filter_map(|it| it["name"].as_str()).collect();
        // Without a build for what tests reach, only the common build shows which code is compiled.
        let survivors =
            if engine == "schemata" { &[equivalent][..] } else { &[equivalent, absent] };
        assert_eq!(missed, survivors, "{engine}");
        let mut functions: Vec<&str> =
            mutants.iter().filter_map(|mutant| mutant["function"].as_str()).collect();
        functions.dedup();
        assert_eq!(functions, ["double", "larger", "absent"], "{engine}");
    }
    let excluded = "exclude_re = [\"replace > with >= in larger\", \"replace absent\"]\n";
    fixture.file(".cargo/mutants.toml", excluded);
    for engine in ["cargo-mutants", "schemata"] {
        let (done, mutants) = run(engine);
        assert_eq!(done.code, 0, "{engine} {done:?}");
        assert!(mutants.len() > 5, "{mutants:?}");
        assert!(mutants.iter().all(|mutant| mutant["outcome"] == "caught"), "{mutants:?}");
    }
}

#[test]
fn a_diff_without_code_to_mutate_gets_one_sentence() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = changed_package("mutants-bad-diff");
    let ended = |folder: &str, diff: &str| {
        let mut command = command(&fixture, &tool, &["--in-diff", diff]);
        let done = done(command.current_dir(fixture.path(folder)));
        assert_eq!(done.out, "");
        (done.code, done.err)
    };
    fixture.file("README.md", "A package.\n");
    fixture.file("empty.diff", "");
    git(&fixture, &["add", "README.md"]);
    git(&fixture, &["diff", "--output", "text.diff", "HEAD", "--", "README.md"]);
    for diff in ["text.diff", "empty.diff"] {
        let text = "changes no code that can be mutated: there is nothing to test";
        assert_eq!(ended("", diff), (0, format!("the diff {diff} {text}\n")));
    }
    let text = fs::read_to_string(fixture.path("pr.diff")).expect("a diff");
    fixture.file("other.diff", &text.replace("src/lib.rs", "small/src/lib.rs"));
    let text = "the diff other.diff changes small/src/lib.rs, which is not a file here: its paths have to be \
                relative to the root of the workspace, as `git diff --relative` writes them there\n";
    assert_eq!(ended("", "other.diff"), (2, text.to_owned()));
    // A path is relative to the folder of the user.
    fixture.file("src/lib.rs", BEFORE);
    let text = "the diff ../pr.diff does not fit the code at src/lib.rs line 7: make it again, from the files \
                as they are now\n";
    assert_eq!(ended("src", "../pr.diff"), (2, text.to_owned()));
    let (code, text) = ended("", "none.diff");
    assert_eq!(code, 2);
    assert!(text.starts_with("cannot read the diff none.diff: "), "{text}");
    assert!(!fixture.path("judge").exists());
}

#[test]
fn without_cargo_mutants_the_install_command_is_shown() {
    let fixture = package("mutants-missing", TESTS);
    let nowhere = Path::new("/nowhere/cargo-mutants");
    let done = run(&fixture, nowhere, &[]);
    // A study names the problem of each project.
    let arguments = ["study", ".", "--output", "study"];
    let studied = fixture.judge(&arguments, &[("DISPROVE_CARGO_MUTANTS", nowhere)]);
    for (done, code) in [(done, 2), (studied, 1)] {
        assert_eq!(done.code, code, "{}", done.err);
        let install = "cargo install cargo-mutants --version 27.1.0 --locked";
        assert!(done.err.contains(install), "{}", done.err);
    }
}

#[test]
fn output_of_another_version_is_rejected() {
    let fixture = package("mutants-version", TESTS);
    let script = "#!/bin/sh\ncase \"$*\" in\n*--version*) echo 'cargo-mutants 99.0.0' ;;\n\
                  *) echo '[{\"name\": \"x\"}]' ;;\nesac\n";
    let path = fixture.script("other", script);
    let done = run(&fixture, &path, &[]);
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("cargo-mutants 99.0.0 writes"), "{}", done.err);
    assert!(done.err.contains("made for 27.1.0"), "{}", done.err);
}
