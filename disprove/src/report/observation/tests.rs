//! Tests of `observation.rs`.

use super::*;
use crate::{
    prelude::*,
    report::tests::subjects::run_all,
    runner::{Event, testing::TestProperty},
};
use serde_json::{Map, Value};
use std::{
    collections::{HashMap, HashSet},
    fmt::Debug,
    time::Duration,
};

const KEYS: [&str; 12] = [
    "type",
    "run_start",
    "property",
    "status",
    "status_reason",
    "representation",
    "arguments",
    "how_generated",
    "features",
    "coverage",
    "timing",
    "metadata",
];

const METADATA: [&str; 11] = [
    "traceback",
    "reproduction_decorator",
    "notes",
    "predicates",
    "backend",
    "sys.argv",
    "os.getpid()",
    "imported_at",
    "data_status",
    "phase",
    "interesting_origin",
];

/// Reads the lines. Asserts that each follows the schema, and what Tyche accepts of it.
fn valid(lines: &str) -> Vec<Map<String, Value>> {
    assert!(lines.ends_with('\n'));
    let mut types: HashMap<String, &'static str> = HashMap::new();
    let all: Vec<Map<String, Value>> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect();
    for line in &all {
        assert!(line["run_start"].is_f64() && line["property"].is_string(), "{line:?}");
        match line["type"].as_str() {
            Some("test_case") => valid_case(line, &mut types),
            Some("info") => {
                let keys: HashSet<&str> = line.keys().map(String::as_str).collect();
                let wanted = ["type", "run_start", "property", "title", "content"];
                assert_eq!(keys, HashSet::from(wanted));
                assert!(line["title"].is_string() && line["content"].is_string(), "{line:?}");
            }
            other => panic!("a line of type {other:?}"),
        }
    }
    all
}

fn valid_case(line: &Map<String, Value>, types: &mut HashMap<String, &'static str>) {
    let keys: HashSet<&str> = line.keys().map(String::as_str).collect();
    assert_eq!(keys, HashSet::from(KEYS));
    let status = line["status"].as_str().expect("a status");
    assert!(["passed", "failed", "gave_up"].contains(&status), "{status}");
    for key in ["status_reason", "representation", "how_generated"] {
        assert!(line[key].is_string(), "{key}: {line:?}");
    }
    assert_eq!(status == "passed", line["status_reason"] == "", "{line:?}");
    assert!(line["coverage"].is_null() && line["arguments"].is_object());
    let timing = line["timing"].as_object().expect("an object");
    assert!(timing.values().all(Value::is_number));
    let metadata = line["metadata"].as_object().expect("an object");
    assert_eq!(
        metadata.keys().map(String::as_str).collect::<HashSet<_>>(),
        HashSet::from(METADATA)
    );
    assert!(metadata["notes"].is_array() && metadata["sys.argv"].is_array());
    assert!(metadata["predicates"].is_object() && metadata["backend"].is_object());
    let wanted = match status {
        "passed" => 2..3,
        "failed" => 3..4,
        _ => 0..2,
    };
    assert!(wanted.contains(&metadata["data_status"].as_u64().expect("a number")), "{line:?}");
    for (name, value) in line["features"].as_object().expect("an object") {
        // As JavaScript sees it: 1.0 is an integer.
        let kind = match value {
            Value::Bool(_) => "truth",
            Value::String(_) => "text",
            Value::Number(n) if n.as_f64().is_some_and(|n| n.fract() == 0.0) => "integer",
            Value::Number(_) => "fraction",
            other => panic!("{name}: {other}"),
        };
        assert_eq!(*types.entry(name.clone()).or_insert(kind), kind, "{name} in {line:?}");
    }
}

/// What `#[property]` does: tells the observer of each case.
fn observed<T: Debug>(
    limit: usize,
    cases: u64,
    generator: impl Generator<Value = T>,
    property: impl Fn(T),
) -> Vec<Map<String, Value>> {
    let describe = |value: &T| vec![("x", format!("{value:?}"))];
    let body = |value: T, _: &mut Source| property(value);
    let test = TestProperty { describe: &describe, ..TestProperty::drawing(generator, body) };
    let mut observer = Observer::new("tests::inner::holds", 1_700_000_000.25, limit);
    let mut listener = |event: Event<'_>| {
        if let Event::Executed(execution) = event {
            observer.case(&execution);
        }
    };
    let report = run_all("tests::inner::holds", &test, cases, &mut listener);
    let shown = |value: &T| Shown { arguments: describe(value), literal: None };
    valid(&observer.finish(&report.printed(&shown)))
}

fn count(lines: &[Map<String, Value>], key: &str, value: &str) -> usize {
    lines.iter().filter(|line| line.get(key).is_some_and(|found| found == value)).count()
}

#[test]
fn a_passing_property_has_a_line_for_each_case() {
    let lines = observed(2_000, 100, any::<u8>(), |_| ());
    assert_eq!(count(&lines, "status", "passed"), 100);
    assert_eq!(count(&lines, "how_generated", "during generate phase"), 100);
    assert_eq!(count(&lines, "title", "statistics"), 1);
    assert_eq!(count(&lines, "title", "figures"), 1);
    assert_eq!(count(&lines, "type", "info"), 2);
    let first = lines[0]["representation"].as_str().expect("a text");
    assert!(first.starts_with("holds(x = ") && first.ends_with(')'), "{first}");
    assert_eq!(lines[0]["property"], "tests::inner::holds");
}

