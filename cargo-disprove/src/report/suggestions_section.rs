//! The section on suggested properties: the stored result of `cargo disprove suggest`.

use super::mutants_section::list;
use serde_json::{Value, json};

/// The section on suggestions.
pub(super) fn suggestions_section(stored: &Value) -> Value {
    let summary = &stored["summary"];
    let mut section = json!({ "package": stored["package"], "list": [] });
    for key in [
        "written",
        "compiled",
        "passed",
        "asked",
        "mutants",
        "not_compiled",
        "of_study",
        "doctests",
        "survivors",
        "detected",
    ] {
        section[key] = summary[key].clone();
    }
    let mut all = Vec::new();
    for suggestion in list(&stored["suggestions"]) {
        let mut own = json!({});
        for key in [
            "name", "shape", "claim", "place", "verdict", "input", "message", "detected", "added",
            "source",
        ] {
            own[key] = suggestion[key].clone();
        }
        own["new"] = json!(suggestion["new"].as_array().map(Vec::len));
        all.push(own);
    }
    section["list"] = json!(all);
    section
}
