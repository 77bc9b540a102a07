//! Advice for the overview. Each piece names its property or function.

use super::{categories_section::names, mutants_section::list};
use crate::classify::beyond_constants;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Share of rejected inputs that is worth advice: Tyche warns at the same share.
const MAX_REJECTED: f64 = 0.33;

/// Mutants from which a property without kills is worth advice: with fewer it may be chance.
const MIN_MUTANTS: u64 = 5;

/// Functions with survivors to name; another section lists all survivors.
const MAX_FUNCTIONS: usize = 5;

/// Diffs of a function to link to.
const MAX_DIFFS: usize = 3;

/// Pieces of advice of one kind: readers skip longer lists.
const MAX_OF_A_KIND: usize = 8;

/// All advice on the report so far.
pub(super) fn advice(report: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut add_linked = |about: &str, kind: &str, text: String, links: Vec<Value>| {
        if all.iter().filter(|piece: &&Value| piece["kind"] == kind).count() < MAX_OF_A_KIND {
            all.push(json!({ "about": about, "kind": kind, "text": text, "links": links }));
        }
    };
    let properties = list(&report["properties"]);
    let links: HashMap<&str, Vec<Value>> = properties
        .iter()
        .enumerate()
        .map(|(number, it)| (it["name"].as_str().unwrap_or_default(), links_to(number, it)))
        .collect();
    let mut add = |about: &str, kind: &str, text: String| {
        add_linked(about, kind, text, links.get(about).cloned().unwrap_or_default());
    };
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        if property["verdict"] == "falsified" && property["kept"].as_u64().unwrap_or(0) > 0 {
            let text =
                "fails; once fixed, keep its input as an example with `cargo disprove review`";
            add(name, "failure", text.to_owned());
        }
        for cover in list(&property["covers"]).iter().filter(|cover| cover["too_small"] == true) {
            let text = format!(
                "has too few cases of `{}`: generate them explicitly, for example with `one_of`",
                cover["name"].as_str().unwrap_or_default()
            );
            add(name, "cover", text);
        }
        let rejected = property["rejected_share"].as_f64().unwrap_or(0.0);
        if rejected > MAX_REJECTED {
            let text = format!(
                "rejects {:.0} % of its inputs: generate only valid inputs, instead of `assume!`",
                rejected * 100.0
            );
            add(name, "rejected", text);
        }
        if let Some(weakness) = property["weakness"].as_str() {
            for line in weakness.lines() {
                // "f passed 100 cases, but ..": the function is already named.
                let text = line.split_once(", but ").map_or(line, |(_, text)| text);
                add(name, "weakness", text.to_owned());
            }
        }
    }
    for property in properties {
        kills(property, &mut add);
    }
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        if names(&property["categories"]) == ["constant_equality"] {
            // Which function it is about, and whether that can fail, is unknown here.
            let beyond = beyond_constants(false);
            let text = format!("asserts only equalities with constants: {beyond}");
            add(name, "category", text);
        }
    }
    survivors(&report["mutants"], &mut add_linked);
    // The advice of the command, if it found anything.
    let sweep = &report["sweep"];
    let has_found = sweep["killed"].as_u64().unwrap_or(0) > 0;
    for line in names(&sweep["advice"]).into_iter().filter(|_| has_found) {
        add_linked(
            "number of cases",
            "cases",
            line.to_owned(),
            vec![json!({ "section": "sweep" })],
        );
    }
    all
}

/// Links to the details of a property, and to its code.
fn links_to(number: usize, property: &Value) -> Vec<Value> {
    let mut links = vec![json!({ "property": number })];
    if property["file"].is_string() {
        links.push(json!({ "file": property["file"], "line": property["line"] }));
    }
    links
}

fn kills(property: &Value, add: &mut dyn FnMut(&str, &str, String)) {
    let name = property["name"].as_str().unwrap_or_default();
    let (kills, mutants) = (property["kills"].as_u64(), property["mutants"].as_u64().unwrap_or(0));
    if kills == Some(0) && mutants >= MIN_MUTANTS {
        let text = format!(
            "kills none of {mutants} mutants: its assertion may hold whatever the code does"
        );
        add(name, "kills", text);
    }
}

