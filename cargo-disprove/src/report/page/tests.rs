//! Tests of `page`.

use super::page;
use serde_json::{Value, json};

/// A report with data in every section.
fn full() -> Value {
    json!({
        "format": 1, "tool": "0.1.0", "made": 1_794_801_191_u64, "name": "demo", "commit": "abc", "problems": ["left out"],
        "overview": { "properties": 1, "holding": 0, "failing": 1, "gave_up": 0, "not_observed": 0, "cases": 1234, "seconds": 0.5,
                      "rejected": 3, "assertions": 2, "categorised": 1, "mutants": 2, "killed": 1, "survived": 1, "kill_rate": 0.5,
                      "only_property": 1, "only_unit": 0, "by_property": 1, "by_unit": 0 },
        "advice": [{ "about": "f", "kind": "x", "text": "do this", "links": [{ "property": 0 }, { "mutant": 4, "line": 1 }, { "file": "a.rs", "line": 1 }] }],
        "sources": "../../",
        "properties": [{
            "name": "p::f", "short": "f", "verdict": "falsified", "framework": "disprove", "cases": 1234, "executions": 1300,
            "categories": ["roundtrip"], "searches": [["random", 5]], "kill_rate": 0.5, "kills": 1, "mutants": 2, "seed": "7",
            "labels": [{ "name": "short", "hits": 4, "share": 0.4, "low": 0.2, "high": 0.7 }],
            "covers": [{ "name": "a run", "hits": 4, "share": 0.4, "low": 0.2, "high": 0.7, "required": 0.3 }],
            "scores": [{ "name": "size", "points": [[1, 1.0], [2, -3.0]], "best": [[1, 1.0], [2, 1.0]] }],
            "growth": [[10, 1], [20, 3]], "times": [{ "from": 1e-6, "cases": 3 }, { "from": 2e-6, "cases": 1 }],
            "slowest": [{ "seconds": 0.1, "case": "f(1)" }], "reasons": [{ "reason": "assume", "cases": 3 }],
        }],
        "failures": [{
            "property": "p::f", "message": "too large", "location": "src/lib.rs:1:1", "before": "f(99)", "after": "f(1)",
            "token": "d1:A", "replay": "cargo disprove replay d1:A p::f", "notes": ["note"], "choices": [9, 1], "report": "text",
            "found_at": 2, "path": [[2, 9.0], [4, 7.0], [5, 5.0]], "passes": [{ "pass": "found", "choices": 9 }, { "pass": "delete", "choices": 1 }],
        }],
        "categories": { "assertions": 2, "tests": 1, "rows": [{ "label": "roundtrip", "assertions": 1, "share": 0.5, "published": 0.0699 }],
                        "without": [{ "test": "f", "file": "a.rs", "line": 3, "atoms": [{ "text": "g(x)", "left": ["x"], "right": ["y"] }] }],
                        "unreadable": [{ "file": "b.rs", "message": "not UTF-8" }] },
        "mutants": { "viable": 2, "killed": 1, "kill_rate": 0.5, "unviable": 0, "doctests": "unit", "sample": 2, "of": 9, "by_property": 1,
                     "complete": false, "flaky": ["p::g"], "baseline_runs": 3,
                     "comparisons": [{ "what": "roundtrip", "against": "all others", "odds": 2.0, "low": 1.0, "high": 4.0, "rate": 0.5 }],
                     "tests": [{ "name": "p::f", "kind": "property", "kills": 1, "runs": 2, "rate": 0.5 }],
                     "files": [{ "file": "a.rs", "viable": 1 }, { "file": "b.rs", "viable": 1 }],
                     "list": [{ "id": 4, "name": "a.rs:1:1: replace f", "file": "a.rs", "line": 1, "outcome": "missed", "verdicts": "p", "diff": "-a\n+b", "reached": 3, "reached_by": ["p::f"] },
                              { "name": "b.rs:1:1: replace g", "file": "b.rs", "line": 1, "outcome": "caught", "verdicts": "F", "killers": 1 }] },
        "sweep": { "cases": 500, "seeds": 5, "mutants": 2, "killed": 1, "known": 1, "enough": 20, "curve": [[1, 0.5, 0.2, 0.9], [500, 1.0, 1.0, 1.0]],
                   "table": [{ "inputs": 1, "found": 1, "share": 0.5, "interval": [0.2, 0.9], "published": 0.55, "of_all": 0.25, "band": null }], "properties": [{ "name": "p::f", "killed": 1, "counted_by": "output" }] },
        "suggestions": { "package": "demo", "written": 2, "compiled": 2, "passed": 1, "asked": 1, "mutants": 9, "survivors": 4, "detected": 3,
                         "list": [{ "name": "b_undoes_a", "shape": "round trip", "claim": "`b` undoes `a`", "place": "src/lib.rs:3", "verdict": "asks",
                                    "input": "[0, 0]", "message": "left", "detected": null, "new": null, "added": null, "source": "fn b_undoes_a() {}" },
                                  { "name": "c_is_idempotent", "shape": "idempotence", "claim": "`c` changes nothing", "place": "", "verdict": "passes",
                                    "input": null, "message": null, "detected": 5, "new": 3, "added": 3, "source": "fn c_is_idempotent() {}" }] },
        "comparison": { "made": 1, "commit": "old", "failing": ["p::f"], "fixed": [], "kill_rate": { "from": 0.4, "to": 0.5 },
                        "rates": [{ "name": "p::f", "from": 0.4, "to": 0.5 }], "slower": [{ "name": "p::f", "from": 0.1, "to": 0.5 }] },
    })
}

