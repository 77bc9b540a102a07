//! Tests of `page.rs`.

use super::{super::curve::Curve, json, page};
use crate::sweep::curve::example;

#[test]
fn the_page_tells_all_of_a_sweep() {
    let sweep = example();
    let text = page(&sweep, &Curve::of(&sweep));
    for part in [
        "7 mutants were tested with 3 seeds, 500 inputs each: 3 found by an input",
        "  1 by an example or a replay, before any input",
        "  1 not found, which counts in the column of all",
        "  1 found, but not known with which input",
        "  1 without a verdict: the tests died or hung",
        "\n     1  1 of 3       33.3 %  [0, 100]            55 %   25.0 %  ",
        "\n   350  3 of 3      100.0 %  [100, 100]          96 %   75.0 %  ",
        "\n      3      32     303     303  a::one (proptest)\n",
        "\n* 303 cases are enough for the suite",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_figures_for_programs_are_those_of_the_page() {
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
