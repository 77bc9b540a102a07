//! Tests of `report_json.rs`.

use super::{Input, build, list};
use crate::{
    mutants::study::{MutantResult, Study, Test},
    report::page::page,
    sweep::Sweep,
};
use serde_json::{Value, json};

const TESTS: usize = 200;
const LABELS: [&str; 2] = ["roundtrip", "inclusion"];
const SWEPT: u64 = 20;

/// A study of 200 properties that all reach every mutant.
fn study(mutants: usize) -> Study {
    let test = |number: usize| Test {
        name: format!("props::module_{}::property_number_{number}", number % 10),
        kind: "property".to_owned(),
        framework: Some("disprove".to_owned()),
        labels: vec![LABELS[number % 2].to_owned()],
        seconds: Some(0.5),
        ..Test::default()
    };
    let mutant = |number: usize| {
        // Every fifth survives, and kills of a test are scattered.
        let is_killed = !number.is_multiple_of(5);
        let letter = |test: usize| match (number * 7 + test * 13 + number * test % 11) % 10 {
            0..3 if is_killed => 'F',
            _ => 'p',
        };
        MutantResult {
            id: number as u64,
            name: format!("src/file_{}.rs:{number}:5: replace + with - in f{number}", number % 50),
            file: format!("src/file_{}.rs", number % 50),
            line: number as u64,
            function: Some(format!("f{number}")),
            genre: "BinaryOperator".to_owned(),
            diff: "-    one + other\n+    one - other\n".repeat(5),
            outcome: if is_killed { "caught" } else { "missed" }.to_owned(),
            verdicts: (0..TESTS).map(letter).collect(),
            reached_by: Some((0..TESTS).collect()),
            ..MutantResult::default()
        }
    };
    Study {
        sample: mutants as u64,
        of: mutants as u64,
        is_complete: true,
        tests: (0..TESTS).map(test).collect(),
        mutants: (0..mutants).map(mutant).collect(),
        ..Study::default()
    }
}

/// A sweep of some of the properties over all of these mutants.
fn sweep(mutants: u64) -> Sweep {
    let run = |mutant: u64, property: u64| {
        let first = (mutant + property).is_multiple_of(4).then_some(1 + mutant * property % 500);
        json!({ "property": property, "mutant": mutant, "seed": 1, "first": first, "phase": "generate", "discarded": 0 })
    };
    let mut runs = Vec::new();
    for mutant in 0..mutants {
        runs.extend((0..SWEPT).map(|property| run(mutant, property)));
    }
    let property = |number| json!({ "name": format!("props::{number}"), "framework": "disprove", "counted_by": "output" });
    let value = json!({
        "format": 1, "identity": "x", "cases": 500, "seeds": [1], "seconds": 1.0, "left_out": [],
        "properties": (0..SWEPT).map(property).collect::<Value>(),
        "mutants": (0..mutants).map(|id| json!({ "id": id, "name": "m" })).collect::<Value>(),
        "ended": (0..mutants).collect::<Vec<_>>(), "runs": runs, "uncounted": [], "not_run": [],
    });
    Sweep::of(&value).expect("a sweep")
}

fn made(mutants: usize) -> (Value, String) {
    let (study, sweep) = (Some(study(mutants)), Some(sweep(mutants as u64)));
    let report = build(&Input { mutants: study, sweep, ..Input::default() }, None, 0);
    let page = page(&report);
    (report, page)
}

#[test]
fn a_page_of_5000_mutants_by_200_properties_has_a_bounded_size() {
    let (tenth, _) = made(500);
    let (report, page) = made(5_000);
    // The JSON has all mutants, and grows with the study.
    assert_eq!(list(&report["mutants"]["list"]).len(), 5_000);
    assert_eq!(report["mutants"]["survived"], 1_000);
    let counts = ["mutants", "survived", "killed"].map(|key| report["overview"][key].as_u64());
    assert_eq!(counts, [5_000, 1_000, 4_000].map(Some));
    assert_eq!(report["overview"]["kill_rate"], 0.8);
    assert!(report.to_string().len() < tenth.to_string().len() * 11);
    let text = serde_json::to_string_pretty(&report).expect("JSON values are serializable");
    assert!(text.len() < 8_000_000, "{}", text.len());
    // The page shows a part of them.
    let inlined = report.to_string().len();
    assert!(page.len() - inlined < 4_000_000, "{} with {inlined} of data", page.len());
    let (_, map) = page.split_once("class=\"chart heatmap\"").expect("a map");
    let (map, _) = map.split_once("</svg>").expect("its end");
    assert!(map.matches("<rect").count() <= 100 * 600, "{}", map.matches("<rect").count());
    assert!(page.contains("556 of 5,000 mutants are shown") && page.contains("100 of 200 tests"));
    assert_eq!(page.matches("<details class=\"survivor\"").count(), 500);
    assert!(page.contains("500 more survive"));
    assert_eq!(list(&report["mutants"]["list"][0]["reached_by"]).len(), 20);
    assert!(page.contains(" and 180 more</p>"));
    assert!((1..50).contains(&list(&report["advice"]).len()));
    assert!(list(&report["sweep"]["curve"]).len() <= 201);
}

#[test]
fn each_part_of_the_input_has_its_key() {
    let input = Input {
        name: "rle".to_owned(),
        commit: Some("0123456789".to_owned()),
        sources: Some("../../".to_owned()),
        ..Input::default()
    };
    let report = build(&input, None, 7);
    let parts = ["name", "commit", "sources"].map(|key| report[key].clone());
    assert_eq!(parts, ["rle", "0123456789", "../../"]);
    let empty = build(&Input::default(), None, 7);
    for key in ["commit", "sources", "comparison", "categories", "mutants", "study", "sweep"] {
        assert!(empty[key].is_null(), "{key}");
    }
}