/// Strings with a meaning for the page; all others are data.
const OWN: [&str; 6] = ["falsified", "property", "missed", "caught", "p", "F"];

fn spoil(value: &mut Value, suffix: &str) {
    match value {
        Value::String(text) if !OWN.contains(&text.as_str()) => text.push_str(suffix),
        Value::Array(list) => list.iter_mut().for_each(|part| spoil(part, suffix)),
        Value::Object(map) => map.values_mut().for_each(|part| spoil(part, suffix)),
        _ => {}
    }
}

#[test]
fn no_data_becomes_markup() {
    let mut report = full();
    spoil(&mut report, "</script></style></title><b id=\"x\" onclick='y()'>&amp;<!--");
    let page = page(&report);
    for bad in ["<b id", "</script></style>", "</title><b", "<!--<", "<!--</", "<!--\""] {
        assert!(!page.contains(bad), "{bad}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;b id=&quot;x&quot; onclick=&#39;y()&#39;&gt;&amp;amp;"));
}

#[test]
fn every_figure_on_the_page_is_in_the_report() {
    let report = full();
    let page = page(&report);
    let mut seen = 0;
    for part in page.split("<data value=\"").skip(1) {
        let (value, rest) = part.split_once("\" data-from=\"").expect("where it is from");
        let at = rest.split('"').next().expect("a pointer");
        let own = report.pointer(at).unwrap_or_else(|| panic!("{at} is in the report"));
        let own = own.as_str().map_or_else(|| own.to_string(), str::to_owned);
        assert_eq!(value, own, "{at}");
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn sections_without_data_name_the_command_that_adds_it() {
    let mut report = full();
    for key in ["categories", "mutants", "sweep", "comparison", "suggestions"] {
        report[key] = Value::Null;
    }
    for key in ["properties", "failures", "advice"] {
        report[key] = json!([]);
    }
    let page = page(&report);
    let found = sections(&page);
    for (section, command) in [
        ("categories", "cargo disprove classify"),
        ("mutants", "cargo disprove mutants"),
        ("sweep", "cargo disprove sweep"),
        ("properties", "DISPROVE_OBSERVE=1 cargo test"),
    ] {
        let (_, text) = found.iter().find(|(id, _)| id == section).expect("a section");
        assert!(text.contains(&format!("Run {command} to add them.")), "{text}");
    }
    assert!(!found.iter().any(|(id, _)| id == "changes" || id == "suggestions"), "{found:?}");
    assert!(page.contains("No known failures."));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let page = page(&full());
    for bad in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(bad), "{bad}");
    }
}

#[test]
fn advice_links_to_details_diffs_and_sources() {
    let page = page(&full());
    for (link, target) in [
        ("<a href=\"#property-0\">details</a>", "id=\"property-0\""),
        (
            "<a href=\"#survivor-4\">diff of line 1</a>",
            "<details class=\"survivor\" id=\"survivor-4\">",
        ),
        (
            "<a href=\"../../a.rs\"><code>a.rs:1</code></a>",
            "<h3 class=\"file\"><a href=\"../../a.rs\">",
        ),
    ] {
        assert!(page.contains(link) && page.contains(target), "{link}");
    }
    // A page elsewhere has no links to sources.
    let mut report = full();
    report["sources"] = Value::Null;
    let page = self::page(&report);
    assert!(page.contains("<code>a.rs:1</code>") && !page.contains("href=\"../"));
}

#[test]
fn the_first_section_says_what_properties_add_to_unit_tests() {
    let page = page(&full());
    let (_, overview) = page.split_once("id=\"overview\"").expect("a section");
    let (overview, _) = overview.split_once("</section>").expect("its end");
    assert!(overview.contains("mutants that only properties kill"), "{overview}");
    assert!(overview.contains("data-from=\"/overview/only_property\""), "{overview}");
}

