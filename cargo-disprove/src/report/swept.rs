//! How many inputs it takes to kill mutants.

use super::killed::list;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The published shares (paper (e), figure 24); more inputs than 350 have none.
const PUBLISHED: [(u64, Option<f64>); 5] =
    [(1, Some(0.55)), (20, Some(0.76)), (100, Some(0.86)), (350, Some(0.96)), (500, None)];

/// Samples of the bootstrap over mutants: enough for a band of two digits.
const RESAMPLES: usize = 200;

/// Stands for no kill: more than all inputs.
const NEVER: u64 = u64::MAX;

/// The section about the sweep.
pub(super) fn swept(sweep: &Value) -> Value {
    let cases = sweep["cases"].as_u64().unwrap_or(500).max(1);
    let seeds = list(&sweep["seeds"]).len().max(1);
    let runs = list(&sweep["runs"]);
    let mut mutants: Vec<u64> =
        list(&sweep["mutants"]).iter().filter_map(|mutant| mutant["id"].as_u64()).collect();
    mutants.sort_unstable();
    mutants.dedup();
    // For each mutant, the first kill of any property, in the median of the seeds.
    let mut firsts: Vec<u64> = Vec::new();
    let mut before = 0_u64;
    for id in &mutants {
        let mut by_seed: BTreeMap<u64, u64> = BTreeMap::new();
        for run in runs.iter().filter(|run| run["mutant"].as_u64() == Some(*id)) {
            // Examples and replays are there before the search begins.
            before += u64::from(run["first"].is_u64() && !is_generated(run));
            let least = by_seed.entry(run["seed"].as_u64().unwrap_or(0)).or_insert(NEVER);
            *least = first(run).min(*least);
        }
        firsts.extend(median(by_seed.into_values().collect()));
    }
    let mut table = Vec::new();
    for (inputs, published) in PUBLISHED.into_iter().filter(|(inputs, _)| *inputs <= cases) {
        table.push(
            json!({ "inputs": inputs, "share": within(&firsts, inputs), "published": published }),
        );
    }
    json!({
        "cases": cases, "seeds": seeds, "mutants": mutants.len(), "killed": firsts.len(),
        "before": before, "table": table, "curve": curve(&firsts, cases),
        "enough": enough(&firsts, cases), "properties": properties(sweep),
    })
}

fn is_generated(run: &Value) -> bool {
    run["phase"].as_str().is_none_or(|phase| phase == "generate")
}

/// The input that killed, or none of them.
fn first(run: &Value) -> u64 {
    run["first"].as_u64().filter(|_| is_generated(run)).unwrap_or(NEVER)
}

/// The middle of the seeds, the later of two, as `cargo disprove sweep` has it; none, if that is no kill.
fn median(mut seeds: Vec<u64>) -> Option<u64> {
    seeds.sort_unstable();
    seeds.get(seeds.len() / 2).copied().filter(|first| *first != NEVER)
}

/// The share of first kills within so many inputs.
fn within(firsts: &[u64], inputs: u64) -> f64 {
    let hits = firsts.iter().filter(|first| **first <= inputs).count();
    if firsts.is_empty() { 0.0 } else { hits as f64 / firsts.len() as f64 }
}

/// Numbers of inputs, each some more than the one before: 1, 2, 3, .. 100, 112, ..
fn steps(cases: u64) -> Vec<u64> {
    let (mut steps, mut at) = (Vec::new(), 1);
    while at < cases {
        steps.push(at);
        at += (at / 12).max(1);
    }
    steps.push(cases);
    steps
}

/// Inputs, the share, and a band of 95 % from drawing mutants again.
fn curve(firsts: &[u64], cases: u64) -> Value {
    if firsts.is_empty() {
        return json!([]);
    }
    let steps = steps(cases);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); steps.len()];
    // A fixed seed: the same study has the same page.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..RESAMPLES {
        let mut drawn: Vec<u64> = Vec::new();
        for _ in firsts {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            drawn.push(firsts[(state % firsts.len() as u64) as usize]);
        }
        for (sample, inputs) in samples.iter_mut().zip(&steps) {
            sample.push(within(&drawn, *inputs));
        }
    }
    let mut points = Vec::new();
    for (sample, inputs) in samples.iter_mut().zip(&steps) {
        sample.sort_by(f64::total_cmp);
        let (low, high) = (sample[RESAMPLES / 40], sample[RESAMPLES - 1 - RESAMPLES / 40]);
        points.push(json!([inputs, within(firsts, *inputs), low, high]));
    }
    Value::Array(points)
}

/// The fewest inputs that find 95 % of what was found.
fn enough(firsts: &[u64], cases: u64) -> Option<u64> {
    if firsts.is_empty() {
        return None;
    }
    (1..=cases).find(|inputs| within(firsts, *inputs) >= 0.95)
}

/// For each property the mutants that it kills, each with the median of its seeds, and the median of those.
fn properties(sweep: &Value) -> Value {
    let runs = list(&sweep["runs"]);
    let mut told = Vec::new();
    for (number, property) in list(&sweep["properties"]).iter().enumerate() {
        let (mut by_mutant, mut pairs, mut kills) = (BTreeMap::<u64, Vec<u64>>::new(), 0, 0);
        for run in runs.iter().filter(|run| run["property"].as_u64() == Some(number as u64)) {
            by_mutant.entry(run["mutant"].as_u64().unwrap_or(0)).or_default().push(first(run));
            pairs += u64::from(is_generated(run));
            kills += u64::from(first(run) != NEVER);
        }
        let mut firsts: Vec<u64> = by_mutant.into_values().filter_map(median).collect();
        firsts.sort_unstable();
        let at_once = firsts.iter().filter(|first| **first <= 1).count();
        told.push(json!({
            "name": property["name"], "counted_by": property["counted_by"], "killed": firsts.len(),
            "runs": pairs, "kills": kills, "median": firsts.get(firsts.len() / 2),
            "last": firsts.last(), "first_input": at_once
        }));
    }
    Value::Array(told)
}

#[cfg(test)]
mod tests {
    use super::{steps, swept};
    use serde_json::{Value, json};

    fn run(property: u64, mutant: u64, seed: u64, first: Option<u64>, phase: &str) -> Value {
        json!({ "property": property, "mutant": mutant, "seed": seed, "first": first, "phase": phase })
    }

    #[test]
    fn the_first_kill_of_any_property_counts_and_examples_do_not() {
        let sweep = json!({
            "cases": 500, "seeds": [1, 2],
            "properties": [{ "name": "a" }, { "name": "b" }],
            "mutants": [{ "id": 1 }, { "id": 2 }, { "id": 3 }],
            "runs": [
                run(0, 1, 1, Some(30), "generate"), run(1, 1, 1, Some(1), "generate"), run(0, 1, 2, Some(90), "generate"),
                run(0, 2, 1, Some(0), "example"), run(0, 3, 1, None, "generate"),
            ],
        });
        let section = swept(&sweep);
        assert_eq!((&section["killed"], &section["before"]), (&json!(1), &json!(1)));
        // The later of two seeds.
        assert_eq!(section["table"][0]["share"], 0.0);
        assert_eq!(section["table"][2]["share"], 1.0);
        assert_eq!(section["enough"], 90);
        assert_eq!(
            (&section["properties"][0]["kills"], &section["properties"][0]["median"]),
            (&json!(2), &json!(90))
        );
    }

    #[test]
    fn steps_go_from_one_to_all_cases() {
        let steps = steps(500);
        assert_eq!((steps[0], steps.last()), (1, Some(&500)));
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]) && steps.len() < 100);
    }
}
