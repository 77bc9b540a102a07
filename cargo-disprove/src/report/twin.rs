//! All that the page shows, as one object: `report.json`. docs/report.md describes it.

use super::{
    advice::advice,
    category::categories,
    comparison::comparison,
    input::Input,
    killed::{killed, list},
    property::{failures, properties},
    swept::swept,
};
use serde_json::{Value, json};

/// The version of the object. A key that is new does not change it, one that means something else does.
pub(super) const FORMAT: u64 = 1;

/// Joins everything. `old` is an earlier twin to compare with, `made` the seconds since 1970.
pub(super) fn twin(input: &Input, old: Option<&Value>, made: u64) -> Value {
    let mutants = input.mutants.as_ref().map(killed);
    let properties = properties(input, mutants.as_ref().unwrap_or(&Value::Null));
    let mut twin = json!({
        "format": FORMAT,
        "tool": env!("CARGO_PKG_VERSION"),
        "made": made,
        "name": input.name,
        "commit": input.commit,
        "problems": input.problems,
        "failures": failures(input, &properties),
        "properties": properties,
        "categories": input.classify.as_ref().map(categories),
        "mutants": mutants,
        "sweep": input.sweep.as_ref().map(swept),
    });
    twin["overview"] = overview(&twin);
    twin["advice"] = json!(advice(&twin));
    twin["comparison"] = json!(old.map(|old| comparison(&twin, old)));
    twin
}

fn overview(twin: &Value) -> Value {
    let properties = list(&twin["properties"]);
    let with = |verdict: &[&str]| {
        let has = |property: &&Value| {
            property["verdict"].as_str().is_some_and(|own| verdict.contains(&own))
        };
        properties.iter().filter(has).count()
    };
    let sum =
        |key: &str| properties.iter().filter_map(|property| property[key].as_u64()).sum::<u64>();
    let spent: f64 = properties.iter().filter_map(|property| property["seconds"].as_f64()).sum();
    let (holding, failing) = (with(&["passed", "exhausted"]), with(&["falsified", "flaky"]));
    let gave_up = with(&["gave_up"]);
    json!({
        "properties": properties.len(),
        "holding": holding,
        "failing": failing,
        "gave_up": gave_up,
        "not_observed": properties.len() - holding - failing - gave_up,
        "cases": sum("cases"),
        "rejected": sum("rejected"),
        "seconds": spent,
        "failures": list(&twin["failures"]).len(),
        "assertions": twin["categories"]["assertions"],
        "categorised": twin["categories"]["categorised"],
        "mutants": twin["mutants"]["viable"],
        "killed": twin["mutants"]["killed"],
        "survived": twin["mutants"]["survived"],
        "kill_rate": twin["mutants"]["kill_rate"],
    })
}

#[cfg(test)]
mod tests;
