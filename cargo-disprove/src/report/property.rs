//! Joins the results of all sources by property.

use super::{
    categories_section::{labels, names},
    input::Input,
    mutants_section::list,
    observed, saved_failures,
    test_names::{find, find_in_file, short},
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Joins the results of each property. `mutants` is the section on mutants.
pub(super) fn properties(input: &Input, mutants: &Value) -> Vec<Value> {
    let mut index = PropertyIndex::default();
    for test in list(&mutants["tests"]).iter().filter(|test| test["kind"] == "property") {
        let property = index.property(test["name"].as_str().unwrap_or_default());
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
        let property = index.property(&observed.name);
        // Other commands of this tool use the name of the library.
        property["name"] = json!(observed.name);
        for (key, value) in observed::run(observed) {
            property[key] = value;
        }
        if property["framework"].is_null() && !observed.figures.is_null() {
            property["framework"] = json!("disprove");
        }
    }
    for events in &input.hunt_events {
        let property = index.property(&events.name);
        property["growth"] = events.growth();
        if let Some(hunt) = events.hunt() {
            property["hunt"] = hunt;
        }
        if !events.findings.is_empty() {
            property["verdict"] = json!("falsified");
        }
    }
    if let Some(classify) = &input.classify {
        classified(&mut index, classify);
    }
    let mut all = index.all;
    for property in &mut all {
        let name = &property["name"].as_str().unwrap_or_default().to_owned();
        property["kept"] = json!(saved_failures::tokens(input.database.as_ref(), name).len());
        property["short"] = json!(short(name));
    }
    all.sort_by(|a, b| (rank(a), a["name"].as_str()).cmp(&(rank(b), b["name"].as_str())));
    all
}

/// Sorts failures first.
fn rank(property: &Value) -> u8 {
    match property["verdict"].as_str() {
        Some("falsified") => 0,
        Some("flaky") => 1,
        Some("gave_up") => 2,
        Some(_) => 3,
        None => 4,
    }
}

/// The properties so far, by function: only properties with the same function name can be the same.
#[derive(Default)]
struct PropertyIndex {
    all: Vec<Value>,
    by_function: HashMap<String, Vec<usize>>,
}

impl PropertyIndex {
    /// The property that `find` selects among the names, or a new one.
    fn find_or_add(&mut self, name: &str, find: impl Fn(&[&str]) -> Option<usize>) -> &mut Value {
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
        self.find_or_add(name, |names| find(name, names))
    }
}

fn classified(index: &mut PropertyIndex, classify: &Value) {
    for assertion in list(&classify["assertions"]) {
        let (Some(test), Some(file)) = (assertion["test"].as_str(), assertion["file"].as_str())
        else {
            continue;
        };
        let property = index.find_or_add(test, |names| find_in_file(test, file, names));
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
        add_categories(property, &labels(assertion));
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

/// Failures: observed ones, those of a hunt, and other saved ones.
pub(super) fn failures(input: &Input, properties: &[Value]) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for observed in &input.observed {
        all.extend(observed::failures(observed));
    }
    for events in &input.hunt_events {
        for finding in &events.findings {
            let token = finding["token"].as_str().unwrap_or_default();
            if !has(&all, token) {
                all.push(json!({
                    "property": events.name, "message": finding["message"], "location": finding["location"],
                    "kind": finding["kind"], "token": token, "report": finding["report"],
                    "replay": observed::replay(token, &events.name),
                }));
            }
        }
    }
    for property in properties {
        let name = property["name"].as_str().unwrap_or_default();
        for token in saved_failures::tokens(input.database.as_ref(), name) {
            if !has(&all, &token) {
                let message = "saved by an earlier run, not among the observed failures";
                all.push(json!({
                    "property": name, "message": message, "location": "", "kind": "kept", "token": token,
                    "replay": observed::replay(&token, name),
                }));
            }
        }
    }
    for failure in &mut all {
        let text = |key: &str| failure[key].as_str().unwrap_or_default();
        let passes =
            saved_failures::passes(input.database.as_ref(), text("property"), text("token"));
        failure["passes"] = passes;
    }
    all
}

fn has(failures: &[Value], token: &str) -> bool {
    !token.is_empty() && failures.iter().any(|failure| failure["token"] == token)
}

#[cfg(test)]
mod tests {
    use super::{Input, failures, properties};
    use crate::report::{hunt_events, observed};
    use disprove::{
        __private::{DataFolder, database_in},
        Database,
        prelude::*,
    };
    use serde_json::json;
    use std::{env, fs, process};

    #[test]
    fn failures_are_listed_that_are_only_saved() {
        let path = env::temp_dir().join(format!("disprove-only-saved-{}", process::id()));
        let folder = DataFolder::chosen(&path);
        let tree = any::<u8>().encode(&7).expect("a number");
        database_in(folder.clone()).save("a::f", &tree).expect("it is saved");
        let input = Input { database: Some(folder), ..Input::default() };
        let all = failures(&input, &[json!({ "name": "a::f" }), json!({ "name": "a::g" })]);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((&all[0]["kind"], &all[0]["token"]), (&"kept".into(), &tree.to_token().into()));
        fs::remove_dir_all(path).expect("it was made");
    }

    #[test]
    fn failures_of_a_hunt_are_listed() {
        let line =
            json!({ "event": "finding", "property": "a::f", "kind": "flaky", "token": "d1:A" });
        let (hunt_events, _) = hunt_events::read(&line.to_string());
        let input = Input { hunt_events, ..Input::default() };
        assert_eq!(properties(&input, &json!(null))[0]["verdict"], "falsified");
        let all = failures(&input, &[]);
        assert_eq!(all.len(), 1, "{all:?}");
        let parts = ["property", "kind", "token"].map(|key| all[0][key].clone());
        assert_eq!(parts, ["a::f", "flaky", "d1:A"]);
    }

    #[test]
    fn different_names_of_a_property_are_joined() {
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
