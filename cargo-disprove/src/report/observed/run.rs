//! The figures of an observed run: counts, labels, scores and times.

use super::ObservedRun;
use crate::report::estimate::{interval, share};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Labels to show of a property; the rest is summed up.
const MAX_LABELS: usize = 12;
/// Slowest cases to show of a property.
const MAX_SLOW: usize = 5;

/// Points of a chart: more cannot be distinguished.
const MAX_POINTS: usize = 200;

/// The figures of a run. Those of the library cover all cases; without them, the observed cases are counted.
pub(in crate::report) fn run(observed: &ObservedRun) -> Map<String, Value> {
    let mut run = Map::new();
    let figures = &observed.figures;
    let searched: Vec<_> = observed.cases.iter().filter(|case| case.is_searched()).collect();
    let with = |status: &str| searched.iter().filter(|case| case.status == status).count() as u64;
    let executions = figures["executions"].as_u64().unwrap_or(searched.len() as u64);
    let rejected = figures["rejected"].as_u64().unwrap_or_else(|| with("gave_up"));
    let cases = figures["cases"].as_u64().unwrap_or(executions - rejected.min(executions));
    let distinct = figures["distinct"].as_u64().unwrap_or_else(|| {
        let mut seen: Vec<&str> = searched
            .iter()
            .filter(|case| case.status != "gave_up")
            .map(|case| case.representation.as_str())
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() as u64
    });
    let failed = observed.cases.iter().any(super::Case::failed);
    let verdict =
        figures["verdict"].as_str().unwrap_or(if failed { "falsified" } else { "passed" });
    let spent: f64 = observed.cases.iter().map(|case| case.seconds).sum();
    let seed = observed.cases.first().map(|case| case.seed.clone()).unwrap_or_default();
    for (key, value) in [
        ("verdict", json!(verdict)),
        ("executions", json!(executions)),
        ("cases", json!(cases)),
        ("rejected", json!(rejected)),
        ("rejected_share", json!(share(rejected, executions))),
        ("duplicates", json!(cases.saturating_sub(distinct))),
        ("seconds", json!(figures["seconds"].as_f64().unwrap_or(spent))),
        ("reduction_seconds", json!(figures["reduction_seconds"].as_f64())),
        ("started", json!(observed.run_start())),
        ("seed", json!(seed)),
        ("searches", figures.get("searches").cloned().unwrap_or_else(|| json!([]))),
        ("labels", labels(observed, cases)),
        ("covers", covers(figures)),
        ("scores", scores(observed)),
        ("times", times(observed)),
        ("slowest", slowest(observed)),
        ("reasons", reasons(observed)),
        ("weakness", json!(observed.weakness)),
    ] {
        run.insert(key.to_owned(), value);
    }
    run
}

fn labels(observed: &ObservedRun, cases: u64) -> Value {
    let mut counts: Vec<(String, u64)> = Vec::new();
    if let Some(labels) = observed.figures["labels"].as_array() {
        for label in labels {
            counts.push((
                label[0].as_str().unwrap_or_default().to_owned(),
                label[1].as_u64().unwrap_or(0),
            ));
        }
    } else {
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        let passed =
            observed.cases.iter().filter(|case| case.is_searched() && case.status == "passed");
        for case in passed {
            for (name, value) in &case.features {
                // Numbers, such as scores of targets, are not labels.
                if value.is_string() || value.is_boolean() {
                    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    *found.entry(format!("{name}: {value}")).or_default() += 1;
                }
            }
        }
        counts.extend(found);
    }
    counts.sort_by_key(|(_, hits)| std::cmp::Reverse(*hits));
    let others = counts.split_off(counts.len().min(MAX_LABELS));
    if !others.is_empty() {
        let hits = others.iter().map(|(_, hits)| hits).sum();
        counts.push((format!("{} other labels", others.len()), hits));
    }
    let shown = counts.into_iter().map(|(name, hits)| part(&name, hits, cases));
    Value::Array(shown.collect())
}

