//! Every command in book/src/guides/agents.md works, and prints what the page shows.

use crate::support::{
    fixture::{Done, Fixture, cargo_mutants},
    quoted,
};
use serde_json::Value;

const PAGE: &str = include_str!("../../../book/src/guides/agents.md");

/// The commands in a section of the page.
fn commands(section: &str) -> Vec<&'static str> {
    let part = PAGE.split_once(&format!("\n{section}\n")).expect(section).1;
    let part = part.split("\n## ").next().expect("a section");
    part.lines().filter_map(|line| line.strip_prefix("$ ")).collect()
}

/// Runs a command of the page, without coverage, since `cargo test` has built the library that way.
fn run(fixture: &Fixture, line: &str) -> Done {
    let words: Vec<&str> = line.split(' ').collect();
    let ["cargo", "disprove", command, rest @ ..] = &words[..] else { panic!("{line}") };
    if *command == "classify" {
        return fixture.judge(&[&[*command], rest].concat(), &[]);
    }
    fixture.run(&[&[*command, "--no-coverage"], rest].concat())
}

/// Whether everything in `shown` is in `printed`; arrays have the same length.
fn contains(printed: &Value, shown: &Value) -> bool {
    match (printed, shown) {
        (Value::Object(printed), Value::Object(shown)) => shown
            .iter()
            .all(|(key, value)| printed.get(key).is_some_and(|other| contains(other, value))),
        (Value::Array(printed), Value::Array(shown)) => {
            printed.len() == shown.len()
                && printed.iter().zip(shown).all(|(printed, shown)| contains(printed, shown))
        }
        _ => printed == shown,
    }
}

fn shown(section: &str) -> Value {
    serde_json::from_str(quoted(PAGE, section, "```json\n")).expect("JSON")
}

fn package() -> Fixture {
    let fixture = Fixture::empty("split").unoptimized();
    fixture.file("src/lib.rs", quoted(PAGE, "\n## Write\n", "```rust\n"));
    fixture.file("tests/shares.rs", quoted(PAGE, "in `tests/shares.rs`", "```rust\n"));
    // The result of a reduction may depend on where it starts.
    fixture.file("disprove.toml", "[default]\nseed = 1\n");
    fixture
}

#[test]
fn the_loop_of_the_page_finds_fixes_and_judges() {
    let fixture = package();
    // The fixture is what these two make.
    let first = quoted(PAGE, "# Coding agents", "```console\n");
    assert_eq!(first, "$ cargo add disprove --dev\n$ cargo install cargo-disprove\n");

    let [test, to_file, _] = commands("## Run")[..] else { panic!("three commands") };
    assert_eq!(to_file, format!("{test} > results.jsonl"));
    assert!(PAGE.contains(&format!("\n* Test with `{test}`.")), "AGENTS.md has the same command");
    let done = run(&fixture, test);
    assert_eq!(done.code, 1, "{done:?}");
    let expected = shown("\n## Run\n");
    let found = done.events().into_iter().find(|line| line["name"] == expected["name"]);
    let found = found.unwrap_or_else(|| panic!("{done:?}"));
    assert!(contains(&found, &expected), "{found:#}");
    let replay = found["failures"][0]["command"].as_str().expect("a command");
    assert!(PAGE.contains("`cargo disprove replay TOKEN PROPERTY`"));
    assert_eq!(run(&fixture, replay).code, 1);

    fixture.file("src/lib.rs", quoted(PAGE, "\n## Fix\n", "```rust\n"));
    let [again] = commands("## Fix")[..] else { panic!("one command") };
    let done = run(&fixture, again);
    assert_eq!(done.code, 0, "{done:?}");
    let lines = done.events();
    assert!(contains(lines.last().expect("a summary"), &shown("\n## Fix\n")), "{done:?}");
    assert_eq!((lines.len(), &lines[0]["verdict"]), (2, &"passed".into()));
    assert!(lines[0]["known"].as_u64() > Some(0), "the saved input runs first: {done:?}");
    assert_eq!(run(&fixture, replay).code, 0);

    let [classify, _, hunt] = commands("## Judge")[..] else { panic!("three commands") };
    // A test without an assertion has no line.
    let calls =
        "use disprove::prelude::*;\n#[property]\nfn only_calls(n: u32) { split::shares(n, 3); }\n";
    fixture.file("tests/calls.rs", calls);
    let done = run(&fixture, classify);
    assert_eq!((done.code, done.events().len()), (0, 2), "{done:?}");
    assert!(!done.out.contains("only_calls"), "{done:?}");
    let list = run(&fixture, classify.trim_end_matches(" --json"));
    let (_, own) = list.out.split_once("  only_calls (line 3, disprove)\n").expect("it is listed");
    assert!(own.starts_with("    asserts nothing about generated values"), "{list:?}");
    assert!(!fixture.path("target/debug").exists(), "nothing is built");
    std::fs::remove_file(fixture.path("tests/calls.rs")).expect("removed");
    let done = run(&fixture, &hunt.replace("10m", "2s"));
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.events().iter().all(|event| event["event"] != "finding"), "{done:?}");
}

