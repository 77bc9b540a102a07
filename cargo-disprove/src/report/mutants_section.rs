//! The section on mutants: the figures of `cargo disprove mutants`, and every test, file and mutant.

use super::estimate::share;
use crate::mutants::{
    figures::{Comparison, Figures},
    study::{MutantResult, Study},
};
use disprove_analysis::statistics::Estimate;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Tests that reach a survivor to name.
const MAX_REACHING: usize = 20;

/// The section on mutants.
pub(super) fn mutants_section(study: &Study) -> Value {
    let figures = Figures::of(study);
    let found = &figures.found;
    let by_none = found.timeout + found.died;
    json!({
        "packages": study.packages, "commit": study.commit, "seed": study.seed,
        "cargo_mutants": study.cargo_mutants, "sample": study.sample, "of": study.of,
        "complete": study.is_complete, "baseline_runs": study.baseline_runs,
        "flaky": study.flaky, "failing": study.failing, "doctests": study.doctests,
        "seconds": study.seconds, "mutants": study.mutants.len(),
        "viable": found.viable, "unviable": found.unviable, "not_compiled": found.not_compiled,
        "killed": found.all, "survived": found.missed,
        "survived_reached": found.reached, "survived_unreached": found.unreached,
        "kill_rate": rate(found.all, found.viable),
        "by_property": found.by_property, "by_unit": found.by_unit, "by_doc": found.by_doc,
        "by_both": found.by_both, "only_property": found.only_property, "only_unit": found.only_unit,
        "shared": found.by_property - found.only_property,
        "only_others": found.all.saturating_sub(found.by_property + by_none),
        "by_none": by_none, "out_of_time": found.timeout, "died": found.died,
        "mean_property": figures.mean_property, "mean_unit": figures.mean_unit,
        "tests": tests(study, &figures),
        "comparisons": comparisons(&figures),
        "files": files(study),
        "list": study.mutants.iter().map(|mutant| mutant_json(mutant, study)).collect::<Value>(),
    })
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The share; `None` of nothing.
fn rate(hits: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| share(hits as u64, of as u64))
}

fn tests(study: &Study, figures: &Figures) -> Value {
    let mut all = Vec::new();
    for (test, own) in study.tests.iter().zip(&figures.rates) {
        let mut object = test.to_json();
        object["kills"] = json!(own.kills);
        object["runs"] = json!(own.of);
        object["alone"] = json!(own.alone);
        object["rate"] = json!(rate(own.kills, own.of));
        all.push(object);
    }
    Value::Array(all)
}

/// Properties compared with unit tests, and the tests of each category with all others.
fn comparisons(figures: &Figures) -> Value {
    if figures.properties == 0 {
        return json!([]);
    }
    let mut all = vec![compared(&figures.against_unit)];
    all[0]["what"] = json!("property tests");
    all[0]["against"] = json!("unit tests");
    all[0]["tests"] = json!(figures.properties);
    all[0]["seconds"] = json!(figures.mean_property);
    for category in &figures.categories {
        let mut object = compared(&category.comparison);
        object["what"] = json!(category.label);
        object["against"] = json!("all others");
        object["tests"] = json!(category.tests);
        object["seconds"] = json!(category.mean_seconds);
        all.push(object);
    }
    Value::Array(all)
}

fn compared(comparison: &Comparison) -> Value {
    let table = comparison.table;
    let [kills, missed, other_kills, other_missed] = table.cells();
    let odds = comparison.odds();
    let mut object = json!({
        "kills": kills, "pairs": kills + missed, "rate": rate(kills as usize, (kills + missed) as usize),
        "other_kills": other_kills, "other_pairs": other_kills + other_missed,
        "g_squared": odds.map(|_| table.g_squared()), "v": odds.map(|_| table.v()),
        "p": odds.map(|_| table.p()), "fisher": odds.map(|_| table.fisher()),
        "regression_p": comparison.firth.map(|(_, p)| p),
        "drawn_low": comparison.drawn.map(|drawn| drawn.low),
        "drawn_high": comparison.drawn.map(|drawn| drawn.high),
    });
    let mut add = |[value, low, high]: [&str; 3], estimate: Option<Estimate>| {
        object[value] = json!(estimate.map(|it| it.value));
        object[low] = json!(estimate.map(|it| it.interval.low));
        object[high] = json!(estimate.map(|it| it.interval.high));
    };
    add(["odds", "low", "high"], odds);
    add(["regression", "regression_low", "regression_high"], comparison.firth.map(|(it, _)| it));
    add(["within", "within_low", "within_high"], comparison.by_mutant);
    object
}

/// The kill rate of each file.
fn files(study: &Study) -> Value {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for mutant in study.mutants.iter().filter(|mutant| mutant.is_viable()) {
        let (viable, killed) = files.entry(&mutant.file).or_default();
        *viable += 1;
        *killed += usize::from(mutant.outcome != "missed");
    }
    let object = files.into_iter().map(|(file, (viable, killed))| {
        json!({ "file": file, "viable": viable, "killed": killed, "rate": rate(killed, viable) })
    });
    object.collect()
}

