//! What a hunt said: the JSON lines of `hunt --json`.

use super::{
    process::ProcessEnd,
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use serde_json::Value;

/// The events of a hunt about each property.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Events {
    /// It has begun to search.
    pub started: bool,
    /// The number of properties that it hunts.
    pub properties: u64,
    /// It printed its summary.
    pub ended: bool,
    /// Properties that have a finding.
    pub findings: Vec<String>,
    /// Properties whose process died: a finding, or soon to be one.
    pub deaths: Vec<String>,
}

impl Events {
    /// Reads complete lines. A line that is cut off or damaged is not an event.
    pub fn read(output: &str) -> Events {
        let mut events = Events::default();
        for line in output.lines() {
            let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
            let key = event["property"].as_str().unwrap_or_default();
            let property = key.rsplit("::").next().unwrap_or_default();
            let property = property.trim_start_matches("r#").to_owned();
            match event["event"].as_str() {
                Some("start") => {
                    events.started = true;
                    events.properties = event["properties"].as_u64().unwrap_or_default();
                }
                Some("end") => events.ended = true,
                Some("finding") => events.findings.push(property),
                Some("death") => events.deaths.push(property),
                _ => {}
            }
        }
        events
    }

    /// Whether the hunt has said that this property fails.
    pub fn know(&self, property: &str) -> bool {
        self.findings.iter().chain(&self.deaths).any(|known| known == property)
    }
}

/// Judges a hunt that ran to its end: failing properties must be reported and in the exit code, others must not.
pub fn judge(tally: &mut Tally, what: &str, hunt: &ProcessEnd, failing: &[&str], holding: &[&str]) {
    let events = Events::read(&hunt.output);
    for property in failing {
        if !events.findings.iter().any(|found| found == property) {
            let summary = hunt.summary();
            tally.harm(Harm::Lost, format!("{what}: `{property}` is not reported; {summary}"));
        } else if hunt.code() != Some(1) {
            let summary = hunt.summary();
            tally.harm(
                Harm::Lost,
                format!("{what}: `{property}` is not in the exit code; {summary}"),
            );
        } else {
            tally.found(1);
        }
    }
    for property in holding {
        if events.know(property) {
            tally.harm(
                Harm::False,
                format!("{what}: `{property}` holds and is reported; {}", hunt.summary()),
            );
        }
    }
    // A hunt that ends before it starts has searched nothing.
    if failing.is_empty() && (hunt.code() != Some(0) || !events.started) {
        let summary = hunt.summary();
        tally.harm(Harm::False, format!("{what}: nothing fails, but the hunt does; {summary}"));
    }
}

/// Checks that the database has entries of the failing properties only.
pub fn judge_saved(
    tally: &mut Tally,
    what: &str,
    sandbox: &Sandbox,
    failing: &[&str],
    holding: &[&str],
) {
    for property in failing.iter().filter(|property| !sandbox.has_saved(property)) {
        tally.harm(Harm::Lost, format!("{what}: `{property}` is not saved"));
    }
    for property in holding.iter().filter(|property| sandbox.has_saved(property)) {
        tally.harm(Harm::False, format!("{what}: `{property}` holds and is saved as a failure"));
    }
}

#[cfg(test)]
mod tests {
    use super::{Events, judge};
    use crate::attack::{
        process::ProcessEnd,
        tally::{Tally, table},
    };
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    #[test]
    fn reads_complete_events_and_ignores_a_line_that_is_cut_off() {
        let events = Events::read(
            "{\"event\":\"start\",\"properties\":2}\n{\"event\":\"death\",\"property\":\"a-b::c::f\"}\n\
             {\"event\":\"finding\",\"property\":\"a-b::g\"}\n{\"event\":\"finding\",\"prop",
        );
        assert!(events.started && events.properties == 2 && !events.ended);
        assert!(events.know("f") && events.know("g") && !events.know("h"));
        assert_eq!(events.findings, ["g"]);
    }

    /// The counts of failures that are found, lost and false, if `fails` must be found and `holds` must not.
    fn counts(code: i32, findings: &[&str]) -> String {
        let finding =
            |name: &&str| format!("{{\"event\":\"finding\",\"property\":\"a::{name}\"}}\n");
        let lines: Vec<String> = findings.iter().map(finding).collect();
        judged(code, lines.concat(), &["fails"])
    }

    /// The same counts of a hunt with this output.
    fn judged(code: i32, output: String, failing: &[&str]) -> String {
        let status = Some(ExitStatus::from_raw(code << 8));
        let hunt = ProcessEnd { status, output, errors: String::new() };
        let mut tally = Tally::new("hunts");
        judge(&mut tally, "one", &hunt, failing, &["holds"]);
        let text = table(&[tally]).to_string();
        let cells = text.lines().nth(1).expect("a row").split_whitespace().skip(2).take(3);
        cells.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_failure_is_found_if_it_is_reported_and_in_the_exit_code() {
        assert_eq!(counts(1, &["fails"]), "1 0 0");
        assert_eq!(counts(0, &["fails"]), "0 1 0");
        assert_eq!(counts(1, &[]), "0 1 0");
        assert_eq!(counts(1, &["fails", "holds"]), "1 0 1");
    }

    #[test]
    fn a_hunt_that_does_not_start_is_harm() {
        let start = "{\"event\":\"start\",\"properties\":2}\n";
        assert_eq!(judged(0, start.to_owned(), &[]), "0 0 0");
        assert_eq!(judged(0, String::new(), &[]), "0 0 1");
        assert_eq!(judged(2, String::new(), &[]), "0 0 1");
        assert_eq!(judged(2, String::new(), &["fails"]), "0 1 0");
    }
}
