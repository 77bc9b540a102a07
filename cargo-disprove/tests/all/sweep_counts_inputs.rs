//! `cargo disprove sweep` counts the inputs until each property finds each mutant, with the real cargo-mutants.

use crate::support::fixture::{Done, Fixture, cargo_mutants, done, kill, target, wait_until};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

const LIBRARY: &str = "
pub fn double(x: u8) -> u16 {
    u16::from(x) * 2
}

pub fn is_limit(x: u8) -> bool {
    x == 77
}
";

/// A property of this library that tries all inputs, the smallest first, after the example.
const NATIVE: &str = "
use disprove::prelude::*;

#[property]
#[example(3)]
fn limit(x: u8) {
    assert_eq!(small::is_limit(x), x == 77);
}
";

/// A property like those of quickcheck, which does not report inputs. The macro replaces that of the library, and tries
/// the inputs in order.
const COUNTED: &str = "
macro_rules! quickcheck {
    ($(fn $name:ident($x:ident: u8) -> bool $body:block)*) => {
        $(#[test] fn $name() {
            fn property($x: u8) -> bool $body
            for x in 0..=255 { assert!(property(x)); }
        })*
    };
}

quickcheck! {
    fn twice(x: u8) -> bool {
        if x == 0 { return true; }
        small::double(x) / 2 == u16::from(x)
    }
}
";

/// A property that prints its first failing input as those of proptest do.
const PRINTED: &str = "
#[test]
fn doubled() {
    for x in 0..9 {
        assert_eq!(
            small::double(x),
            u16::from(x) * 2,
            \"\\nTest failed: it is wrong.\\nminimal failing input: x = {x}\\n\\tsuccesses: {x}\\n\\tlocal rejects: 0\\n\",
        );
    }
}
";

fn package(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &manifest.replacen(name, "small", 1));
    // The tested copy has it too: the library is already built in this folder.
    let config = format!("[build]\ntarget-dir = '{}'\n", target().display());
    fixture.file(".cargo/config.toml", &config);
    fixture.file("src/lib.rs", LIBRARY);
    fixture.file("tests/native.rs", NATIVE);
    fixture.file("tests/counted.rs", COUNTED);
    fixture.file("tests/printed.rs", PRINTED);
    fixture
}

/// Writes a study of the mutants with these parts of names, as if each property had found all of them. A real one would
/// build the library once more.
fn study(fixture: &Fixture, tool: &Path, wanted: &[&str]) {
    let test = |name: &str, framework: &str| {
        json!({
            "name": name, "kind": "property", "framework": framework, "file": "tests/all.rs", "line": 1, "labels": [],
            "seconds": 0.1,
        })
    };
    let tests = [
        test("counted::twice", "quickcheck"),
        test("fuzzed::other", "bolero"),
        test("native::limit", "disprove"),
        test("printed::doubled", "proptest"),
    ];
    study_of(fixture, tool, wanted, &tests);
}

fn study_of(fixture: &Fixture, tool: &Path, wanted: &[&str], tests: &[Value]) {
    let list = Command::new(tool)
        .args(["mutants", "--list", "--json", "-d"])
        .arg(&fixture.0)
        .output()
        .expect("it runs");
    let list: Value = serde_json::from_slice(&list.stdout).expect("JSON");
    let mut mutants = Vec::new();
    for (id, mutant) in list.as_array().expect("a list").iter().enumerate() {
        let name = mutant["name"].as_str().expect("a name");
        if wanted.iter().any(|part| name.contains(part)) {
            mutants.push(json!({
                "id": id, "name": name, "file": "src/lib.rs", "line": 1, "function": null, "genre": "FnValue", "diff": "",
                "outcome": "caught", "build_seconds": 1.0, "test_seconds": 1.0, "verdicts": "F".repeat(tests.len()), "reached_by": null,
            }));
        }
    }
    assert_eq!(mutants.len(), wanted.len(), "{list}");
    let study = json!({
        "format": 1, "tool": "0.1.0", "cargo_mutants": "27.1.0", "packages": ["small"], "commit": null, "seed": 1,
        "sample": wanted.len(), "of": wanted.len(), "started": 0, "seconds": 1.0, "baseline_runs": 1,
        "complete": true, "flaky": [], "mutants": mutants, "tests": tests,
    });
    fixture.file("judge/mutants.json", &study.to_string());
}