fn mutant_json(mutant: &MutantResult, study: &Study) -> Value {
    let mut object = json!({
        "id": mutant.id, "name": mutant.name, "file": mutant.file, "line": mutant.line,
        "function": mutant.function, "genre": mutant.genre, "outcome": mutant.outcome,
        "verdicts": mutant.verdicts, "killers": mutant.verdicts.matches('F').count(),
    });
    // Only survivors are shown with their diff.
    if mutant.outcome == "missed" {
        let reached = mutant.reached_by.as_ref();
        let names = reached.map(|reached| {
            let first = reached.iter().take(MAX_REACHING);
            first.map(|test| &*study.tests[*test].name).collect::<Vec<_>>()
        });
        object["diff"] = json!(mutant.diff);
        object["reached"] = json!(reached.map(Vec::len));
        object["reached_by"] = json!(names);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::{Study, mutants_section};
    use crate::mutants::{figures::Figures, study::tests::example};
    use serde_json::json;

    fn assert_counts(study: &Study) {
        let (section, found) = (mutants_section(study), Figures::of(study).found);
        for (key, count) in [
            ("viable", found.viable),
            ("unviable", found.unviable),
            ("not_compiled", found.not_compiled),
            ("killed", found.all),
            ("survived", found.missed),
            ("survived_reached", found.reached),
            ("survived_unreached", found.unreached),
            ("by_property", found.by_property),
            ("by_unit", found.by_unit),
            ("by_doc", found.by_doc),
            ("by_both", found.by_both),
            ("only_property", found.only_property),
            ("only_unit", found.only_unit),
            ("out_of_time", found.timeout),
            ("died", found.died),
        ] {
            assert_eq!(section[key], count, "{key}");
        }
    }

    #[test]
    fn the_figures_equal_those_of_the_command() {
        let mut study = example();
        assert_counts(&study);
        study.mutants[3].verdicts = "nnFn".to_owned();
        assert_counts(&study);
        let section = mutants_section(&study);
        assert_eq!(section["kill_rate"], 0.75);
        let command = "jq -e '.mutants.kill_rate >= 0.9' target/disprove/report.json";
        crate::book::assert_said("guides/mutants.md", command);
        // Of the three mutants on which it has a verdict.
        assert_eq!(section["tests"][0]["rate"], 2.0 / 3.0);
        let figures = Figures::of(&study);
        assert_eq!((&section["viable"], &section["killed"]), (&json!(4), &json!(3)));
        // The parts add up to all viable mutants. A timeout may also be caught by a test.
        let parts = ["only_property", "shared", "only_others", "by_none", "survived"];
        assert_eq!(parts.map(|part| section[part].as_u64()), [1, 1, 1, 0, 1].map(Some));
        let first = &section["comparisons"][0];
        assert_eq!((&first["against"], &first["pairs"]), (&json!("unit tests"), &json!(6)));
        let odds = figures.against_unit.odds().expect("both groups have pairs");
        assert_eq!(
            (&first["odds"], &first["high"]),
            (&json!(odds.value), &json!(odds.interval.high))
        );
        let (regression, p) = figures.against_unit.firth.expect("it is fitted");
        assert_eq!(
            (&first["regression"], &first["regression_p"]),
            (&json!(regression.value), &json!(p))
        );
        let within = figures.against_unit.by_mutant.expect("it is defined");
        let (low, high) = (within.interval.low, within.interval.high);
        let expected = [within.value, low, high].map(|number| json!(number));
        let keys = ["within", "within_low", "within_high"];
        assert_eq!(keys.map(|key| first[key].clone()), expected);
        let drawn = figures.against_unit.drawn.expect("it is defined");
        assert_eq!(
            [&first["drawn_low"], &first["drawn_high"]],
            [&json!(drawn.low), &json!(drawn.high)]
        );
        assert_eq!(section["comparisons"][1]["what"], "roundtrip");
        // The estimate is undefined for a category that never kills a mutant that others miss.
        assert_eq!(section["comparisons"][2]["within"], json!(null));
    }

    #[test]
    fn every_test_and_survivor_is_listed() {
        let section = mutants_section(&example());
        let test = &section["tests"][0];
        assert_eq!(
            (&test["kills"], &test["runs"], &test["alone"]),
            (&json!(2), &json!(3), &json!(1))
        );
        assert_eq!(section["list"][2]["reached_by"], json!(["props::round_trip"]));
        assert_eq!(section["list"][2]["reached"], 1);
        assert!(section["list"][0].get("diff").is_none());
        assert_eq!(
            section["files"],
            json!([{ "file": "src/lib.rs", "viable": 4, "killed": 3, "rate": 0.75 }])
        );
    }
}
