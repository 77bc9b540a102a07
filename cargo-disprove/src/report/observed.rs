//! Reads observed cases: JSON lines of the library and of Hypothesis.

mod failure;
mod run;

pub(super) use failure::{failures, replay};
pub(super) use run::run;

use serde_json::{Map, Value};

/// The last run of a property.
#[derive(Debug, Default)]
pub(super) struct ObservedRun {
    pub(super) name: String,
    run_start: f64,
    cases: Vec<Case>,
    /// Counts of the whole run, which only the library writes. The cases may be a sample.
    pub(super) figures: Value,
    /// Why the property is weak, if it is.
    pub(super) weakness: Option<String>,
}

/// A case.
#[derive(Debug)]
struct Case {
    /// Number of the execution, from 1.
    number: u64,
    status: String,
    reason: String,
    phase: String,
    representation: String,
    features: Map<String, Value>,
    seconds: f64,
    /// Where it failed.
    origin: String,
    /// The attribute that replays it, for reduced failures only.
    decorator: Option<String>,
    notes: Vec<String>,
    seed: String,
    is_smallest: bool,
}

/// Reads lines; the last run of each property counts. Returns the number of invalid lines.
pub(super) fn read(text: &str, all: &mut Vec<ObservedRun>) -> u64 {
    let mut skipped = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let value = serde_json::from_str::<Value>(line).unwrap_or_default();
        let (Some(name), Some(start)) = (value["property"].as_str(), value["run_start"].as_f64())
        else {
            skipped += 1;
            continue;
        };
        let number = all.iter().position(|observed| observed.name == name).unwrap_or_else(|| {
            all.push(ObservedRun {
                name: name.to_owned(),
                run_start: start,
                ..ObservedRun::default()
            });
            all.len() - 1
        });
        let observed = &mut all[number];
        if start < observed.run_start {
            continue;
        }
        if start > observed.run_start {
            *observed =
                ObservedRun { name: name.to_owned(), run_start: start, ..ObservedRun::default() };
        }
        observed.add(&value);
    }
    skipped
}

impl ObservedRun {
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

    /// Whether it is part of the search, and not of the reduction.
    fn is_searched(&self) -> bool {
        self.phase != "shrink" && self.phase != "explain"
    }

    fn failed(&self) -> bool {
        self.status == "failed"
    }
}

/// `generate`, `shrink`, ..: Hypothesis writes it only in words.
fn phase(how: &str, phase: Option<&str>) -> String {
    let words = how.strip_prefix("during ").and_then(|rest| rest.strip_suffix(" phase"));
    phase.or(words).unwrap_or("generate").to_owned()
}

#[cfg(test)]
mod tests;
