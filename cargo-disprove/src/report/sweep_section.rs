//! The section on inputs: the figures and the curve of `cargo disprove sweep`.

use crate::sweep::{Curve, MutantOutcome, Sweep, TAIL, advice};
use serde_json::{Value, json};

/// Points of a chart: more cannot be distinguished.
const MAX_POINTS: usize = 200;

/// The section on the sweep.
pub(super) fn sweep_section(sweep: &Sweep) -> Value {
    let curve = Curve::of(sweep);
    let mut points = Vec::new();
    for row in curve.at(&marks(&curve)) {
        // There is no curve if no mutant was found.
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
        "cases": curve.cases, "seeds": sweep.seeds.len(), "mutants": curve.outcomes.len(),
        "killed": curve.inputs.len(), "enough": curve.enough(TAIL), "advice": advice(sweep, &curve),
        "table": curve.rows.iter().map(|row| row.to_json()).collect::<Value>(),
        "curve": points, "properties": properties,
    });
    for (outcome, _) in MutantOutcome::OFF_CURVE {
        section[outcome.name()] = json!(curve.count(|it| *it == outcome));
    }
    section
}

/// The inputs at which the curve rises, and its ends.
fn marks(curve: &Curve) -> Vec<u64> {
    let mut marks = curve.inputs.clone();
    marks.insert(0, 1);
    marks.push(curve.cases);
    marks.dedup();
    let (last, every) = (marks.len() - 1, marks.len().div_ceil(MAX_POINTS));
    let mut places = 0..=last;
    marks.retain(|_| {
        places.next().is_some_and(|place| place.is_multiple_of(every) || place == last)
    });
    marks
}

#[cfg(test)]
mod tests {
    use super::{MAX_POINTS, marks, sweep_section};
    use crate::{
        report::mutants_section::list,
        sweep::{Curve, example, json},
    };
    use serde_json::json;

    #[test]
    fn the_figures_equal_those_of_the_command() {
        let sweep = example();
        let section = sweep_section(&sweep);
        let printed = &json(&sweep, &Curve::of(&sweep))["summary"];
        assert_eq!(section["table"], printed["rows"]);
        assert_eq!(section["advice"], printed["advice"]);
        let own = &section["properties"][1];
        assert_eq!((&own["name"], &own["killed"]), (&json!("a::two"), &json!(2)));
        for (place, own) in list(&section["properties"]).iter().enumerate() {
            let keys =
                [("killed", "found"), ("median", "median"), ("last", "most"), ("needs", "needs")];
            for (key, shown) in keys {
                assert_eq!(own[key], printed["properties"][place][shown], "{key}");
            }
        }
        let counts = ["mutants", "killed", "known", "missed", "uncounted", "not_run", "enough"];
        assert_eq!(counts.map(|key| section[key].as_u64()), [7, 3, 1, 1, 1, 1, 303].map(Some));
        // The curve contains the rows of the table.
        let inputs: Vec<_> =
            list(&section["curve"]).iter().map(|point| point[0].as_u64()).collect();
        assert_eq!(inputs, [1, 20, 303, 500].map(Some));
        let row = &section["table"][1];
        let point = json!([20, row["share"], row["interval"][0], row["interval"][1]]);
        assert_eq!(section["curve"][1], point);
    }

    #[test]
    fn a_long_curve_keeps_its_ends_and_is_thinned() {
        let mut curve = Curve::of(&example());
        curve.inputs = (1..=450).collect();
        let marks = marks(&curve);
        assert_eq!((marks[0], marks.last()), (1, Some(&500)));
        assert!(marks.is_sorted_by(|one, other| one < other) && marks.len() <= MAX_POINTS + 1);
    }
}