fn run(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Done {
    let mut command = fixture.command(&[arguments, &["--output", "judge"]].concat());
    done(command.env("DISPROVE_CARGO_MUTANTS", tool))
}

fn read(fixture: &Fixture) -> Value {
    let text = fs::read_to_string(fixture.path("judge/sweep.json")).expect("a sweep");
    serde_json::from_str(&text).expect("JSON")
}

/// The first inputs of a property on the mutant whose name contains this, with all seeds.
fn firsts(sweep: &Value, property: &str, mutant: &str) -> Vec<Value> {
    let list = |key: &str| sweep[key].as_array().expect("a list").clone();
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let place = list("properties").iter().position(|it| name(it) == property).expect("there");
    let mutants = list("mutants");
    let mutant = mutants.iter().find(|it| name(it).contains(mutant)).expect("it was found");
    let mut runs = list("runs");
    runs.retain(|run| run["property"] == place && run["mutant"] == mutant["id"]);
    runs.iter().map(|run| run["first"].clone()).collect()
}

#[test]
fn the_first_failing_input_is_counted_for_each_property_and_mutant() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = package("sweep-first");
    let names =
        ["is_limit -> bool with false", "is_limit -> bool with true", "double -> u16 with 0"];
    study(&fixture, &tool, &names);
    let arguments = ["sweep", "--study", "judge", "--seeds", "2"];
    let done = run(&fixture, &tool, &arguments);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("with 2 seeds, 500 inputs each"), "{}", done.out);
    let left_out = "fuzzed::other (inputs of bolero cannot be counted) is left out";
    assert!(done.err.lines().any(|line| line == left_out), "{}", done.err);
    // Two mutants found prove little, and nothing about the mutants of other code.
    assert!(done.out.contains("  2 of 2      100.0 %  [34, 100]  "), "{}", done.out);
    assert!(!done.out.contains("enough"), "{}", done.out);

    let whole = read(&fixture);
    assert_eq!((&whole["complete"], &whole["cases"]), (&json!(true), &json!(500)));
    assert_eq!(whole["seeds"], json!([1, 2]));
    assert_eq!((&whole["uncounted"], &whole["not_run"]), (&json!([]), &json!([])));
    let counted = |property: &str, mutant: &str| firsts(&whole, property, mutant);
    // 77 is the 78th input; the example does not count.
    assert_eq!(counted("native::limit", "is_limit -> bool with false"), [78, 78]);
    assert_eq!(counted("native::limit", "double -> u16 with 0"), [json!(null), json!(null)]);
    // The property ignores the first input, so the second one fails. The counter is in the tested copy only.
    assert_eq!(counted("counted::twice", "double -> u16 with 0"), [2, 2]);
    assert_eq!(counted("printed::doubled", "double -> u16 with 0"), [2, 2]);
    let source = fs::read_to_string(fixture.path("tests/counted.rs")).expect("the property");
    assert_eq!(source, COUNTED);
    // The example fails before the first input.
    let phases = whole["runs"].as_array().expect("a list").iter().map(|run| &run["phase"]);
    assert!(phases.into_iter().any(|phase| phase == "example"), "{whole}");

    // Nothing is tested twice.
    let again = run(&fixture, &tool, &[&arguments[..], &["--json"]].concat());
    assert!(again.err.contains("mutants have results already"), "{}", again.err);
    let printed: Value = serde_json::from_str(&again.out).expect("JSON");
    assert_eq!(printed["runs"], whole["runs"]);
    assert_eq!(printed["summary"]["rows"][0]["published"], 0.55);

    // The next run tests the remaining mutants.
    let mut part = whole.clone();
    let last = part["ended"].as_array_mut().and_then(Vec::pop).expect("one");
    part["runs"].as_array_mut().expect("a list").retain(|run| run["mutant"] != last);
    fixture.file("judge/sweep.json", &part.to_string());
    let rest = run(&fixture, &tool, &arguments);
    assert!(rest.err.contains("mutants have results already"), "{}", rest.err);
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert_eq!(read(&fixture)["runs"], whole["runs"]);
}

