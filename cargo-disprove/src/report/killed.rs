//! Which tests kill which mutants.

use super::{category::names, estimate::share};
use disprove_analysis::{
    label::Label,
    statistics::{Strata, Table},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a test and its verdicts came to.
#[derive(Default)]
struct Row {
    kills: u64,
    runs: u64,
    /// Mutants that no other test kills.
    alone: u64,
}

/// The section about mutants.
pub(super) fn killed(study: &Value) -> Value {
    let tests = list(&study["tests"]);
    let mutants = list(&study["mutants"]);
    let mut rows: Vec<Row> = tests.iter().map(|_| Row::default()).collect();
    let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut by_property, mut by_unit, mut by_doc, mut by_both) = (0, 0, 0, 0);
    let (mut only_property, mut only_unit, mut shared, mut only_others) = (0, 0, 0, 0);
    let mut by_none = 0;
    let mut shown = Vec::new();
    for mutant in mutants {
        let outcome = mutant["outcome"].as_str().unwrap_or("unknown");
        *outcomes.entry(outcome).or_default() += 1;
        let killers = count(mutant, &mut rows);
        let of_kind = |kind: &str| killers.iter().any(|test| tests[*test]["kind"] == kind);
        let (property, unit, doc) = (of_kind("property"), of_kind("unit"), of_kind("doc"));
        by_property += u64::from(property);
        by_unit += u64::from(unit);
        by_doc += u64::from(doc);
        by_both += u64::from(property && unit);
        only_property += u64::from(property && !unit && !doc);
        only_unit += u64::from(unit && !property && !doc);
        shared += u64::from(property && (unit || doc));
        only_others += u64::from(!property && (unit || doc));
        by_none += u64::from(killers.is_empty() && matches!(outcome, "caught" | "timeout"));
        shown.push(told(mutant, tests, killers.len()));
    }
    let number = |outcome: &str| outcomes.get(outcome).copied().unwrap_or(0);
    let killed = number("caught") + number("timeout");
    let viable = killed + number("missed");
    json!({
        "packages": study["packages"], "commit": study["commit"], "seed": study["seed"],
        "cargo_mutants": study["cargo_mutants"], "sample": study["sample"], "of": study["of"],
        "complete": study["complete"], "baseline_runs": study["baseline_runs"],
        "flaky": study["flaky"], "seconds": study["seconds"],
        "mutants": mutants.len(), "viable": viable, "killed": killed, "survived": number("missed"),
        "caught": number("caught"), "timeout": number("timeout"), "unviable": number("unviable"),
        "kill_rate": (viable > 0).then(|| share(killed, viable)),
        "by_property": by_property, "by_unit": by_unit, "by_doc": by_doc, "by_both": by_both,
        "only_property": only_property, "only_unit": only_unit, "shared": shared, "only_others": only_others,
        "by_none": by_none,
        "tests": told_tests(tests, &rows),
        "comparisons": comparisons(tests, mutants),
        "files": files(mutants),
        "list": shown,
    })
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Counts the verdicts of a mutant, and returns the tests that kill it.
fn count(mutant: &Value, rows: &mut [Row]) -> Vec<usize> {
    let mut killers = Vec::new();
    let verdicts = mutant["verdicts"].as_str().unwrap_or_default();
    for (number, (row, verdict)) in rows.iter_mut().zip(verdicts.chars()).enumerate() {
        row.runs += u64::from(matches!(verdict, 'p' | 'F'));
        if verdict == 'F' {
            row.kills += 1;
            killers.push(number);
        }
    }
    if let [number] = killers[..] {
        rows[number].alone += 1;
    }
    killers
}

fn told(mutant: &Value, tests: &[Value], killers: usize) -> Value {
    let mut told = json!({ "killers": killers });
    for key in ["id", "name", "file", "line", "function", "genre", "outcome", "verdicts"] {
        told[key] = mutant[key].clone();
    }
    // Only survivors are shown with their text.
    if mutant["outcome"] == "missed" {
        told["diff"] = mutant["diff"].clone();
        let reached = mutant["reached_by"].as_array().map(|reached| {
            let test = |number: &Value| tests.get(number.as_u64()? as usize)?["name"].as_str();
            reached.iter().filter_map(test).collect::<Vec<_>>()
        });
        told["reached_by"] = json!(reached);
    }
    told
}

fn told_tests(tests: &[Value], rows: &[Row]) -> Value {
    let mut told = Vec::new();
    for (test, row) in tests.iter().zip(rows) {
        let mut entry = json!({
            "kills": row.kills, "runs": row.runs, "alone": row.alone,
            "rate": (row.runs > 0).then(|| share(row.kills, row.runs)),
        });
        for key in ["name", "kind", "framework", "labels", "file", "line", "seconds"] {
            entry[key] = test[key].clone();
        }
        told.push(entry);
    }
    Value::Array(told)
}

/// Property tests against others, and the tests of each category against all others.
fn comparisons(tests: &[Value], mutants: &[Value]) -> Value {
    let kind = |test: &Value, kind: &str| test["kind"] == kind;
    let is_property = |test: &Value| kind(test, "property");
    let mut told = Vec::new();
    let mut compare = |what: &str,
                       against: &str,
                       is_one: &dyn Fn(&Value) -> bool,
                       is_other: &dyn Fn(&Value) -> bool| {
        let groups: Vec<Option<bool>> = tests
            .iter()
            .map(|test| if is_one(test) { Some(true) } else { is_other(test).then_some(false) })
            .collect();
        told.extend(compared([what, against], tests, mutants, &groups));
    };
    compare("property tests", "unit tests", &is_property, &|test| kind(test, "unit"));
    if tests.iter().any(|test| kind(test, "doc")) {
        compare("property tests", "unit and documentation tests", &is_property, &|_| true);
    }
    for label in Label::ALL {
        let has = |test: &Value| names(&test["labels"]).contains(&label.name());
        compare(label.name(), "all others", &has, &|_| true);
    }
    Value::Array(told)
}

/// Two groups of tests, if there is something in both: which of them each test is in, if any.
fn compared(
    [what, against]: [&str; 2],
    tests: &[Value],
    mutants: &[Value],
    groups: &[Option<bool>],
) -> Option<Value> {
    let (mut all, mut by_mutant) = (Table::default(), Strata::default());
    for mutant in mutants {
        let verdicts = mutant["verdicts"].as_str().unwrap_or_default().chars();
        let mut own = Table::default();
        for (group, verdict) in groups.iter().zip(verdicts) {
            if let (Some(is_one), 'p' | 'F') = (group, verdict) {
                own.count(*is_one, verdict == 'F');
                all.count(*is_one, verdict == 'F');
            }
        }
        by_mutant.add(own);
    }
    // Where nothing is killed, there is nothing to compare.
    let odds = all.haldane().filter(|_| all.cells()[0] + all.cells()[2] > 0)?;
    let within = by_mutant.odds_ratio();
    let [kills, missed, other_kills, other_missed] = all.cells();
    let spent: Vec<f64> = tests
        .iter()
        .zip(groups)
        .filter(|(_, group)| **group == Some(true))
        .map(|(test, _)| test["seconds"].as_f64().unwrap_or(0.0))
        .collect();
    Some(json!({
        "what": what, "against": against, "tests": spent.len(),
        "kills": kills, "pairs": kills + missed, "rate": share(kills, kills + missed),
        "other_kills": other_kills, "other_pairs": other_kills + other_missed,
        "odds": odds.value, "low": odds.interval.low, "high": odds.interval.high,
        "within": within.map(|within| within.value),
        "within_low": within.map(|within| within.interval.low),
        "within_high": within.map(|within| within.interval.high),
        "g_squared": all.g_squared(), "v": all.v(), "p": all.p(), "fisher": all.fisher(),
        "seconds": spent.iter().sum::<f64>() / spent.len().max(1) as f64,
    }))
}

/// The kill rate of each file.
fn files(mutants: &[Value]) -> Value {
    let mut files: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for mutant in mutants {
        let (viable, killed) =
            files.entry(mutant["file"].as_str().unwrap_or_default()).or_default();
        match mutant["outcome"].as_str() {
            Some("caught" | "timeout") => (*viable, *killed) = (*viable + 1, *killed + 1),
            Some("missed") => *viable += 1,
            _ => {}
        }
    }
    files.retain(|_, (viable, _)| *viable > 0);
    let told = files.iter().map(|(file, (viable, killed))| {
        json!({ "file": file, "viable": viable, "killed": killed, "rate": share(*killed, *viable) })
    });
    Value::Array(told.collect())
}

#[cfg(test)]
mod tests {
    use super::killed;
    use serde_json::json;

    #[test]
    fn kills_are_counted_by_test_by_kind_and_by_mutant() {
        let mutant = |id: u64, outcome: &str, verdicts: &str| {
            json!({ "id": id, "name": "m", "file": "src/lib.rs", "outcome": outcome, "verdicts": verdicts,
                    "diff": "-a", "reached_by": [0] })
        };
        let study = json!({
            "tests": [
                { "name": "a", "kind": "property", "labels": ["roundtrip"], "seconds": 0.5 },
                { "name": "b", "kind": "unit", "labels": [], "seconds": 0.1 },
            ],
            "mutants": [
                mutant(1, "caught", "Fp"), mutant(2, "caught", "FF"), mutant(3, "caught", "pF"),
                mutant(4, "missed", "pp"), mutant(5, "timeout", "nn"), mutant(6, "unviable", ""),
                mutant(7, "timeout", "FF"),
            ],
        });
        let section = killed(&study);
        assert_eq!((&section["viable"], &section["killed"]), (&json!(6), &json!(5)));
        assert_eq!(
            (&section["by_both"], &section["only_property"], &section["only_unit"]),
            (&json!(2), &json!(1), &json!(1))
        );
        // The parts are all that can be found, each once: a timeout may have been found by a test as well.
        let parts = ["only_property", "shared", "only_others", "by_none", "survived"];
        let sum: u64 = parts.iter().filter_map(|part| section[part].as_u64()).sum();
        assert_eq!(section["viable"], sum);
        let test = &section["tests"][0];
        assert_eq!(
            (&test["kills"], &test["runs"], &test["alone"]),
            (&json!(3), &json!(5), &json!(1))
        );
        assert_eq!(section["list"][3]["reached_by"], json!(["a"]));
        assert!(section["list"][0].get("diff").is_none());
        assert_eq!(section["comparisons"][0]["against"], "unit tests");
        assert_eq!(section["comparisons"][1]["what"], "roundtrip");
        // Of five mutants each: both kill three, so there is nothing between them.
        assert_eq!(
            (&section["comparisons"][0]["pairs"], &section["comparisons"][0]["odds"]),
            (&json!(5), &json!(1.0))
        );
        assert_eq!(section["comparisons"][0]["within"], 1.0);
    }
}
