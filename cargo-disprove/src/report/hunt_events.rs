//! Reads the events of `cargo disprove hunt --json`.

use crate::web::sample::{Sample, Samples};
use serde_json::{Value, json};

/// The events of a property.
#[derive(Debug, Default)]
pub(super) struct HuntEvents {
    pub(super) name: String,
    /// Executions and corpus entries over time.
    growth: Vec<(u64, u64)>,
    samples: Samples,
    /// What each search has found, by the last event.
    searches: Value,
    pub(super) findings: Vec<Value>,
}

impl HuntEvents {
    pub(super) fn growth(&self) -> Value {
        json!(self.growth.iter().map(|(x, y)| json!([x, y])).collect::<Vec<_>>())
    }
}

impl HuntEvents {
    /// Counts over time and by search; `None` for a log without them.
    pub(super) fn hunt(&self) -> Option<Value> {
        self.samples.last()?;
        let samples: Vec<Value> = self.samples.to_vec().iter().map(Sample::json).collect();
        Some(json!({ "samples": samples, "searches": self.searches }))
    }

    /// Logs of earlier versions have no times.
    fn sample(&mut self, event: &Value) {
        let count = |key: &str| event[key].as_u64();
        let (Some(seconds), Some(cases)) = (event["seconds"].as_f64(), count("cases")) else {
            return;
        };
        // A log may contain several hunts.
        if self.samples.last().is_some_and(|last| last.seconds > seconds) {
            self.samples = Samples::default();
        }
        let coverage = count("coverage");
        if self.samples.last().is_none() && seconds > 0.0 {
            // The log begins some seconds after the hunt.
            let start = Sample { coverage: coverage.map(|_| 0), ..Sample::default() };
            self.samples.add(start);
        }
        self.samples.add(Sample {
            seconds,
            executions: count("executions").unwrap_or(0),
            cases,
            corpus: count("corpus").unwrap_or(0),
            coverage,
        });
        self.searches = event["searches"].clone();
    }
}

/// Reads the JSON lines, and counts the lines that are not JSON.
pub(super) fn read(text: &str) -> (Vec<HuntEvents>, usize) {
    let mut all: Vec<HuntEvents> = Vec::new();
    let mut skipped = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Ok(event) = serde_json::from_str::<Value>(line) else {
            skipped += 1;
            continue;
        };
        let Some(name) = event["property"].as_str() else { continue };
        let number = all.iter().position(|events| events.name == name).unwrap_or_else(|| {
            all.push(HuntEvents { name: name.to_owned(), ..HuntEvents::default() });
            all.len() - 1
        });
        let events = &mut all[number];
        match event["event"].as_str() {
            Some("progress" | "property") => {
                let point = (
                    event["executions"].as_u64().unwrap_or(0),
                    event["corpus"].as_u64().unwrap_or(0),
                );
                events.sample(&event);
                // A property that waits for its turn does not change.
                if events.growth.last() != Some(&point) {
                    events.growth.push(point);
                }
            }
            Some("finding") => events.findings.push(event),
            _ => {}
        }
    }
    (all, skipped)
}

#[cfg(test)]
mod tests {
    use super::{json, read};

    #[test]
    fn progress_becomes_points_and_findings_are_collected() {
        let text = r#"{"event":"start","properties":1}
{"event":"progress","property":"a::f","executions":10,"corpus":1}
{"event":"progress","property":"a::f","executions":10,"corpus":1}
no JSON
{"event":"finding","property":"a::f","kind":"failure","token":"d1:A"}
{"event":"property","property":"a::f","executions":90,"corpus":4}"#;
        let (all, skipped) = read(text);
        assert_eq!((all.len(), skipped), (1, 1));
        assert_eq!(all[0].growth().to_string(), "[[10,1],[90,4]]");
        assert_eq!(all[0].findings[0]["token"], "d1:A");
        assert_eq!(all[0].hunt(), None);
    }

    #[test]
    fn times_become_samples_of_the_last_hunt() {
        let event = |seconds: f64, executions: u64, corpus: u64| {
            let searches = [json!({ "name": "mutate", "executions": executions })];
            let event = json!({
                "event": "progress", "property": "a", "seconds": seconds, "executions": executions,
                "cases": executions, "corpus": corpus, "coverage": 7, "searches": searches,
            });
            event.to_string()
        };
        let text = [event(5.0, 900, 9), event(0.0, 0, 0), event(5.0, 10, 1)].join("\n");
        let hunt = read(&text).0[0].hunt().expect("samples");
        assert_eq!(hunt["samples"], json!([[0.0, 0, 0, 0, 7], [5.0, 10, 10, 1, 7]]));
        assert_eq!(hunt["searches"][0]["executions"], 10);
        let hunt = read(&event(5.0, 10, 1)).0[0].hunt().expect("samples");
        assert_eq!(hunt["samples"], json!([[0.0, 0, 0, 0, 0], [5.0, 10, 10, 1, 7]]));
    }
}
