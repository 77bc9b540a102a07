//! The list of tests and assertions as text.

use super::file::{AssertionKind, FileOutcome, Survey, assertion_kind, framework_name};
use disprove_analysis::{
    engine::{Atom, Judged, JudgedAssertion, Tag},
    label::Label,
};
use std::fmt::Write as _;

/// Length limit of an assertion, so that it fits on a line beside its category.
const MAX_TEXT: usize = 90;

/// The list of all files.
pub(super) fn text(survey: &Survey, explain: bool) -> String {
    let mut out = String::new();
    for file in &survey.files {
        let FileOutcome::Read { properties, hidden, .. } = &file.outcome else { continue };
        if properties.is_empty() && hidden.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{}", file.file);
        for judged in properties {
            test(&mut out, judged, explain);
        }
        for hidden in hidden {
            let _ = writeln!(
                out,
                "  line {}: {} may contain invisible tests",
                hidden.line, hidden.what
            );
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    if out.is_empty() {
        out.push_str("no property tests found");
    }
    out
}

fn test(out: &mut String, judged: &Judged, explain: bool) {
    let stateful = if judged.stateful { ", stateful" } else { "" };
    let _ = writeln!(
        out,
        "  {} (line {}, {}{stateful})",
        judged.test,
        judged.line,
        framework_name(judged.framework)
    );
    if judged.assertions.is_empty() {
        let _ = writeln!(out, "    {}", nothing(judged));
    }
    for assertion in &judged.assertions {
        let place = format!("{}:{}", assertion.line, assertion.column);
        let category = category(assertion);
        let text = shortened(&assertion.text);
        let tags = tags(&assertion.tags);
        let _ = writeln!(out, "    {place:8} {category:22} {text}{tags}");
        if explain {
            for atom in &assertion.atoms {
                explanation(out, atom, assertion.atoms.len() > 1);
            }
        }
    }
    if judged.implicit_only && !judged.assertions.is_empty() {
        let _ = writeln!(out, "    {}", nothing(judged));
    }
}

fn nothing(judged: &Judged) -> &'static str {
    if judged.implicit_only {
        "asserts nothing about generated values, only that the code does not fail"
    } else {
        "asserts nothing"
    }
}

/// The categories of an assertion, or why it has none.
fn category(assertion: &JudgedAssertion) -> String {
    match assertion_kind(assertion) {
        AssertionKind::Categorised => {
            let words: Vec<_> = assertion.labels.iter().map(|label| words(*label)).collect();
            words.join(", ")
        }
        AssertionKind::Uncategorised => "uncategorised".to_owned(),
        AssertionKind::Hidden => "hidden".to_owned(),
        AssertionKind::Undetected => "not detected".to_owned(),
        AssertionKind::Unit => "no generated value".to_owned(),
    }
}

/// A category in words.
pub(super) fn words(label: Label) -> String {
    label.name().replace('_', " ")
}

fn tags(tags: &[Tag]) -> String {
    if tags.is_empty() {
        return String::new();
    }
    let names: Vec<_> = tags.iter().map(|tag| tag.name()).collect();
    format!("  [{}]", names.join(", "))
}

/// The influences on both sides, and the rule.
fn explanation(out: &mut String, atom: &Atom, is_one_of_several: bool) {
    if is_one_of_several {
        let label = atom.label.name().replace('_', " ");
        let _ = writeln!(out, "             {}: {label}", shortened(&atom.text));
    }
    for (side, influences) in [("left", &atom.left), ("right", &atom.right)] {
        let mut all: Vec<_> = influences.iter().map(|text| shortened(text)).collect();
        if all.is_empty() {
            all.push("no generated value".to_owned());
        }
        let _ = writeln!(out, "             {side:5}  {}", all.join("; "));
    }
    match atom.rule.row() {
        0 => {
            let _ = writeln!(out, "             {}", atom.rule.text());
        }
        row => {
            let _ = writeln!(out, "             rule {row}: {}", atom.rule.text());
        }
    }
}

/// The text on one line, shortened.
pub(super) fn shortened(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    if short.chars().count() > MAX_TEXT {
        short = short.chars().take(MAX_TEXT - 2).collect();
        short.push_str("..");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{MAX_TEXT, shortened};

    #[test]
    fn texts_are_joined_to_one_line_and_shortened() {
        assert_eq!(shortened("assert (\n    a == b\n)"), "assert ( a == b )");
        let long = shortened(&"ä".repeat(200));
        assert_eq!(long.chars().count(), MAX_TEXT);
        assert!(long.ends_with("ä.."));
    }
}
