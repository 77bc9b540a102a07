//! The report page shows stored suggestions in a real browser.

use crate::support::{axe::assert_accessible, browser::browser, fixture::Fixture, schema, study};
use serde_json::{Value, json};
use std::fs;

/// A question with an input that must be escaped, a suggestion that detects new mutants, and one that adds nothing.
fn suggestions() -> Value {
    let suggestion = |name: &str, verdict: &str, added: Option<u64>| {
        let new: Option<Vec<String>> =
            added.map(|count| (0..count).map(|it| format!("src/lib.rs:{it}:1: x")).collect());
        let asks = verdict == "asks";
        json!({
            "event": "suggestion", "name": name, "shape": "round trip", "claim": "`rle::decode` undoes `rle::encode`",
            "functions": ["rle::encode", "rle::decode"], "place": "src/lib.rs:3", "verdict": verdict,
            "input": asks.then(|| study::ODD.repeat(9)), "message": asks.then_some(study::ODD),
            "detected": added.map(|it| it + 1), "new": new, "added": added,
            "source": format!("#[property]\nfn {name}(bytes: Vec<u8>) {{\n    assert_eq!({:?}, {:?});\n}}\n", study::ODD, "a".repeat(120)),
        })
    };
    let list = [
        suggestion("detects_more", "passes", Some(3)),
        suggestion("asks_something", "asks", None),
        suggestion("adds_nothing", "passes", Some(0)),
    ];
    json!({
        "format": 1, "tool": "0.1.0", "package": "rle", "suggestions": list, "left_out": [],
        "summary": {
            "event": "summary", "format": 1, "tool": "0.1.0", "package": "rle", "written": 5, "compiled": 4, "shown": 3, "passed": 2,
            "asked": 1, "left_out": 2, "mutants": 40, "not_compiled": 6, "of_study": false, "doctests": false, "survivors": 9,
            "detected": 3,
        },
    })
}

#[test]
fn the_page_shows_suggestions_in_every_window() {
    let fixture = Fixture::new("suggestions-page", "");
    fixture.file("judge/suggest.json", &suggestions().to_string());
    let done = fixture.run(&["report", "--judge", "judge", "--out", "out/report.html"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(fixture.path("out/report.json")).expect("the report");
    let json_report: Value = serde_json::from_str(&text).expect("JSON");
    let described = include_str!("../../../book/src/reference/report.schema.json");
    let described: Value = serde_json::from_str(described).expect("JSON");
    assert_eq!(schema::errors(&described, &json_report), [] as [&str; 0]);

    let Some(mut browser) = browser("suggestions") else { return };
    for (width, scheme) in [(1200, "light"), (1200, "dark"), (400, "light"), (400, "dark")] {
        browser.emulate(width, 900, scheme);
        browser.open(&fixture.path("out/report.html"));
        let lead = "document.querySelector('#suggestions .lead').textContent";
        assert_eq!(
            browser.value(lead),
            "2 suggestions of cargo disprove suggest pass, and 1 fail for an input: a bug, or not intended? They detect 3 \
             of 9 mutants that no test detects. Doctests were not run. Mutants in code that is not compiled do not count: 6."
        );
        let heads =
            "[...document.querySelectorAll('#suggestions summary')].map(e => e.textContent).join()";
        assert_eq!(
            browser.value(heads),
            "3 newdetects_more,asksasks_something,passesadds_nothing",
            "in the stored order"
        );
        // By keyboard, too.
        browser.value("document.querySelectorAll('#suggestions summary')[1].focus()");
        browser.press("Enter");
        let is_open = "document.querySelectorAll('#suggestions details')[1].open";
        assert_eq!(browser.value(is_open), true);
        browser
            .value("document.querySelectorAll('#suggestions details').forEach(e => e.open = true)");
        let input =
            "document.querySelectorAll('#suggestions details')[1].querySelector('pre').textContent";
        let shown = format!("{}\n\n{}", study::ODD.repeat(9), study::ODD);
        assert_eq!(browser.value(input), shown);
        assert_eq!(browser.value("document.querySelectorAll('b').length"), 0, "it is escaped");
        let beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(browser.value(beyond), 0, "the page fits a window of {width}");
        let figures = "[...document.querySelectorAll('#suggestions data')].map(e => [e.dataset.from, e.getAttribute('value')])";
        for figure in browser.value(figures).as_array().expect("a list") {
            let at = figure[0].as_str().expect("a pointer");
            let own = json_report.pointer(at).unwrap_or_else(|| panic!("{at} is not in the file"));
            assert_eq!(figure[1].as_str(), Some(&*own.to_string()), "{at}");
        }
        assert_accessible(&mut browser, &format!("suggestions, {width} {scheme}"));
    }
    assert_eq!(browser.problems, [] as [&str; 0]);
}