/// A share with its interval.
fn part(name: &str, hits: u64, of: u64) -> Value {
    let (low, high) = interval(hits.min(of), of);
    json!({ "name": name, "hits": hits, "share": share(hits, of), "low": low, "high": high })
}

fn covers(figures: &Value) -> Value {
    let mut covers = Vec::new();
    for cover in figures["covers"].as_array().into_iter().flatten() {
        let (hits, cases) =
            (cover["hits"].as_u64().unwrap_or(0), cover["cases"].as_u64().unwrap_or(0));
        let mut part = part(cover["name"].as_str().unwrap_or_default(), hits, cases);
        part["required"] = json!(cover["required"].as_f64().unwrap_or(0.0) / 100.0);
        part["too_small"] = json!(cover["too_small"] == true);
        covers.push(part);
    }
    Value::Array(covers)
}

/// Each score over the cases, and the best so far.
fn scores(observed: &ObservedRun) -> Value {
    let mut scores: BTreeMap<&str, Vec<(u64, f64)>> = BTreeMap::new();
    for case in
        observed.cases.iter().filter(|case| case.phase != "shrink" && case.phase != "explain")
    {
        for (name, value) in &case.features {
            if let (Some(name), Some(score)) = (name.strip_prefix("target:"), value.as_f64()) {
                scores.entry(name).or_default().push((case.number, score));
            }
        }
    }
    let mut shown = Vec::new();
    for (name, mut points) in scores {
        points.sort_by_key(|(number, _)| *number);
        let mut best: Vec<(u64, f64)> = Vec::new();
        for (number, score) in &points {
            if best.last().is_none_or(|(_, top)| score > top) {
                best.push((*number, *score));
            }
        }
        if let (Some(last), Some((_, top))) = (points.last(), best.last().copied()) {
            best.push((last.0, top));
        }
        shown.push(json!({ "name": name, "points": thinned(&points), "best": thinned(&best) }));
    }
    Value::Array(shown)
}

/// A sample of the points, with the first and the last.
pub(super) fn thinned(points: &[(u64, f64)]) -> Value {
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    let kept = points.iter().enumerate();
    let kept = kept.filter(|(number, _)| number % step == 0 || number + 1 == points.len());
    Value::Array(kept.map(|(_, (x, y))| json!([x, y])).collect())
}

/// A histogram of case times, in powers of two of a microsecond.
fn times(observed: &ObservedRun) -> Value {
    let mut bins: BTreeMap<i32, u64> = BTreeMap::new();
    for case in observed.cases.iter().filter(|case| case.seconds > 0.0) {
        *bins.entry((case.seconds * 1e6).max(1.0).log2().floor() as i32).or_default() += 1;
    }
    let (Some(first), Some(last)) = (bins.keys().next().copied(), bins.keys().next_back().copied())
    else {
        return json!([]);
    };
    let bin = |power: i32| json!({ "from": 2f64.powi(power) / 1e6, "cases": bins.get(&power).unwrap_or(&0) });
    Value::Array((first..=last).map(bin).collect())
}

fn slowest(observed: &ObservedRun) -> Value {
    let mut order: Vec<_> = observed.cases.iter().filter(|case| case.seconds > 0.0).collect();
    order.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    order.truncate(MAX_SLOW);
    let shown =
        order.iter().map(|case| json!({ "seconds": case.seconds, "case": case.representation }));
    Value::Array(shown.collect())
}

/// Why cases were rejected.
fn reasons(observed: &ObservedRun) -> Value {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for case in observed.cases.iter().filter(|case| case.status == "gave_up") {
        *reasons.entry(&case.reason).or_default() += 1;
    }
    Value::Array(
        reasons.iter().map(|(reason, cases)| json!({ "reason": reason, "cases": cases })).collect(),
    )
}
