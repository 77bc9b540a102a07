//! What a hunt has found.

use serde_json::{Value, json};

/// A failure, or something else that is wrong with a property.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    pub(crate) property: String,
    pub(crate) kind: Kind,
    /// Empty, if there is none.
    pub(crate) token: String,
    pub(crate) message: String,
    pub(crate) location: String,
    /// The next `cargo test` tries it first.
    pub(crate) saved: bool,
    /// As people read it; empty, if an earlier finding has it.
    pub(crate) report: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Failure,
    /// It does not fail every time.
    Flaky,
    /// Its process died, and it is not known of what.
    Death,
    /// It cannot be run.
    Broken,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Failure => "failure",
            Kind::Flaky => "flaky",
            Kind::Death => "death",
            Kind::Broken => "broken",
        }
    }
}

impl Finding {
    /// One line.
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
