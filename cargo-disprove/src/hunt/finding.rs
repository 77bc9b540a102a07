//! Findings of a hunt.

use serde_json::{Value, json};

/// A failure of a property, or another problem with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    pub(crate) property: String,
    pub(crate) kind: FindingKind,
    /// The replay token; empty if the input is unknown.
    pub(crate) token: String,
    pub(crate) message: String,
    pub(crate) location: String,
    /// The next `cargo test` tries it first.
    pub(crate) saved: bool,
    /// The report as text; empty if an earlier finding contains it.
    pub(crate) report: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FindingKind {
    #[default]
    Failure,
    /// Does not fail every time.
    Flaky,
    /// Its process died, and the input could not be reduced.
    Death,
    /// Cannot be run.
    Broken,
}

impl FindingKind {
    fn name(self) -> &'static str {
        match self {
            FindingKind::Failure => "failure",
            FindingKind::Flaky => "flaky",
            FindingKind::Death => "death",
            FindingKind::Broken => "broken",
        }
    }
}

impl Finding {
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
        })
    }
}