/// The survivors of a function.
#[derive(Default)]
struct Survivors {
    /// To the code of the first, and to the diffs of some.
    links: Vec<Value>,
    count: u64,
    reached: bool,
    unknown: bool,
}

/// The functions with the most survivors.
fn survivors(mutants: &Value, add: &mut dyn FnMut(&str, &str, String, Vec<Value>)) {
    let mut functions: BTreeMap<(&str, &str), Survivors> = BTreeMap::new();
    for mutant in list(&mutants["list"]).iter().filter(|mutant| mutant["outcome"] == "missed") {
        let text = |key: &str| mutant[key].as_str().unwrap_or_default();
        let known = functions.entry((text("function"), text("file"))).or_default();
        known.count += 1;
        if known.links.is_empty() {
            known.links.push(json!({ "file": mutant["file"], "line": mutant["line"] }));
        }
        if known.links.len() <= MAX_DIFFS {
            known.links.push(json!({ "mutant": mutant["id"], "line": mutant["line"] }));
        }
        known.reached |= !names(&mutant["reached_by"]).is_empty();
        known.unknown |= mutant["reached_by"].is_null();
    }
    let mut order: Vec<_> =
        functions.into_iter().filter(|((name, _), _)| !name.is_empty()).collect();
    order.sort_by_key(|(_, known)| std::cmp::Reverse(known.count));
    for ((function, file), known) in order.into_iter().take(MAX_FUNCTIONS) {
        let what = match known.count {
            1 => format!("a mutant survives in {file}"),
            count => format!("{count} mutants survive in {file}"),
        };
        let then = match &known {
            Survivors { reached: true, .. } => {
                " although tests reach it: assert more about its result"
            }
            Survivors { unknown: true, .. } => ": write a property about its result",
            _ => " and no test reaches it: write a property that calls it",
        };
        add(function, "survivors", what + then, known.links);
    }
}

#[cfg(test)]
mod tests {
    use super::advice;
    use serde_json::json;

    #[test]
    fn each_piece_names_its_property_or_function() {
        let report = json!({
            "properties": [
                { "name": "a::only", "file": "tests/a.rs", "line": 3, "categories": ["constant_equality"], "rejected_share": 0.5, "kills": 0, "mutants": 9,
                  "weakness": "only passed 5 cases, but it was run on few inputs" },
                { "name": "a::fine", "categories": ["constant_equality", "roundtrip"], "kills": 2, "mutants": 9 },
            ],
            "mutants": { "list": [
                { "outcome": "missed", "id": 9, "line": 12, "function": "parse", "file": "src/lib.rs", "reached_by": ["a::fine"] },
                { "outcome": "caught", "function": "print", "file": "src/lib.rs" },
            ]},
            "sweep": { "killed": 60, "advice": ["the curve still rises"] },
        });
        let all = advice(&report);
        let kinds: Vec<_> =
            all.iter().map(|piece| (piece["about"].as_str(), piece["kind"].as_str())).collect();
        assert_eq!(
            kinds,
            [
                (Some("a::only"), Some("rejected")),
                (Some("a::only"), Some("weakness")),
                (Some("a::only"), Some("kills")),
                (Some("a::only"), Some("category")),
                (Some("parse"), Some("survivors")),
                (Some("number of cases"), Some("cases")),
            ]
        );
        assert_eq!(all[1]["text"], "it was run on few inputs");
        let reached =
            "a mutant survives in src/lib.rs although tests reach it: assert more about its result";
        assert_eq!(all[4]["text"], reached);
        let source = json!({ "file": "tests/a.rs", "line": 3 });
        assert_eq!(all[0]["links"], json!([{ "property": 0 }, source]));
        let diff = json!({ "mutant": 9, "line": 12 });
        assert_eq!(all[4]["links"], json!([{ "file": "src/lib.rs", "line": 12 }, diff]));
        assert_eq!(all[5]["links"], json!([{ "section": "sweep" }]));
    }
}