#[test]
fn mutants_are_judged_as_the_page_says() {
    let [_, mutants, _] = commands("## Judge")[..] else { panic!("three commands") };
    let Some(tool) = cargo_mutants() else { return };
    // Without the library, which would be built once for each mutant.
    let fixture =
        Fixture::small("page-agents", "pub fn double(n: u8) -> u16 {\n    u16::from(n) * 2\n}\n");
    fixture.file(
        "tests/unit.rs",
        "#[test]\nfn nothing_is_nothing() {\n    assert_eq!(small::double(0), 0);\n}\n",
    );
    let words: Vec<&str> = mutants.split(' ').skip(2).collect();
    let done = fixture.judge(&words, &[("DISPROVE_CARGO_MUTANTS", &tool)]);
    assert_eq!(done.code, 1, "{done:?}");
    let printed: Value = serde_json::from_str(&done.out).expect("JSON");
    let own = words.join(" ");
    assert!(PAGE.contains(&format!("`cargo disprove {own} --in-diff FILE`")), "{own}");
    // The folder by default, in which `sweep` finds the study: it has no property.
    assert!(fixture.path("target/disprove/judge/mutants.json").is_file());
    let sweep = fixture.judge(&["sweep"], &[]);
    assert!(sweep.code == 2 && sweep.err.contains("mutants.json has no property"), "{sweep:?}");
    let mutants = printed["mutants"].as_array().expect("a list").iter();
    assert!(PAGE.contains("`\"outcome\": \"missed\"`"));
    assert!(mutants.clone().any(|mutant| mutant["outcome"] == "missed"), "{printed:#}");
    assert!(fixture.path("target/disprove/judge/mutants.json").exists(), "the result is saved");
}

#[test]
fn every_key_and_verdict_of_the_page_is_in_the_schema() {
    let schema = include_str!("../../../book/src/reference/test-messages.schema.json");
    let table = PAGE.split_once("| `verdict` |").expect("a table").1.split("\n\n").next();
    let cells = table.expect("rows").lines().skip(2).filter_map(|row| row.split('|').nth(1));
    let verdicts: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let schema: Value = serde_json::from_str(schema).expect("a schema");
    let property = &schema["$defs"]["property"]["properties"];
    assert_eq!(property["verdict"]["enum"], Value::from(verdicts));
    for key in ["advice", "report", "regressions", "rejected", "distinct", "labels", "covers"] {
        assert!(PAGE.contains(&format!("`{key}`")) && property[key].is_object(), "{key}");
    }
    let failure = &schema["$defs"]["failure"]["properties"];
    for key in ["message", "arguments", "explanation", "failure_rate", "command"] {
        assert!(PAGE.contains(&format!("`{key}`")) && failure[key].is_object(), "{key}");
    }

    let [.., jq] = commands("## Run")[..] else { panic!("a command") };
    let parts = jq.strip_prefix("jq -c 'select(.status == \"failed\") | {");
    let parts = parts.and_then(|rest| rest.strip_suffix("}]}' results.jsonl"));
    let (outer, inner) =
        parts.and_then(|keys| keys.split_once(", failures: [.failures[] | {")).expect("a filter");
    assert!(property["failures"].is_object());
    assert_eq!(property["status"]["enum"], Value::from(vec!["passed", "failed"]));
    // Neither the report, which is a text or null, nor counts.
    assert!(outer.split(", ").all(|key| property[key]["type"] == "string"), "{outer}");
    assert!(inner.split(", ").all(|key| failure[key]["type"] == "string"), "{inner}");
    assert_eq!(property["report"]["type"], Value::from(vec!["string", "null"]));
    assert!(
        schema["$defs"]["summary"]["properties"]["status"].is_null(),
        "the summary is left out"
    );
}
