//! Reads the events of `cargo disprove hunt --json`.

use serde_json::{Value, json};

/// The events of a property.
#[derive(Debug, Default)]
pub(super) struct HuntEvents {
    pub(super) name: String,
    /// Executions and corpus entries over time.
    growth: Vec<(u64, u64)>,
    pub(super) findings: Vec<Value>,
}

impl HuntEvents {
    pub(super) fn growth(&self) -> Value {
        json!(self.growth.iter().map(|(x, y)| json!([x, y])).collect::<Vec<_>>())
    }
}

/// Reads the JSON lines; other lines are skipped.
pub(super) fn read(text: &str) -> Vec<HuntEvents> {
    let mut all: Vec<HuntEvents> = Vec::new();
    for line in text.lines() {
        let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
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
                // A property that waits for its turn does not change.
                if events.growth.last() != Some(&point) {
                    events.growth.push(point);
                }
            }
            Some("finding") => events.findings.push(event),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn progress_becomes_points_and_findings_are_collected() {
        let text = r#"{"event":"start","properties":1}
{"event":"progress","property":"a::f","executions":10,"corpus":1}
{"event":"progress","property":"a::f","executions":10,"corpus":1}
no JSON
{"event":"finding","property":"a::f","kind":"failure","token":"d1:A"}
{"event":"property","property":"a::f","executions":90,"corpus":4}"#;
        let all = read(text);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].growth().to_string(), "[[10,1],[90,4]]");
        assert_eq!(all[0].findings[0]["token"], "d1:A");
    }
}
