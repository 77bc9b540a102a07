//! The result of a sweep as text and as JSON.

use super::{
    advice::advice,
    curve::{Curve, MutantOutcome, Row},
    record::Sweep,
};
use crate::plural::plural;
use disprove_analysis::statistics::Interval;
use serde_json::{Value, json};
use std::fmt::Write;

/// Length of the longest bar in characters.
const BAR: usize = 25;

/// Properties listed; a line counts the rest, which is in the file.
const MAX_PROPERTIES: usize = 30;

/// Tables and advice.
pub(super) fn text(sweep: &Sweep, curve: &Curve) -> String {
    let mut out = String::new();
    let all = curve.outcomes.len();
    let _ = writeln!(
        out,
        "{} tested with {}, {} each: {} found by an input",
        plural(all, "mutant was", "mutants were"),
        plural(sweep.seeds.len(), "seed", "seeds"),
        plural(sweep.cases as usize, "input", "inputs"),
        curve.inputs.len()
    );
    for (outcome, what) in MutantOutcome::OFF_CURVE {
        let count = curve.count(|it| *it == outcome);
        if count > 0 {
            let _ = writeln!(out, "  {count} {what}");
        }
    }
    if !curve.inputs.is_empty() {
        out.push('\n');
        table(&mut out, curve);
        out.push('\n');
        properties(&mut out, sweep, curve);
    }
    out.push('\n');
    for line in advice(sweep, curve) {
        let _ = writeln!(out, "* {line}");
    }
    out.truncate(out.trim_end().len());
    out
}

fn table(out: &mut String, curve: &Curve) {
    let _ = writeln!(out, "inputs  found         share  95 % interval  paper (e)   of all  band");
    let total = curve.inputs.len();
    for row in &curve.rows {
        let published = row.published.map_or("-".to_owned(), |share| format!("{share:.0} %"));
        let _ = writeln!(
            out,
            "{:>6}  {:<11} {:>7}  {:<13}  {:>9}  {:>7}  {:<10}  {}",
            row.inputs,
            format!("{} of {total}", row.found),
            percent(row.share),
            range(row.interval),
            published,
            percent(row.of_all),
            range(row.band),
            bar(row)
        );
    }
    let _ = writeln!(
        out,
        "Shares are of the mutants found by an input, by the first property, in the median over the seeds. \"Of all\" counts \
         those that were not found too: all mutants that a property reaches. Intervals are Wilson's, over mutants."
    );
}

fn properties(out: &mut String, sweep: &Sweep, curve: &Curve) {
    let mut order: Vec<_> = curve.properties.iter().collect();
    order.sort_by_key(|own| (std::cmp::Reverse((own.needs, own.most, own.found)), own.property));
    let _ = writeln!(out, "  found  median    most   needs  property");
    for own in order.iter().take(MAX_PROPERTIES) {
        let property = &sweep.properties[own.property];
        let number = |number: u64| if own.found == 0 { "-".to_owned() } else { number.to_string() };
        let needs = if own.needs == 0 { "-".to_owned() } else { own.needs.to_string() };
        let _ = writeln!(
            out,
            "{:>7} {:>7} {:>7} {:>7}  {} ({})",
            own.found,
            number(own.median),
            number(own.most),
            needs,
            property.name,
            property.framework
        );
    }
    if order.len() > MAX_PROPERTIES {
        let _ = writeln!(out, "and {} others, in the file", order.len() - MAX_PROPERTIES);
    }
    let _ = writeln!(
        out,
        "A property needs the most inputs of a mutant that it finds before all others."
    );
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn range(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |it| format!("[{:.0}, {:.0}]", it.low * 100.0, it.high * 100.0))
}

fn bar(row: &Row) -> String {
    "#".repeat((row.share * BAR as f64).round() as usize)
}

/// The content of the file, with a summary.
pub(crate) fn json(sweep: &Sweep, curve: &Curve) -> Value {
    let mut value = sweep.to_json();
    let outcomes = curve.outcomes.iter().map(|(id, fate)| {
        let input = if let MutantOutcome::Found(input) = fate { Some(input) } else { None };
        json!({ "mutant": id, "fate": fate.name(), "input": input })
    });
    let properties = curve.properties.iter().map(|own| {
        json!({
            "property": own.property,
            "found": own.found,
            "median": own.median,
            "most": own.most,
            "needs": own.needs,
        })
    });
    value["summary"] = json!({
        "rows": curve.rows.iter().map(|row| row.to_json()).collect::<Value>(),
        "mutants": outcomes.collect::<Value>(),
        "properties": properties.collect::<Value>(),
        "advice": advice(sweep, curve),
    });
    value
}

#[cfg(test)]
mod tests;
