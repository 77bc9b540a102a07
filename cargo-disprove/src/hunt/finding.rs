//! Findings of a hunt.

use super::history::History;
use serde_json::{Value, json};
use std::fmt::Write;

/// A failure of a property, or another problem with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    pub(crate) property: String,
    pub(crate) kind: FindingKind,
    /// The replay token; empty if the input is unknown.
    pub(crate) token: String,
    /// The command that runs it again, if there is a token.
    pub(crate) replay: String,
    pub(crate) message: String,
    pub(crate) location: String,
    /// The next `cargo test` tries it first.
    pub(crate) saved: bool,
    /// The report as text; empty if an earlier finding contains it, or if there is none.
    pub(crate) report: String,
    pub(crate) is_reduced: bool,
    /// The search that found it, or where a known input came from; empty if that is not known.
    pub(crate) found_by: String,
}

/// A failure that is not reduced: the crash of a worker, or what a worker found before it was stopped.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreducedFailure {
    pub(crate) kind: FindingKind,
    pub(crate) message: String,
    pub(crate) location: String,
    /// Candidates for the input that caused it: replay tokens, or what the journal of the worker contains.
    pub(crate) inputs: Vec<String>,
    /// Number of the case, and seed of the process that ran it.
    pub(crate) case: u64,
    pub(crate) seed: u64,
    /// The process was killed because it exceeded the time limit.
    pub(crate) is_slow: bool,
    /// The process died of a signal that asks programs to end, perhaps not because of the property.
    pub(crate) was_terminated: bool,
    /// What the process did before, if it crashed.
    pub(crate) history: History,
    /// Whether a worker could save the input, once it has tried.
    pub(crate) saved: Option<bool>,
}

impl UnreducedFailure {
    /// The finding, with the reason why it is not reduced.
    pub(super) fn into_finding(self, why: &str) -> Finding {
        let token = self.inputs.into_iter().find(|input| input.starts_with("d1:"));
        Finding {
            kind: self.kind,
            token: token.unwrap_or_default(),
            message: format!("{}\nit is not reduced: {why}", self.message),
            location: self.location,
            saved: self.saved == Some(true),
            ..Finding::default()
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FindingKind {
    #[default]
    Failure,
    /// Does not fail every time.
    Flaky,
    /// Its process died, and the input could not be reduced.
    Death,
    /// Its generator or its history panics.
    Broken,
}

impl FindingKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            FindingKind::Failure => "failure",
            FindingKind::Flaky => "flaky",
            FindingKind::Death => "death",
            FindingKind::Broken => "broken",
        }
    }
}

impl Finding {
    /// What is known of a finding without a report: the message and the command that runs it again.
    pub(super) fn details(&self) -> String {
        let mut text = format!("{}:\n\n", self.property);
        for line in self.message.lines() {
            let _ = writeln!(text, "    {line}");
        }
        if !self.token.is_empty() {
            let _ = writeln!(text, "\nrun it again: {}", self.replay);
        }
        text
    }

    /// A one-line summary.
    pub(super) fn line(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        let place =
            if self.location.is_empty() { String::new() } else { format!("  {}", self.location) };
        format!("{}: {}: {message}{place}", self.property, self.kind.name())
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "event": "finding",
            "property": self.property,
            "kind": self.kind.name(),
            "message": self.message,
            "location": self.location,
            "token": self.token,
            "saved": self.saved,
            "report": self.report,
            "reduced": self.is_reduced,
            "found_by": self.found_by,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Finding, FindingKind, UnreducedFailure};
    use serde_json::json;

    #[test]
    fn each_part_of_a_finding_has_its_key() {
        let finding = Finding {
            property: "p::f".to_owned(),
            kind: FindingKind::Flaky,
            token: "d1:A".to_owned(),
            replay: "cargo disprove replay d1:A p::f".to_owned(),
            message: "too large".to_owned(),
            location: "src/lib.rs:3:5".to_owned(),
            saved: true,
            report: "f fails".to_owned(),
            is_reduced: false,
            found_by: "mutate".to_owned(),
        };
        let expected = json!({
            "event": "finding", "property": "p::f", "kind": "flaky", "message": "too large", "location": "src/lib.rs:3:5",
            "token": "d1:A", "saved": true, "report": "f fails", "reduced": false, "found_by": "mutate"
        });
        assert_eq!(finding.json(), expected);
    }

    #[test]
    fn a_failure_that_is_not_reduced_keeps_its_kind() {
        use FindingKind::{Broken, Death, Failure, Flaky};
        let kinds = [Failure, Flaky, Death, Broken].map(|kind| {
            let inputs = vec!["7".to_owned(), "d1:A".to_owned()];
            let failure = UnreducedFailure { kind, inputs, ..UnreducedFailure::default() };
            let finding = failure.into_finding("it took too long");
            assert_eq!(
                (&*finding.token, &*finding.report, finding.is_reduced),
                ("d1:A", "", false)
            );
            finding.kind.name()
        });
        assert_eq!(kinds, ["failure", "flaky", "death", "broken"]);
        let unknown =
            UnreducedFailure { inputs: vec!["7".to_owned()], ..UnreducedFailure::default() };
        let finding = unknown.into_finding("it took too long");
        assert_eq!((&*finding.token, finding.saved), ("", false));
    }
}