/// The contrast of two colors `#rrggbb`, by WCAG.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |color: &str| {
        let part = |at: usize| {
            let value = u8::from_str_radix(&color[at..at + 2], 16).expect("a color");
            let value = f64::from(value) / 255.0;
            if value <= 0.039_28 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn the_bar_of_survivors_stands_out_from_the_page() {
    let style = crate::web::STYLE;
    let colors = |name: &str| -> Vec<&str> {
        let start = format!("--{name}: ");
        style.match_indices(&start).map(|(at, _)| &style[at + start.len()..][..7]).collect()
    };
    let (papers, ambers) = (colors("paper"), colors("amber"));
    assert_eq!(ambers.len(), 2, "light and dark");
    for (paper, amber) in papers.iter().zip(&ambers) {
        assert!(contrast(paper, amber) >= 3.0, "{amber} on {paper}");
    }
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
}

/// The text of each section of a page, without its markup, by the id of the section.
fn sections(page: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for section in page.split("<section id=\"").skip(1) {
        let (section, _) = section.split_once("</section>").expect("its end");
        let (id, rest) = section.split_once('"').expect("its name");
        let parts = rest.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        let words: Vec<&str> = parts.flat_map(str::split_whitespace).collect();
        all.push((id.to_owned(), words.join(" ")));
    }
    all
}

/// A report with everything that the guide lists.
fn listed() -> Value {
    let mut report = full();
    report["comparison"]["survivors"] = json!(["a.rs:1:1: replace f"]);
    report["comparison"]["fixed"] = json!(["p::g"]);
    let property = &mut report["properties"][0];
    property["hunt"] = json!({
        "searches": [{ "name": "mutate", "executions": 5, "corpus": 2, "findings": 1 }],
        "samples": [[0.0, 0, 0, 0, 0], [5.0, 200, 150, 14, 7]],
    });
    for (key, value) in [("rejected_share", 0.25), ("duplicates", 7.0), ("seconds", 0.5)] {
        property[key] = json!(value);
    }
    let compared = &mut report["mutants"]["comparisons"][0];
    for (key, value) in
        [("regression", 3.0), ("within", 5.0), ("drawn_low", 0.5), ("drawn_high", 6.0)]
    {
        compared[key] = json!(value);
    }
    report["sweep"]["properties"][0]["needs"] = json!(20);
    report
}

#[test]
fn every_section_has_what_the_guide_lists() {
    let page = page(&listed());
    let found = sections(&page);
    assert_eq!(page.matches("class=\"whisker\"").count(), 2, "of the label and the cover");
    assert_eq!(page.matches("class=\"other\"").count(), 2, "required, and published");
    let expected: [(&str, &[&str]); 9] = [
        (
            "overview",
            &[
                "1 of 2 , 1 survive",
                "mutants that only properties kill",
                "1 killed by properties, 0 by unit tests, 0 by unit tests only",
                "do this",
            ],
        ),
        (
            "changes",
            &[
                "New failures: 1 p::f Fixed: 1 p::g New survivors: 1 a.rs:1:1: replace f",
                "Kill rate 40.0 % → 50.0 %",
                "Slower properties Property Before Now f 100 ms 500 ms",
            ],
        ),
        (
            "failures",
            &[
                "Reduced input f(1) Original input f(99)",
                "What matters note",
                "Replay cargo disprove replay d1:A p::f",
                "Reduction 0",
            ],
        ),
        (
            "properties",
            &[
                "Verdict Cases Rejected Duplicates Time Search Categories Kill rate \
                 f fails 1,234 25.0 % 7 500 ms random roundtrip 50.0 %",
                "Labels, with 95 % intervals short short 40.0 % 4 Coverage requirements",
                "share a run a run 40.0 % 4 Score: ",
                "Coverage: blocks of code reached",
                "Corpus: inputs added by this hunt",
                "Speed: executions per second",
                "Rejected inputs",
                "Time of the observed cases",
                "What each search found in the hunt Search Cases Corpus inputs Failures mutate 5 2 1",
            ],
        ),
        (
            "categories",
            &["Share Published roundtrip 1 50.0 % 7.0 %", "Assertion Left Right f a.rs:3 g(x) x y"],
        ),
        (
            "mutants",
            &[
                "( 50.0 % )",
                "Tests by mutants",
                "odds ratios",
                "Fisher p Time roundtrip all others – – 50.0 % – 2.00 1.00 – 4.00",
                "Regression 95 % p Within mutants 95 % Resampled, 95 % \
                 roundtrip 3.00 – – 5.00 – 0.50 – 6.00",
                "Every test",
                "Kind Kills Of Rate Only by it Time f property 1 2 50.0 %",
                "Every file",
                "File Mutants Killed Rate a.rs 1 – – b.rs 1",
            ],
        ),
        ("survivors", &["Reached by f and 2 more -a +b"]),
        (
            "sweep",
            &[
                "beside the published study",
                "Published Of all 95 % 1 1 50.0 % 20.0 % – 90.0 % 55.0 % 25.0 %",
                "Every property",
                "Needs f output 1 – – 20",
            ],
        ),
        (
            "suggestions",
            &[
                "fn b_undoes_a() {}",
                "It fails for this input",
                "[0, 0]",
                "3 of which no test detects",
            ],
        ),
    ];
    let ids: Vec<&str> = found.iter().map(|(id, _)| &**id).collect();
    assert_eq!(ids, expected.map(|(id, _)| id));
    for ((id, text), (_, parts)) in found.iter().zip(expected) {
        for part in parts {
            assert!(text.contains(part), "{part} is not in {id}: {text}");
        }
    }
}

#[test]
fn doctests_counted_separately_are_on_the_page() {
    for (doctests, is_shown) in [("unit", false), ("apart", true), ("last", true), ("none", false)]
    {
        let mut report = full();
        report["mutants"]["doctests"] = json!(doctests);
        assert_eq!(page(&report).contains("documentation tests"), is_shown, "{doctests}");
    }
}
