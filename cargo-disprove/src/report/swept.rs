//! The section about inputs: what `cargo disprove sweep` tells, and its curve.

use crate::sweep::{Curve, Fate, SPARED, Sweep, advice};
use serde_json::{Value, json};

/// The section about the sweep.
pub(super) fn swept(sweep: &Sweep) -> Value {
    let curve = Curve::of(sweep);
    let mut points = Vec::new();
    for row in curve.at(&steps(curve.cases)) {
        // Without a mutant that is found there is no curve.
        if let Some(band) = row.interval {
            points.push(json!([row.inputs, row.share, band.low, band.high]));
        }
    }
    let mut properties = Vec::new();
    for (own, property) in curve.properties.iter().zip(&sweep.properties) {
        let number = |number: u64| (own.found > 0).then_some(number);
        properties.push(json!({
            "name": property.name, "counted_by": property.counted_by, "killed": own.found,
            "median": number(own.median), "last": number(own.most),
            "needs": Some(own.needs).filter(|needs| *needs > 0),
        }));
    }
    let mut section = json!({
        "cases": curve.cases, "seeds": sweep.seeds.len(), "mutants": curve.fates.len(),
        "killed": curve.inputs.len(), "enough": curve.enough(SPARED), "advice": advice(sweep, &curve),
        "table": curve.rows.iter().map(|row| row.to_json()).collect::<Value>(),
        "curve": points, "properties": properties,
    });
    for (fate, _) in Fate::APART {
        section[fate.name()] = json!(curve.count(|it| *it == fate));
    }
    section
}

/// Numbers of inputs, each some more than the one before: 1, 2, 3, .. 100, 108, ..
fn steps(cases: u64) -> Vec<u64> {
    let (mut steps, mut at) = (Vec::new(), 1);
    while at < cases {
        steps.push(at);
        at += (at / 12).max(1);
    }
    steps.push(cases);
    steps
}

#[cfg(test)]
mod tests {
    use super::{steps, swept};
    use crate::sweep::{Curve, example, json};
    use serde_json::json;

    #[test]
    fn the_figures_are_those_of_the_command() {
        let sweep = example();
        let section = swept(&sweep);
        let printed = &json(&sweep, &Curve::of(&sweep))["summary"];
        assert_eq!(section["table"], printed["rows"]);
        assert_eq!(section["advice"], printed["advice"]);
        let own = &section["properties"][1];
        assert_eq!((&own["name"], &own["killed"]), (&json!("a::two"), &json!(2)));
        assert_eq!(own["needs"], printed["properties"][1]["needs"]);
        let counts = ["mutants", "killed", "known", "missed", "uncounted", "not_run", "enough"];
        assert_eq!(counts.map(|key| section[key].as_u64()), [7, 3, 1, 1, 1, 1, 303].map(Some));
        // The curve goes through the table, and has its intervals.
        let row = &section["table"][1];
        let point = json!([20, row["share"], row["interval"][0], row["interval"][1]]);
        assert_eq!(section["curve"][19], point);
    }

    #[test]
    fn steps_go_from_one_to_all_cases() {
        let steps = steps(500);
        assert_eq!((steps[0], steps.last()), (1, Some(&500)));
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]) && steps.len() < 100);
    }
}
