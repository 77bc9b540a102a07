//! The report page shows a stored study of many projects in a real browser.

use crate::support::{
    axe::assert_accessible, browser::browser, fixture::Fixture, schema, study as one_project,
};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

/// A study of two projects with the same results, and of one that failed.
fn study() -> Value {
    let labels: Value = ["roundtrip", "constant_bounds", "generated_nonequality", "inclusion"]
        .into_iter()
        .map(|label| (label.to_owned(), json!(2)))
        .collect::<serde_json::Map<String, Value>>()
        .into();
    let mut all = json!({});
    for label in [
        "roundtrip",
        "partial_roundtrip",
        "commutative_paths",
        "constant_equality",
        "generated_bounds",
        "constant_bounds",
        "generated_nonequality",
        "constant_nonequality",
        "type_checking",
        "inclusion",
        "constant_inclusion",
        "exception_raising",
    ] {
        all[label] = labels.get(label).cloned().unwrap_or(json!(0));
    }
    let result = |name: &str, language: &str, is_tested: bool| {
        json!({
            "format": 1, "identity": "x", "name": name, "language": language, "lines": 1234, "seconds": 9.5,
            "state": if is_tested { "complete" } else { "failed" },
            "problem": (!is_tested).then(|| format!("cannot build {}", one_project::ODD)),
            "categories": { "tests": 9, "assertions": 9, "labels": all, "uncategorised": 1 },
            "mutants": is_tested.then(one_project::mutants), "sweep": is_tested.then(one_project::sweep),
        })
    };
    json!({
        "format": 1, "tool": "0.1.0", "identity": "x", "complete": true, "sample": 60, "seed": 7, "baseline_runs": 3,
        "cases": 500, "seeds": 5, "time": null, "projects": ["hpack-4.2.0", "rle", "odd"],
        "results": [result("hpack-4.2.0", "Python", true), result("rle", "Rust", true), result("odd", "Rust", false)],
    })
}

/// The page, and the JSON file beside it.
fn report(fixture: &Fixture) -> (PathBuf, Value) {
    let done = fixture.run(&["report", "--study", "study", "--out", "out/report.html"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(fixture.path("out/report.json")).expect("the report");
    (fixture.path("out/report.html"), serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn the_page_has_the_tables_and_figures_of_a_study() {
    let fixture = Fixture::new("study-page", "");
    fixture.file("study/study.json", &study().to_string());
    let (path, json_report) = report(&fixture);
    let described = include_str!("../../../book/src/reference/report.schema.json");
    let described: Value = serde_json::from_str(described).expect("JSON");
    assert_eq!(schema::errors(&described, &json_report), [] as [&str; 0]);
    let views = &json_report["study"]["views"];
    assert_eq!(views[2]["pooled"]["mutants"], 114, "57 that compile of each project");
    assert_eq!(views[0]["pooled"]["projects"][0]["published"]["by_property"], 29);

    let Some(mut browser) = browser("study") else { return };
    for (width, scheme) in [(1200, "light"), (400, "dark"), (400, "light")] {
        browser.emulate(width, 900, scheme);
        browser.open(&path);
        let sections = "[...document.querySelectorAll('section')].map(e => e.id).join()";
        assert_eq!(browser.value(sections), "study", "there is nothing else to show");
        let beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.value(beyond), 0, "the page fits a window of {width}");
        let captions = "[...document.querySelectorAll('caption, figcaption')].map(e => e.textContent.split(':')[0]).filter(t => t.startsWith('As ')).join()";
        let expected = "As table 2,As figure 22,As table 3,As figure 21,As table 1,As table 4,As figure 23,As table 5,\
                        As figure 24";
        assert_eq!(browser.value(captions), expected);
        assert_eq!(browser.value("document.querySelectorAll('b').length"), 0, "it is escaped");
        let figures = browser.value(
            "[...document.querySelectorAll('data')].map(e => [e.dataset.from, e.getAttribute('value')])",
        );
        for figure in figures.as_array().expect("a list") {
            let at = figure[0].as_str().expect("a pointer");
            let own = json_report.pointer(at).unwrap_or_else(|| panic!("{at} is not in the file"));
            if let Some(number) = own.as_f64() {
                let shown: f64 =
                    figure[1].as_str().and_then(|it| it.parse().ok()).expect("a number");
                assert!((shown - number).abs() <= 1e-12 * number.abs(), "{at}: {shown}, {number}");
            }
        }
        assert!(figures.as_array().is_some_and(|all| all.len() > 200), "{figures}");
        assert!(figures.to_string().contains("/published/by_property\",\"29\""));
    }
    assert_accessible(&mut browser, "the study");
    assert_eq!(browser.problems, [] as [&str; 0]);
}

#[test]
fn a_damaged_study_is_skipped_and_named() {
    let fixture = Fixture::new("study-page-damaged", "");
    fixture.file("judge/classify.json", &one_project::classify().to_string());
    let mut damaged = study();
    damaged["results"][0]["mutants"]["tests"] = json!(1);
    fixture.file("study/study.json", &damaged.to_string());
    let arguments = ["report", "--judge", "judge", "--study", "study", "--out", "out/report.html"];
    let done = fixture.run(&arguments);
    assert_eq!(done.code, 0, "{}", done.err);
    let problem = "skipped study/study.json: a key is missing or inconsistent; run `cargo disprove study` again\n";
    assert_eq!(done.err, problem);
    let page = fs::read_to_string(fixture.path("out/report.html")).expect("the page");
    assert!(page.contains("id=\"categories\"") && !page.contains("id=\"study\""));
}
