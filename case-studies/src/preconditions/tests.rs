//! Tests of the preconditions.

use super::{space::Space, *};
use crate::selection::Selection;
use serde_json::Value;

fn row(id: &str) -> Row {
    rows().into_iter().find(|row| row.id == id).expect("a precondition of this name")
}

fn random(row: &Row, executions: u64, seed: u64) -> Sample {
    let valid = row.space().map(|space| space.valid);
    row.measure(&Plan { search: Search::Random, seed, cases: executions, executions, valid })
}

fn smoke() -> Options {
    Options { smoke: true, ..Options::default() }
}

#[test]
fn every_condition_says_with_the_macro_what_it_says_without() {
    for row in rows() {
        let agreement = row.agreement(1);
        assert_eq!(agreement.wrong, None, "{}", row.id);
        assert_eq!(agreement.held, agreement.accepted, "{}", row.id);
    }
}

#[test]
fn every_example_is_accepted_and_can_be_generated() {
    for row in rows() {
        let agreement = row.agreement(2);
        assert!(agreement.example_is_accepted, "{}", row.id);
        // What was drawn with `sample` has no way back.
        let is_sampled = ["P19", "P20"].contains(&row.id);
        assert!(agreement.example_is_an_input != is_sampled, "{}", row.id);
    }
}

#[test]
fn every_row_of_the_collection_is_there_once() {
    let ids: Vec<&str> = rows().iter().map(|row| row.id).collect();
    let named = |name: &str| ids.iter().filter(|id| id.split(' ').next() == Some(name)).count();
    for number in 1..=25 {
        assert!(named(&format!("P{number:02}")) > 0, "P{number:02}");
    }
    for number in 1..=5 {
        assert!(named(&format!("S{number}")) > 0, "S{number}");
    }
    for name in ["ncols", "ids", "40", "lengths"] {
        assert_eq!(named(name), 1, "{name}");
    }
    assert!(named("H") >= 6);
    let different: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
}

#[test]
fn small_spaces_are_as_large_as_published() {
    let space = |id: &str| row(id).space().expect("it can be counted");
    assert_eq!(space("P14"), Space { valid: 26, all: 49 });
    assert_eq!(space("P20"), Space { valid: 38, all: 50 });
    assert_eq!(space("P24"), Space { valid: 200, all: 775 });
    assert_eq!(space("ids"), Space { valid: 200, all: 775 });
    assert_eq!(space("ncols"), Space { valid: 707, all: 10_201 });
    assert_eq!(space("P03"), Space { valid: 3_840, all: 5_760 });
    assert_eq!(space("P04").valid * 9, space("P04").all * 4);
}

#[test]
fn spaces_within_the_budget_are_tried_completely() {
    for id in ["P05", "P06", "P07", "P08", "P14", "P20", "P21", "P24", "ids"] {
        let row = row(id);
        let space = row.space().expect("it can be counted");
        let sample = random(&row, 2_000, 3);
        assert!(sample.exhausted, "{id}");
        assert_eq!((sample.executions, sample.accepted), (space.all, space.valid), "{id}");
        assert_eq!(sample.distinct, space.valid, "{id}");
        assert!(sample.complete.is_some_and(|call| call <= space.all), "{id}");
    }
}

/// Ranges of up to 64 values are drawn evenly, so the shares are those of the collection.
#[test]
fn random_rates_are_those_of_even_draws_where_ranges_are_narrow() {
    let near = |id: &str, even: f64| {
        let rate = random(&row(id), 4_000, 5).rate();
        assert!((rate - even).abs() < 0.03, "{id}: {rate} instead of {even}");
    };
    near("P01", 0.172);
    near("P01 all", 0.172);
    near("P03", 6.0 / 9.0);
    near("P04", 4.0 / 9.0);
    near("P09", (40.0f64 / 41.0).powi(2));
    near("P13", 6.0 / 7.0);
    // The mean over the lengths 2 to 5, each counted exactly.
    near("P25", (0.9991 + 0.3498 + 0.0740 + 0.0120) / 4.0);
    near("H permutation", 0.0024);
    near("H dimensions", 1.0 / 256.0);
}

/// Wider ranges are not: small numbers and ends come more often, which these conditions like.
#[test]
fn random_rates_of_wide_ranges_are_higher_than_those_of_even_draws() {
    let above = |id: &str, even: f64| {
        let rate = random(&row(id), 4_000, 7).rate();
        assert!(rate > even, "{id}: {rate} instead of {even}");
    };
    above("ncols", 0.069);
    above("P18 2", 0.129);
    above("S3", 0.000_001);
}

#[test]
fn calls_are_the_executions_that_reach_the_property() {
    for row in rows() {
        let sample = random(&row, 300, 9);
        assert_eq!(sample.calls, sample.executions, "{}", row.id);
        assert!(sample.distinct <= sample.accepted, "{}", row.id);
        assert_eq!(sample.first.is_some(), sample.accepted > 0, "{}", row.id);
    }
}

#[test]
fn sifting_gives_the_sample_that_the_macro_gives() {
    for id in ["P01", "P18 2", "S1", "H request"] {
        let row = row(id);
        let plan =
            Plan { search: Search::Random, seed: 6, cases: 500, executions: 500, valid: None };
        let (measured, sifted) = (row.measure(&plan), row.sift(&plan));
        assert_eq!(format!("{measured:?}"), format!("{sifted:?}"), "{id}");
    }
}

#[test]
fn the_same_seed_gives_the_same_sample() {
    let row = row("P01");
    let of = |seed| random(&row, 500, seed);
    assert_eq!(format!("{:?}", of(4)), format!("{:?}", of(4)));
    assert_ne!(format!("{:?}", of(4)), format!("{:?}", of(5)));
}

#[test]
fn the_small_version_has_a_line_for_every_precondition() {
    let findings = study(&smoke());
    let figures = findings.figures.as_array().expect("a list");
    assert_eq!((findings.tables[0].rows().len(), figures.len()), (rows().len(), rows().len()));
    for line in figures {
        assert_eq!(line["searches"].as_array().map(Vec::len), Some(SEARCHES.len()), "{line}");
    }
}

#[test]
fn a_selection_leaves_its_own_lines_and_columns_with_the_same_figures() {
    let all = study(&smoke());
    let some = Options { only: Selection::of("s2-is-sorted,p14"), ..smoke() };
    let few = study(&Options { searches: Selection::of("auto"), ..some.clone() });
    let some = study(&some);
    let named = |row: &&Vec<String>| ["P14", "S2 is_sorted"].contains(&row[0].as_str());
    let kept: Vec<Vec<String>> = all.tables[0].rows().iter().filter(named).cloned().collect();
    assert_eq!(some.tables[0].rows(), kept);
    let columns = |findings: &Findings| findings.tables[0].rows()[0].len();
    assert_eq!((columns(&some), columns(&few)), (14, 9));
    assert_eq!(
        few.figures[0]["searches"],
        Value::from(vec![some.figures[0]["searches"][1].clone()])
    );
}

#[test]
fn a_summary_shows_the_worst_run_beside_the_mean() {
    let sample = |accepted, first| Sample {
        executions: 10,
        accepted,
        distinct: accepted,
        first,
        ..Sample::default()
    };
    let summary = Summary::new(Search::Auto, &[sample(8, Some(1)), sample(0, None)]);
    assert!((summary.rate - 0.4).abs() < 1e-9 && summary.worst_rate.abs() < 1e-9);
    assert_eq!((summary.fewest, summary.successes, summary.runs), (0, 1, 2));
    assert_eq!((summary.latest_first, summary.completed), (Some(1), 0));
}
