//! What the properties assert, in twelve categories, beside the published shares.

use super::estimate::share;
use disprove_analysis::label::Label;
use serde_json::{Value, json};

/// So many assertions without a category are shown.
const MOST_SHOWN: usize = 40;

/// Of the published assertions, those that have none, in per cent: 94.4 were categorised (paper (e), results of RQ1).
const PUBLISHED_UNCATEGORISED: f64 = 5.6;

/// The section about categories.
pub(super) fn categories(classify: &Value) -> Value {
    let (mut assertions, mut without) = (0, Vec::new());
    let mut counts = [0_u64; Label::ALL.len()];
    for assertion in classify["assertions"].as_array().into_iter().flatten() {
        let labels = names(&assertion["labels"]);
        if labels.is_empty() && is_no_property(assertion) {
            continue;
        }
        assertions += 1;
        for (count, label) in counts.iter_mut().zip(Label::ALL) {
            *count += u64::from(labels.contains(&label.name()));
        }
        if labels.is_empty() {
            without.push(json!({
                "test": assertion["test"], "file": assertion["file"], "line": assertion["line"],
                "atoms": assertion["atoms"],
            }));
        }
    }
    let uncategorised = without.len() as u64;
    without.truncate(MOST_SHOWN);
    let mut rows = Vec::new();
    for (label, count) in Label::ALL.into_iter().zip(counts) {
        rows.push(json!({
            "label": label.name(), "assertions": count, "share": share(count, assertions),
            "published": label.published() / 100.0,
        }));
    }
    rows.push(json!({
        "label": "uncategorised", "assertions": uncategorised, "share": share(uncategorised, assertions),
        "published": PUBLISHED_UNCATEGORISED / 100.0,
    }));
    json!({
        "mode": classify["mode"],
        "tests": classify["tests"],
        "assertions": assertions,
        "categorised": assertions - uncategorised,
        "uncategorised": uncategorised,
        "rows": rows,
        "without": without,
        "unreadable": classify["unreadable"],
    })
}

/// All that it says is about something other than generated values.
fn is_no_property(assertion: &Value) -> bool {
    let atoms = assertion["atoms"].as_array();
    atoms.is_some_and(|atoms| {
        !atoms.is_empty() && atoms.iter().all(|atom| atom["label"] == "not_property")
    })
}

/// The texts of a list.
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
            { "test": "a", "labels": [], "atoms": [{ "label": "uncategorised" }] },
            { "test": "b", "labels": [], "atoms": [{ "label": "not_property" }] },
        ]});
        let section = categories(&classify);
        assert_eq!((&section["assertions"], &section["uncategorised"]), (&json!(2), &json!(1)));
        assert_eq!(section["rows"][0]["label"], "roundtrip");
        assert_eq!(section["rows"][0]["share"], 0.5);
        assert_eq!(section["rows"].as_array().map(Vec::len), Some(13));
    }
}
