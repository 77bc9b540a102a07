//! Changes since an earlier report.

use super::mutants_section::list;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// A property is slower if its time grows by this factor.
const SLOWER: f64 = 1.5;
/// It must also grow by this time in seconds: less is noise.
const MIN_SLOWER: f64 = 0.05;

/// Compares the report so far with an earlier one.
pub(super) fn comparison(new: &Value, old: &Value) -> Value {
    let (news, olds) = (list(&new["properties"]), list(&old["properties"]));
    let earlier: HashMap<_, _> = olds.iter().map(|one| (one["name"].as_str(), one)).collect();
    let fails = |property: &Value| {
        matches!(property["verdict"].as_str(), Some("falsified" | "flaky" | "gave_up"))
    };
    let (mut failing, mut fixed, mut rates, mut slower) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for property in news {
        let before = earlier.get(&property["name"].as_str()).map_or(&Value::Null, |one| *one);
        if fails(property) && !fails(before) {
            failing.push(property["name"].clone());
        }
        // A property that did not run is not fixed.
        if !fails(property) && fails(before) && property["verdict"].is_string() {
            fixed.push(property["name"].clone());
        }
        let change = |key: &str| (before[key].as_f64(), property[key].as_f64());
        if let (Some(from), Some(to)) = change("kill_rate")
            && (from - to).abs() > 1e-9
        {
            rates.push(json!({ "name": property["name"], "from": from, "to": to }));
        }
        if let (Some(from), Some(to)) = change("seconds")
            && to > from * SLOWER
            && to - from > MIN_SLOWER
        {
            slower.push(json!({ "name": property["name"], "from": from, "to": to }));
        }
    }
    let rate = |report: &Value| report["mutants"]["kill_rate"].as_f64();
    let (from, to) = (rate(old), rate(new));
    let lower = matches!((from, to), (Some(from), Some(to)) if to < from - 1e-9);
    json!({
        "made": old["made"], "commit": old["commit"],
        "failing": failing, "fixed": fixed,
        "added": only(news.iter(), olds.iter()), "removed": only(olds.iter(), news.iter()),
        "kill_rate": { "from": from, "to": to },
        "rates": rates, "slower": slower,
        "survivors": only(survivors(new), survivors(old)),
        "worse": !failing.is_empty() || lower,
    })
}

fn survivors(report: &Value) -> impl Iterator<Item = &Value> {
    list(&report["mutants"]["list"]).iter().filter(|mutant| mutant["outcome"] == "missed")
}

/// The names in the first list only.
fn only<'a>(
    of: impl Iterator<Item = &'a Value>,
    without: impl Iterator<Item = &'a Value>,
) -> Vec<&'a Value> {
    let known: HashSet<_> = without.map(|one| one["name"].as_str()).collect();
    of.map(|one| &one["name"]).filter(|name| !known.contains(&name.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::comparison;
    use serde_json::{Value, json};

    fn report(verdict: &str, seconds: f64, rate: f64) -> Value {
        json!({ "made": 5, "properties": [{ "name": "a", "verdict": verdict, "seconds": seconds, "kill_rate": rate }],
                "mutants": { "kill_rate": rate, "list": [] } })
    }

    #[test]
    fn new_and_fixed_failures_rates_and_times_are_reported() {
        let (good, bad) = (report("passed", 0.1, 0.5), report("falsified", 0.3, 0.4));
        let worse = comparison(&bad, &good);
        assert_eq!((&worse["failing"], &worse["worse"]), (&json!(["a"]), &json!(true)));
        assert_eq!(worse["slower"][0]["to"], 0.3);
        assert_eq!(worse["rates"][0], json!({ "name": "a", "from": 0.5, "to": 0.4 }));
        let better = comparison(&good, &bad);
        assert_eq!((&better["fixed"], &better["worse"]), (&json!(["a"]), &json!(false)));
        let same = comparison(&good, &good);
        for key in ["failing", "fixed", "rates", "added", "removed", "slower"] {
            assert_eq!(same[key], json!([]), "{key}");
        }
        assert_eq!(same["worse"], json!(false));
        // A failure that the earlier report has is not new, and a new one is worse even with the same kill rate.
        let still = comparison(&bad, &bad);
        assert_eq!((&still["failing"], &still["fixed"]), (&json!([]), &json!([])));
        let fails = comparison(&report("falsified", 0.1, 0.5), &good);
        assert_eq!((&fails["failing"], &fails["worse"]), (&json!(["a"]), &json!(true)));
    }

    #[test]
    fn a_lower_kill_rate_is_worse_and_new_survivors_are_named() {
        let (old, mut new) = (report("passed", 0.1, 0.5), report("passed", 0.1, 0.4));
        new["mutants"]["list"] =
            json!([{ "name": "m1", "outcome": "missed" }, { "name": "m2", "outcome": "caught" }]);
        let worse = comparison(&new, &old);
        assert_eq!((&worse["worse"], &worse["survivors"]), (&json!(true), &json!(["m1"])));
        let better = comparison(&old, &new);
        assert_eq!((&better["worse"], &better["survivors"]), (&json!(false), &json!([])));
        assert_eq!(comparison(&new, &new)["survivors"], json!([]));
    }
}
