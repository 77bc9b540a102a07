//! Properties, with what every source knows of them.

use super::{
    category::names,
    input::Input,
    kept,
    killed::list,
    name::{find, find_in_file, short},
    observed,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Joins what is known of each property. `killed` is the section about mutants.
pub(super) fn properties(input: &Input, killed: &Value) -> Vec<Value> {
    let mut known = Known::default();
    for test in list(&killed["tests"]).iter().filter(|test| test["kind"] == "property") {
        let property = known.property(test["name"].as_str().unwrap_or_default());
        for (key, from) in [
            ("framework", "framework"),
            ("file", "file"),
            ("line", "line"),
            ("kills", "kills"),
            ("mutants", "runs"),
            ("alone", "alone"),
            ("kill_rate", "rate"),
            ("baseline_seconds", "seconds"),
        ] {
            property[key] = test[from].clone();
        }
        add_categories(property, &names(&test["labels"]));
    }
    for observed in &input.observed {
        let property = known.property(&observed.name);
        // The name of the library is the one that other commands of this tool take.
        property["name"] = json!(observed.name);
        for (key, value) in observed::run(observed) {
            property[key] = value;
        }
        if property["framework"].is_null() && !observed.figures.is_null() {
            property["framework"] = json!("disprove");
        }
    }
    for hunted in &input.hunted {
        let property = known.property(&hunted.name);
        property["growth"] = hunted.growth();
        if !hunted.findings.is_empty() {
            property["verdict"] = json!("falsified");
        }
    }
    if let Some(classify) = &input.classify {
        classified(&mut known, classify);
    }
    let mut all = known.all;
    for property in &mut all {
        let name = &property["name"].as_str().unwrap_or_default().to_owned();
        property["kept"] = json!(kept::tokens(&input.database, name).len());
        property["short"] = json!(short(name));
    }
    all.sort_by(|a, b| (rank(a), a["name"].as_str()).cmp(&(rank(b), b["name"].as_str())));
    all
}

/// Failures first: they are what the page is read for.
fn rank(property: &Value) -> u8 {
    match property["verdict"].as_str() {
        Some("falsified") => 0,
        Some("flaky") => 1,
        Some("gave_up") => 2,
        Some(_) => 3,
        None => 4,
    }
}

/// The properties so far. Only those with the same function can be the same, whatever stands in front of its name.
#[derive(Default)]
struct Known {
    all: Vec<Value>,
    by_function: HashMap<String, Vec<usize>>,
}

impl Known {
    /// The one that is found among the names; a new one, if there is none.
    fn found(&mut self, name: &str, find: impl Fn(&[&str]) -> Option<usize>) -> &mut Value {
        let places = self.by_function.entry(short(name).to_owned()).or_default();
        let names: Vec<&str> = places
            .iter()
            .map(|place| self.all[*place]["name"].as_str().unwrap_or_default())
            .collect();
        let place = find(&names).map_or(self.all.len(), |number| places[number]);
        if place == self.all.len() {
            places.push(place);
            self.all.push(json!({ "name": name, "categories": [] }));
        }
        &mut self.all[place]
    }

    fn property(&mut self, name: &str) -> &mut Value {
        self.found(name, |names| find(name, names))
    }
}

fn classified(known: &mut Known, classify: &Value) {
    for assertion in list(&classify["assertions"]) {
        let (Some(test), Some(file)) = (assertion["test"].as_str(), assertion["file"].as_str())
        else {
            continue;
        };
        let property = known.found(test, |names| find_in_file(test, file, names));
        if property["file"].is_null() {
            property["file"] = json!(file);
        }
        if property["line"].is_null() {
            property["line"] = assertion["line"].clone();
        }
        if property["framework"].is_null() {
            property["framework"] = assertion["framework"].clone();
        }
        let assertions = property["assertions"].as_u64().unwrap_or(0);
        property["assertions"] = json!(assertions + 1);
        add_categories(property, &names(&assertion["labels"]));
    }
}

fn add_categories(property: &mut Value, labels: &[&str]) {
    let mut categories: Vec<String> =
        names(&property["categories"]).into_iter().map(str::to_owned).collect();
    for label in labels {
        if !categories.iter().any(|known| known == label) {
            categories.push((*label).to_owned());
        }
    }
    categories.sort();
    property["categories"] = json!(categories);
}

/// Failures: observed ones, those of a hunt, and those that are kept and nobody has told of.
pub(super) fn failures(input: &Input, properties: &[Value]) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for observed in &input.observed {
        all.extend(observed::failures(observed));
    }
    for hunted in &input.hunted {
        for finding in &hunted.findings {
            let token = finding["token"].as_str().unwrap_or_default();
            if !has(&all, token) {
                all.push(json!({
                    "property": hunted.name, "message": finding["message"], "location": finding["location"],
                    "kind": finding["kind"], "token": token, "report": finding["report"],
                    "replay": observed::replay(token, &hunted.name),
                }));
            }
        }
    }
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        for token in kept::tokens(&input.database, name) {
            if !has(&all, &token) {
                let message = "kept from an earlier run, and not among the observed failures";
                all.push(json!({
                    "property": name, "message": message, "location": "", "kind": "kept", "token": token,
                    "replay": observed::replay(&token, name),
                }));
            }
        }
    }
    for failure in &mut all {
        let text = |key: &str| failure[key].as_str().unwrap_or_default();
        let passes = kept::passes(&input.database, text("property"), text("token"));
        failure["passes"] = passes;
    }
    all
}

fn has(failures: &[Value], token: &str) -> bool {
    !token.is_empty() && failures.iter().any(|failure| failure["token"] == token)
}

#[cfg(test)]
mod tests {
    use super::{Input, properties};
    use crate::report::observed;
    use serde_json::json;

    #[test]
    fn sources_with_different_names_for_a_property_are_joined() {
        let mut input = Input::default();
        let line = json!({ "type": "info", "run_start": 1.0, "property": "pkg-props::holds", "title": "figures",
                           "content": r#"{"verdict":"passed","cases":5,"executions":5}"# });
        observed::read(&line.to_string(), &mut input.observed);
        input.classify = Some(json!({ "assertions": [
            { "test": "holds", "file": "tests/props.rs", "line": 3, "framework": "disprove", "labels": ["roundtrip"] },
            { "test": "other", "file": "tests/more.rs", "line": 9, "framework": "proptest", "labels": [] },
        ]}));
        let killed = json!({ "tests": [
            { "name": "props::holds", "kind": "property", "kills": 2, "runs": 4, "rate": 0.5, "labels": ["inclusion"] },
            { "name": "props::unit", "kind": "unit", "labels": [] },
        ]});
        let all = properties(&input, &killed);
        assert_eq!(all.len(), 2);
        assert_eq!(
            (&all[0]["name"], &all[0]["kill_rate"]),
            (&json!("pkg-props::holds"), &json!(0.5))
        );
        assert_eq!(all[0]["categories"], json!(["inclusion", "roundtrip"]));
        assert_eq!(
            (&all[0]["verdict"], &all[0]["framework"]),
            (&json!("passed"), &json!("disprove"))
        );
        assert_eq!((&all[1]["name"], &all[1]["assertions"]), (&json!("other"), &json!(1)));
    }
}
