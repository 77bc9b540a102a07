//! Builds `report.json`, the object that the page shows. book/src/reference/report.schema.json describes it.

use super::{
    advice::advice,
    categories_section::categories,
    comparison::comparison,
    input::Input,
    mutants_section::{list, mutants_section},
    property::{failures, properties},
    saved_failures,
    suggestions_section::suggestions_section,
    sweep_section::sweep_section,
};
use serde_json::{Value, json};

/// Version of the format. New keys do not change it, keys with a new meaning do.
pub(super) const FORMAT: u64 = 1;

/// Builds the object. `old` is an earlier report to compare with, `made` the time in seconds since 1970.
pub(super) fn build(input: &Input, old: Option<&Value>, made: u64) -> Value {
    let mutants = input.mutants.as_ref().map(mutants_section);
    let properties = properties(input, mutants.as_ref().unwrap_or(&Value::Null));
    let mut problems = input.problems.clone();
    problems.extend(saved_failures::problems(input.database.as_ref(), &properties));
    let mut report = json!({
        "format": FORMAT,
        "tool": env!("CARGO_PKG_VERSION"),
        "made": made,
        "name": input.name,
        "commit": input.commit,
        "sources": input.sources,
        "problems": problems,
        "failures": failures(input, &properties),
        "properties": properties,
        "categories": input.classify.as_ref().map(categories),
        "mutants": mutants,
        "sweep": input.sweep.as_ref().map(sweep_section),
        "study": input.study.as_ref().map(crate::study::json),
        "suggestions": input.suggest.as_ref().map(suggestions_section),
    });
    report["overview"] = overview(&report);
    report["advice"] = json!(advice(&report));
    report["comparison"] = json!(old.map(|old| comparison(&report, old)));
    report
}

fn overview(report: &Value) -> Value {
    let properties = list(&report["properties"]);
    let with = |verdict: &[&str]| {
        let has = |property: &&Value| {
            property["verdict"].as_str().is_some_and(|own| verdict.contains(&own))
        };
        properties.iter().filter(has).count()
    };
    let sum =
        |key: &str| properties.iter().filter_map(|property| property[key].as_u64()).sum::<u64>();
    let spent: f64 = properties.iter().filter_map(|property| property["seconds"].as_f64()).sum();
    let (passing, failing) = (with(&["passed", "exhausted"]), with(&["falsified", "flaky"]));
    let gave_up = with(&["gave_up"]);
    json!({
        "properties": properties.len(),
        "holding": passing,
        "failing": failing,
        "gave_up": gave_up,
        "not_observed": properties.len() - passing - failing - gave_up,
        "cases": sum("cases"),
        "rejected": sum("rejected"),
        "seconds": spent,
        "failures": list(&report["failures"]).len(),
        "assertions": report["categories"]["assertions"],
        "categorised": report["categories"]["categorised"],
        "mutants": report["mutants"]["viable"],
        "killed": report["mutants"]["killed"],
        "survived": report["mutants"]["survived"],
        "only_property": report["mutants"]["only_property"],
        "only_unit": report["mutants"]["only_unit"],
        "by_property": report["mutants"]["by_property"],
        "by_unit": report["mutants"]["by_unit"],
        "kill_rate": report["mutants"]["kill_rate"],
    })
}

#[cfg(test)]
mod tests;