/// The content of the file, without the duration.
fn found(fixture: &Fixture, folder: &str) -> Option<Value> {
    let text = fs::read_to_string(fixture.path(folder).join("sweep.json")).ok()?;
    let mut sweep: Value = serde_json::from_str(&text).expect("never a part of a file");
    sweep["seconds"].take();
    Some(sweep)
}

#[test]
fn a_sweep_killed_repeatedly_has_the_same_result() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = Fixture::small("sweep-killed", LIBRARY);
    fixture.file("tests/counted.rs", COUNTED);
    let property = json!({
        "name": "counted::twice", "kind": "property", "framework": "quickcheck", "file": "tests/counted.rs", "line": 1,
        "labels": [], "seconds": 0.1,
    });
    let names = ["double -> u16 with 0", "double -> u16 with 1", "is_limit -> bool with true"];
    study_of(&fixture, &tool, &names, &[property]);
    let arguments = |folder: &'static str| {
        ["sweep", "--study", "judge", "--seeds", "2", "--cases", "50", "--output", folder]
    };
    let command = |folder: &'static str| {
        let mut command = fixture.command(&arguments(folder));
        command.env("DISPROVE_CARGO_MUTANTS", &tool);
        command
    };
    let whole = done(&mut command("whole"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    let shard = done(command("sharded").args(["--shard", "0/2"]));
    assert_eq!(shard.code, 0, "{}", shard.err);

    // After the run on the unchanged code, and after each mutant but the last.
    for done in 0..names.len() {
        let mut sweep = command("killed").stderr(Stdio::null()).spawn().expect("it runs");
        let ended = || found(&fixture, "killed").and_then(|it| Some(it["ended"].as_array()?.len()));
        wait_until("the next step", &mut || ended() >= Some(done));
        // Meanwhile the folder is locked.
        if done == 0 {
            let other = self::done(&mut command("killed"));
            assert_eq!(other.code, 2, "{}", other.err);
            let expected = format!("process {} is testing mutants in", sweep.id());
            assert!(other.err.contains(&expected), "{}", other.err);
        }
        // Once as Ctrl-C does.
        if done == 1 {
            let id = sweep.id().to_string();
            let sent = Command::new("kill").args(["-INT", &id]).status();
            assert!(sent.expect("it runs").success());
            assert_eq!(sweep.wait().expect("it ends").code(), Some(130));
        } else {
            kill(&mut sweep);
        }
    }
    let rest = done(&mut command("killed"));
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert!(rest.err.contains("3 mutants have results already"), "{}", rest.err);
    assert_eq!(found(&fixture, "killed"), found(&fixture, "whole"));
    // The user starts over: this tool cannot test mutants.
    let tool = fixture.listing_tool(&tool, "whole/tool");
    let again =
        |more: &[&str]| done(command("whole").args(more).env("DISPROVE_CARGO_MUTANTS", &tool)).err;
    assert!(again(&[]).contains("all 3 mutants have results already"), "{}", again(&[]));
    let fresh = again(&["--fresh"]);
    assert!(fresh.contains("running the properties on the unchanged code"), "{fresh}");
}

#[test]
fn a_missing_or_bad_study_is_reported() {
    let fixture = package("sweep-nothing");
    let sweep = || fixture.run(&["sweep", "--study", "judge/mutants.json"]);
    let done = sweep();
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("`cargo disprove mutants` writes such files"), "{}", done.err);

    for (text, expected) in [
        ("{", "is not the result of `cargo disprove mutants`"),
        ("{\"format\": 99}", "judge/mutants.json"),
        (
            "{\"format\":1,\"tool\":\"0.1.0\",\"cargo_mutants\":\"27.1.0\",\"packages\":[],\"commit\":null,\"seed\":1,\
             \"sample\":0,\"of\":0,\"started\":0,\"seconds\":0.0,\"baseline_runs\":1,\"complete\":true,\"tests\":[],\
             \"flaky\":[],\"mutants\":[]}",
            "no property whose inputs can be counted",
        ),
    ] {
        fixture.file("judge/mutants.json", text);
        let done = sweep();
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains(expected), "{expected}\n{}", done.err);
    }
}
