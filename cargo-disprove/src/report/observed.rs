//! Observed cases, as the library and Hypothesis write them, a line each.

mod failure;
mod run;

pub(super) use failure::{failures, replay};
pub(super) use run::run;

use serde_json::{Map, Value};

/// The last run of a property.
#[derive(Debug, Default)]
pub(super) struct Observed {
    pub(super) name: String,
    run_start: f64,
    cases: Vec<Case>,
    /// What only the library writes: counts of the whole run, of which the cases may be a sample.
    pub(super) figures: Value,
    /// What is to be said about a property that says little.
    pub(super) weakness: Option<String>,
}

/// A case.
#[derive(Debug)]
struct Case {
    /// Which execution it was, from 1.
    number: u64,
    status: String,
    reason: String,
    phase: String,
    representation: String,
    features: Map<String, Value>,
    seconds: f64,
    /// Where it failed.
    origin: String,
    /// What runs it again, of the smallest failure only.
    decorator: Option<String>,
    notes: Vec<String>,
    seed: String,
    is_smallest: bool,
}

/// Reads lines; of each property the last run counts. Returns how many lines were not understood.
pub(super) fn read(text: &str, all: &mut Vec<Observed>) -> u64 {
    let mut skipped = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let value = serde_json::from_str::<Value>(line).unwrap_or_default();
        let (Some(name), Some(start)) = (value["property"].as_str(), value["run_start"].as_f64())
        else {
            skipped += 1;
            continue;
        };
        let number = all.iter().position(|observed| observed.name == name).unwrap_or_else(|| {
            all.push(Observed { name: name.to_owned(), run_start: start, ..Observed::default() });
            all.len() - 1
        });
        let observed = &mut all[number];
        if start < observed.run_start {
            continue;
        }
        if start > observed.run_start {
            *observed = Observed { name: name.to_owned(), run_start: start, ..Observed::default() };
        }
        observed.add(&value);
    }
    skipped
}

impl Observed {
    fn add(&mut self, line: &Value) {
        if line["type"] == "test_case" {
            self.cases.push(Case::new(line, self.cases.len() as u64 + 1));
            return;
        }
        let content = line["content"].as_str().unwrap_or_default();
        match line["title"].as_str() {
            Some("figures") => self.figures = serde_json::from_str(content).unwrap_or_default(),
            Some("weakness") => self.weakness = Some(content.to_owned()),
            _ => {}
        }
    }

    pub(super) fn run_start(&self) -> f64 {
        self.run_start
    }
}

impl Case {
    fn new(line: &Value, place: u64) -> Case {
        let metadata = &line["metadata"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let notes = metadata["notes"].as_array().into_iter().flatten().map(text).collect();
        let execution = metadata["backend"]["execution"].as_str();
        let how = line["how_generated"].as_str().unwrap_or_default();
        let timing = line["timing"].as_object();
        let spent = timing.map_or(0.0, |timing| timing.values().filter_map(Value::as_f64).sum());
        Case {
            number: execution.and_then(|number| number.parse().ok()).unwrap_or(place),
            status: text(&line["status"]),
            reason: text(&line["status_reason"]),
            phase: phase(how, metadata["phase"].as_str()),
            representation: text(&line["representation"]),
            features: line["features"].as_object().cloned().unwrap_or_default(),
            seconds: line["timing"]["execute:test"].as_f64().unwrap_or(spent),
            origin: text(&metadata["interesting_origin"]),
            decorator: metadata["reproduction_decorator"].as_str().map(str::to_owned),
            notes,
            seed: text(&metadata["backend"]["seed"]),
            is_smallest: how == "minimal failing test case",
        }
    }

    fn failed(&self) -> bool {
        self.status == "failed"
    }
}

/// `generate`, `shrink`, ..: Hypothesis tells it only in words.
fn phase(how: &str, phase: Option<&str>) -> String {
    let words = how.strip_prefix("during ").and_then(|rest| rest.strip_suffix(" phase"));
    phase.or(words).unwrap_or("generate").to_owned()
}

#[cfg(test)]
mod tests;
