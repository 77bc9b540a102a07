//! Tests of `render.rs`.

use super::{super::curve::Curve, json, text};
use crate::sweep::curve::example;

#[test]
fn the_text_shows_counts_curve_properties_and_advice() {
    let sweep = example();
    let text = text(&sweep, &Curve::of(&sweep));
    for part in [
        "7 mutants were tested with 3 seeds, 500 inputs each: 3 found by an input",
        "  1 by an example or a replay, before any input",
        "  1 not found, counted in the column \"of all\"",
        "  1 found, input unknown",
        "  1 without a verdict: the tests died or hung",
        "\n     1  1 of 3       33.3 %  [6, 79]             55 %   25.0 %  [5, 70]     ########\n",
        "\n   350  3 of 3      100.0 %  [44, 100]           96 %   75.0 %  [30, 95]    #########################\n",
        "\n      3      32     303     303  a::one (proptest)\n",
        "\n* a::one detects a mutant with input 303 before all others",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("enough"), "{text}");
}

#[test]
fn the_json_has_the_figures_of_the_text() {
    let sweep = example();
    let curve = Curve::of(&sweep);
    let value = json(&sweep, &curve);
    assert_eq!(value["format"], 1);
    assert_eq!(value["runs"].as_array().map(Vec::len), Some(sweep.runs.len()));
    let rows = &value["summary"]["rows"];
    assert_eq!((&rows[1]["inputs"], &rows[1]["found"]), (&20.into(), &2.into()));
    assert_eq!(rows[0]["published"], 0.55);
    assert_eq!(value["summary"]["mutants"][2]["input"], 303);
    assert_eq!(value["summary"]["mutants"][3]["fate"], "missed");
    assert_eq!(value["summary"]["properties"][0]["needs"], 303);
}