#[test]
fn a_failing_property_ends_with_its_reduced_failure() {
    let lines = observed(2_000, 100, any::<u32>(), |n| {
        note!("saw {n}");
        assert!(n < 10, "too \"big\"");
    });
    assert!(count(&lines, "how_generated", "during shrink phase") > 0);
    assert_eq!(count(&lines, "how_generated", "minimal failing test case"), 1);
    let last = lines.iter().rfind(|line| line["type"] == "test_case").expect("a case");
    assert_eq!(last["representation"], "holds(x = 10)");
    assert_eq!(last["arguments"]["x"], "10");
    assert_eq!(last["status_reason"], "too \"big\"");
    assert_eq!(last["metadata"]["notes"][0], "saw 10");
    let decorator = last["metadata"]["reproduction_decorator"].as_str().expect("a token");
    assert!(decorator.starts_with("#[replay(\"d1:"), "{decorator}");
    let origin = last["metadata"]["interesting_origin"].as_str().expect("a place");
    assert!(origin.contains(" at ") && origin.contains("tests.rs"), "{origin}");
}

#[test]
fn rejected_cases_have_a_reason() {
    // The hash gives the search no direction.
    let hash = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let lines = observed(2_000, 50, any::<u64>(), move |n| assume!(hash(n) % 64 == 0));
    assert!(count(&lines, "status", "gave_up") > 100);
    assert_eq!(count(&lines, "title", "weakness"), 1);
    let endless = |src: &mut Source| -> u8 {
        loop {
            let _: u8 = src.draw(any::<u8>());
        }
    };
    let lines = observed(2_000, 2, endless, |_| ());
    assert!(count(&lines, "status_reason", "exceeded the size budget of a case") > 100);
}

#[test]
fn features_keep_their_types() {
    let lines = observed(2_000, 200, any::<u8>(), |n| {
        target!(n);
        target!("half", f64::from(n) / 2.0);
        target!("odd ones", if n == 3 { f64::NAN } else { f64::from(n) });
        minimize!("inverse", 1.0 / f64::from(n));
        cover!("even", n % 2 == 0);
        label!("{} digits", n.to_string().len());
        if n > 200 {
            label!("large");
        }
    });
    let features = lines[0]["features"].as_object().expect("an object");
    for name in ["label", "cover:even", "target:", "target:half", "target:odd ones"] {
        assert!(features.contains_key(name), "{name} is not in {features:?}");
    }
    assert!(lines.iter().any(|line| line["features"]["label"] == "3 digits, large"));
}

#[test]
fn control_characters_stay_on_their_lines() {
    let odd = "quote \" backslash \\ tab \t break \r\n \u{0}\u{7f}\u{2028}\u{feff} 日本 😀";
    let lines = observed(2_000, 20, any::<u16>(), |n| {
        label!("{odd}");
        note!("{odd}");
        assert!(n < 5, "{odd}");
    });
    assert!(count(&lines, "status", "failed") > 1);
    assert_eq!(lines[0]["features"]["label"], odd);

    let mut observer = Observer::new(odd, f64::NAN, 0);
    let arguments = [("", "x".repeat(1 << 20)), (odd, odd.to_owned())];
    let mut execution = crate::runner::Execution::passed();
    (execution.arguments, execution.time) = (&arguments, Duration::MAX);
    observer.case(&execution);
    let report = check(any::<bool>()).database(Db::none()).run(|_| ());
    let lines = observer.finish(&report.printed(&|_| Shown::default()));
    assert!(lines.len() < 20_000, "{} bytes", lines.len());
    let lines = valid(&lines);
    assert_eq!(lines[0]["property"], odd);
    assert_eq!(lines[0]["arguments"][odd], odd);
    assert!(lines[0]["arguments"]["input"].as_str().expect("a text").ends_with("xxx ..."));
}

#[test]
fn keeps_a_sample_of_many_cases_and_the_first_failure() {
    let lines = observed(50, 3_000, any::<u64>(), |_| ());
    assert_eq!(count(&lines, "type", "test_case"), 50);
    let sample = lines
        .iter()
        .rfind(|line| line.get("title").is_some_and(|title| title == "sample"))
        .expect("a line");
    let content = sample["content"].as_str().expect("a text");
    assert!(content.starts_with("2,950 more cases ran"), "{content}");
    let late = lines.iter().filter(|line| {
        let backend = line.get("metadata").map(|metadata| &metadata["backend"]["execution"]);
        let number = backend.and_then(Value::as_str).and_then(|number| number.parse::<u64>().ok());
        number.is_some_and(|number| number > 1_500)
    });
    assert!((10..40).contains(&late.count()), "half of the sample are of the second half");

    let lines = observed(20, 1_000, any::<u64>(), |n| assert!(n % 2 == 0, "odd"));
    assert!(count(&lines, "status", "failed") <= 21);
    assert!(count(&lines, "status", "passed") <= 20);
    assert_eq!(count(&lines, "how_generated", "minimal failing test case"), 1);
}

#[test]
fn the_explanation_of_a_failure_becomes_notes() {
    let check = check(any::<u32>()).seed(1).database(Db::none()).explain(true);
    let report = check.run(|n| assert!(n < 10, "too large"));
    let observer = Observer::new("explained", 0.0, 10);
    let shown = |n: &u32| Shown { arguments: vec![("n", n.to_string())], literal: None };
    let lines = observer.finish(&report.printed(&shown));
    let note = "\"notes\":[\"input = 10: smaller ones pass (0, 5, 9), larger ones fail (11";
    assert!(lines.replace(": ", ":").contains(&note.replace(": ", ":")), "{lines}");
}
