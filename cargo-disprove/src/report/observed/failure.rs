//! Failures among the observed cases: the original and the reduced input, and the path between them.

use super::{Case, ObservedRun, run::thinned};
use serde_json::{Value, json};

/// The reduced failures of a run.
pub(in crate::report) fn failures(observed: &ObservedRun) -> Vec<Value> {
    let mut all = Vec::new();
    let smallest: Vec<&Case> = observed.cases.iter().filter(|case| case.is_smallest).collect();
    for case in smallest {
        // Messages depend on the input, locations do not.
        let same = |other: &&Case| {
            other.failed() && !other.is_smallest && place(&other.origin) == place(&case.origin)
        };
        let mut failing: Vec<&Case> = observed.cases.iter().filter(same).collect();
        failing.sort_by_key(|case| case.number);
        let token = token(case.decorator.as_deref());
        let known = observed.figures["failures"].as_array();
        let known = known.into_iter().flatten().find(|known| known["token"] == token.as_str());
        let known = known.cloned().unwrap_or_default();
        let found = failing.first().map_or("", |case| &case.representation);
        let location = place(&case.origin).map_or("", |at| at);
        let runs: Vec<u64> = failing.iter().map(|case| case.number).collect();
        all.push(json!({
            "property": observed.name,
            "message": case.reason,
            "location": location,
            "before": found,
            "after": case.representation,
            "token": token,
            "replay": replay(&token, &observed.name),
            "decorator": case.decorator,
            "seed": case.seed,
            "found_at": known["found_at"].as_u64().or(runs.first().copied()),
            "found_by": known["found_by"],
            "reduction_runs": known["reduction_runs"],
            "choices": known["choices"],
            "notes": case.notes,
            "path": path(&failing, case),
        }));
    }
    all
}

/// The command that replays a failure.
pub(in crate::report) fn replay(token: &str, property: &str) -> Option<String> {
    (!token.is_empty()).then(|| format!("cargo disprove replay {token} {property}"))
}

/// The location in an origin: "message at location".
fn place(origin: &str) -> Option<&str> {
    origin.rsplit_once(" at ").map(|(_, place)| place)
}

fn token(decorator: Option<&str>) -> String {
    let inner = decorator.and_then(|text| text.strip_prefix("#[replay(\"")?.strip_suffix("\")]"));
    inner.unwrap_or_default().to_owned()
}

/// The length of the smallest failing input, by the number of the run.
fn path(failing: &[&Case], smallest: &Case) -> Value {
    let mut points: Vec<(u64, f64)> = Vec::new();
    let length = |case: &Case| case.representation.chars().count() as f64;
    for case in failing {
        let length = length(case);
        if points.last().is_none_or(|(_, least)| length < *least) {
            points.push((case.number, length));
        }
    }
    if let (Some(last), Some(end)) = (failing.last(), points.last())
        && length(smallest) <= end.1
    {
        points.push((last.number, length(smallest)));
    }
    thinned(&points)
}
