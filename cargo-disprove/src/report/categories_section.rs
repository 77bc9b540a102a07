//! The section on categories of assertions, beside the published shares.

use super::{estimate::share, mutants_section::list};
use crate::classify::{AssertionKind, PUBLISHED_UNCATEGORISED};
use disprove_analysis::{
    engine::{Outcome, Tag},
    label::Label,
};
use serde_json::{Value, json};

/// Assertions without a category to show.
const MAX_SHOWN: usize = 40;

/// The section on categories, counted like `cargo disprove classify`.
pub(super) fn categories(classify: &Value) -> Value {
    let (mut assertions, mut uncategorised, mut hidden, mut undetected) = (0, 0, 0, 0);
    let mut without = Vec::new();
    let mut counts = [0_u64; Label::ALL.len()];
    for assertion in list(&classify["assertions"]) {
        let labels = labels(assertion);
        match assertion_kind(assertion, &labels) {
            AssertionKind::Categorised => {}
            AssertionKind::Uncategorised => uncategorised += 1,
            AssertionKind::Hidden => hidden += 1,
            AssertionKind::Undetected => undetected += 1,
            AssertionKind::Unit => continue,
        }
        assertions += 1;
        for (count, label) in counts.iter_mut().zip(Label::ALL) {
            *count += u64::from(labels.contains(&label.name()));
        }
        if labels.is_empty() && without.len() < MAX_SHOWN {
            without.push(json!({
                "test": assertion["test"], "file": assertion["file"], "line": assertion["line"],
                "atoms": assertion["atoms"],
            }));
        }
    }
    let mut rows = Vec::new();
    let mut row = |label: &str, count: u64, published: Option<f64>| {
        rows.push(json!({
            "label": label, "assertions": count, "share": share(count, assertions),
            "published": published.map(|share| share / 100.0),
        }));
    };
    for (label, count) in Label::ALL.into_iter().zip(counts) {
        row(label.name(), count, Some(label.published()));
    }
    row("uncategorised", uncategorised, Some(PUBLISHED_UNCATEGORISED));
    for (label, count) in [("hidden in other files", hidden), ("not detected", undetected)] {
        if count > 0 {
            row(label, count, None);
        }
    }
    json!({
        "mode": classify["mode"],
        "tests": classify["tests"],
        "assertions": assertions,
        "categorised": assertions - uncategorised - hidden - undetected,
        "uncategorised": uncategorised,
        "rows": rows,
        "without": without,
        "unreadable": classify["unreadable"],
    })
}

fn assertion_kind(assertion: &Value, labels: &[&str]) -> AssertionKind {
    let atoms = list(&assertion["atoms"]);
    let has = |outcome: Outcome| atoms.iter().any(|atom| atom["label"] == outcome.name());
    let is_opaque = names(&assertion["tags"]).contains(&Tag::Opaque.name());
    AssertionKind::of(!labels.is_empty(), &has, is_opaque)
}

/// The categories of an assertion of `classify`.
pub(super) fn labels(assertion: &Value) -> Vec<&str> {
    let mut labels = names(&assertion["labels"]);
    labels.retain(|label| *label != Outcome::Uncategorised.name());
    labels
}

/// The strings of a list.
pub(super) fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::categories;
    use serde_json::json;

    #[test]
    fn shares_are_of_the_assertions_about_generated_values() {
        let classify = json!({ "mode": "refined", "tests": 2, "assertions": [
            { "test": "a", "labels": ["roundtrip", "inclusion"], "atoms": [] },
            { "test": "a", "labels": ["uncategorised"], "atoms": [{ "label": "uncategorised" }] },
            { "test": "b", "labels": [], "atoms": [{ "label": "not_property" }] },
            { "test": "b", "labels": [], "tags": ["opaque"], "atoms": [{ "label": "not_detected" }] },
            { "test": "b", "labels": [], "atoms": [{ "label": "not_detected" }] },
        ]});
        let section = categories(&classify);
        assert_eq!((&section["assertions"], &section["uncategorised"]), (&json!(4), &json!(1)));
        assert_eq!(section["categorised"], 1);
        assert_eq!(section["rows"][0]["label"], "roundtrip");
        assert_eq!(section["rows"][0]["share"], 0.25);
        assert_eq!(section["rows"].as_array().map(Vec::len), Some(15));
        assert_eq!(section["rows"][13]["label"], "hidden in other files");
    }
}
