//! The figures of a study as JSON, for programs and for the report page.

use super::{
    charts::{self, SIZES},
    pooled::{Pooled, PooledComparison},
    published,
    record::{ProjectState, StudyRecord},
    tables,
    views::Views,
};
use crate::classify::PUBLISHED_UNCATEGORISED;
use disprove_analysis::{
    label::Label,
    statistics::{Estimate, Interval},
};
use serde_json::{Value, json};

/// All tables and figures, with the published values.
pub(crate) fn json(record: &StudyRecord) -> Value {
    let views = Views::of(record);
    let parts: Vec<Value> = views
        .columns()
        .into_iter()
        .map(|(name, pooled)| json!({ "name": name, "pooled": pooled_json(pooled) }))
        .collect();
    let result = |it: &super::record::ProjectRecord| {
        json!({
            "name": it.name, "language": it.language(), "is_tested": it.mutants.is_some(),
            "is_complete": it.state == ProjectState::Complete, "problem": it.problem, "seconds": it.seconds,
        })
    };
    json!({
        "sampling": tables::sampling(&record.sampling),
        "projects": record.projects.len(),
        "results": record.results.iter().map(result).collect::<Value>(),
        "views": parts,
        "published": published_json(),
        "sizes": SIZES,
    })
}

fn pooled_json(pooled: &Pooled) -> Value {
    let mut rows = Vec::new();
    for row in &pooled.rows {
        let known = published::project(&row.name).map(|it| {
            json!({
                "name": it.name, "lines": it.lines, "tests": it.tests, "properties": it.properties / 100.0,
                "of": published::SAMPLE, "by_unit": it.by_unit, "by_property": it.by_property, "found": it.all,
            })
        });
        rows.push(json!({
            "name": row.name, "language": row.language, "lines": row.lines,
            "tests": row.properties + row.units, "properties": row.properties,
            "reached": row.coverage, "mutants": row.found.viable, "unviable": row.found.unviable,
            "by_unit": row.found.by_unit, "by_property": row.found.by_property, "found": row.found.all,
            "published": known,
        }));
    }
    let mut categories = Vec::new();
    let known = published_categories();
    for (place, label) in Label::ALL.into_iter().enumerate() {
        let own = pooled.labels.iter().find(|it| it.label == label);
        categories.push(json!({
            "label": label.name(),
            "assertions": pooled.categories.labels[place],
            "share": share(pooled.categories.labels[place], pooled.categories.assertions),
            "tests": own.map_or(0, |it| it.tests),
            "comparison": own.map(|it| comparison(&it.comparison)),
            "seconds": own.and_then(|it| it.mean_seconds),
            "published": known[place],
        }));
    }
    let curve = pooled.curve.as_ref().map(|curve| {
        json!({
            "mutants": curve.outcomes.len(), "found": curve.inputs.len(), "cases": curve.cases,
            "inputs": curve.inputs, "rows": curve.rows.iter().map(|row| row.to_json()).collect::<Value>(),
        })
    });
    let found = &pooled.found;
    json!({
        "projects": rows,
        "properties": pooled.properties,
        "units": pooled.units,
        "mutants": found.viable,
        "found": found.all,
        "by_property": found.by_property,
        "by_unit": found.by_unit,
        "by_both": found.by_both,
        "only_property": found.only_property,
        "only_unit": found.only_unit,
        "catching": { "properties": pooled.catching[0], "units": pooled.catching[1] },
        "assertions": pooled.categories.assertions,
        "uncategorised": share(pooled.categories.uncategorised, pooled.categories.assertions),
        "against_unit": comparison(&pooled.against_unit),
        "categories": categories,
        "curve": curve,
        "sizes": charts::histogram(pooled.rows.iter().map(|row| row.lines)),
    })
}

/// A comparison with all its estimates.
fn comparison(of: &PooledComparison) -> Value {
    let [one, one_missed, other, other_missed] = of.table.cells();
    // As in table 3: percentages of all pairs that are missed and caught, by properties and by others.
    let cells = [one_missed, one, other_missed, other];
    let percent = cells.map(|cell| share(cell, of.table.pairs()).map(|it| 100.0 * it));
    json!({
        "kills": one, "pairs": one + one_missed,
        "other_kills": other, "other_pairs": other + other_missed,
        "all_pairs": of.table.pairs(),
        "percent": percent,
        "kill_rates": [share(one, one + one_missed), share(other, other + other_missed)],
        "odds": estimate(of.table.haldane()),
        "by_project": estimate(of.by_project),
        "by_mutant": estimate(of.by_mutant),
        "with_coverage": estimate(of.with_coverage.map(|(odds, _)| odds)),
        "coverage_slope": of.with_coverage.map(|(_, slope)| slope),
        "resampled": interval(of.resampled),
        "chi_square": of.table.g_squared(),
        "v": of.table.v(),
        "p": of.table.p(),
    })
}

/// The published values of each category.
fn published_categories() -> Vec<Value> {
    let mut categories = Vec::new();
    for label in Label::ALL {
        let (chi_square, v, p) = published::category(label);
        categories.push(json!({
            "label": label.name(), "share": label.published() / 100.0, "odds": label.odds(),
            "chi_square": chi_square, "v": v, "p": p, "seconds": published::seconds(label),
        }));
    }
    categories
}

fn published_json() -> Value {
    let [[property_missed, property], [unit_missed, unit]] = published::CONTINGENCY;
    json!({
        "paper": "An Empirical Evaluation of Property-Based Testing in Python, OOPSLA 2025",
        "uncategorised": PUBLISHED_UNCATEGORISED / 100.0,
        "pairs": published::PAIRS,
        "percent": [property_missed, property, unit_missed, unit],
        "kill_rates": [property / (property + property_missed), unit / (unit + unit_missed)],
        "odds": published::ODDS,
        "with_coverage": published::ODDS_WITH_COVERAGE,
        "coverage_slope": published::COVERAGE_SLOPE,
        "chi_square": published::CHI_SQUARE,
        "v": published::V,
        "properties": published::PROPERTIES,
        "units": published::UNITS,
        "mutants": published::MUTANTS,
        "found": published::FOUND,
        "by_unit": published::FOUND_BY_UNIT,
        "by_property": published::FOUND_BY_PROPERTY,
        "sizes": charts::histogram(published::TABLE.iter().map(|row| row.lines)),
    })
}

fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

fn estimate(estimate: Option<Estimate>) -> Value {
    estimate.map_or(
        Value::Null,
        |it| json!({ "value": it.value, "low": it.interval.low, "high": it.interval.high }),
    )
}

fn interval(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |it| json!([it.low, it.high]))
}
