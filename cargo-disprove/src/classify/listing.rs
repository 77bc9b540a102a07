//! The tests of all files with their assertions, for people.

use super::file::{Outcome, Standing, Survey, framework, standing};
use disprove_analysis::{
    engine::{Atom, Judged, JudgedAssertion, Tag},
    label::Label,
};
use std::fmt::Write as _;

/// As much of an assertion as fits on a line beside its category.
const LONGEST: usize = 90;

/// All of it.
pub(super) fn text(survey: &Survey, explain: bool) -> String {
    let mut out = String::new();
    for file in &survey.files {
        let Outcome::Read { properties, hidden, .. } = &file.outcome else { continue };
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
                "  line {}: {} may hold tests that cannot be seen",
                hidden.line, hidden.what
            );
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    if out.is_empty() {
        out.push_str("no property test was found");
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
        framework(judged.framework)
    );
    if judged.assertions.is_empty() {
        let _ = writeln!(out, "    {}", nothing(judged));
    }
    for assertion in &judged.assertions {
        let place = format!("{}:{}", assertion.line, assertion.column);
        let category = category(assertion);
        let text = shortened(&assertion.text);
        let remarks = remarks(&assertion.tags);
        let _ = writeln!(out, "    {place:8} {category:22} {text}{remarks}");
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
        "asserts nothing about generated values, but that the code does not fail"
    } else {
        "asserts nothing"
    }
}

/// The categories of an assertion, or why it has none.
fn category(assertion: &JudgedAssertion) -> String {
    match standing(assertion) {
        Standing::Categorised => {
            let words: Vec<_> = assertion.labels.iter().map(|label| words(*label)).collect();
            words.join(", ")
        }
        Standing::Uncategorised => "uncategorised".to_owned(),
        Standing::Hidden => "hidden".to_owned(),
        Standing::Unseen => "not detected".to_owned(),
        Standing::Unit => "no generated value".to_owned(),
    }
}

/// A category in words.
pub(super) fn words(label: Label) -> String {
    label.name().replace('_', " ")
}

fn remarks(tags: &[Tag]) -> String {
    if tags.is_empty() {
        return String::new();
    }
    let names: Vec<_> = tags.iter().map(|tag| tag.name()).collect();
    format!("  [{}]", names.join(", "))
}

/// What influences both sides, and the rule.
fn explanation(out: &mut String, atom: &Atom, is_one_of_several: bool) {
    if is_one_of_several {
        let label = atom.label.name().replace('_', " ");
        let _ = writeln!(out, "             {}: {label}", shortened(&atom.text));
    }
    for (side, influences) in [("left", &atom.left), ("right", &atom.right)] {
        let mut all: Vec<_> = influences.iter().map(|text| shortened(text)).collect();
        if all.is_empty() {
            all.push("nothing that is generated".to_owned());
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

/// On one line, and not too long.
pub(super) fn shortened(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    if short.chars().count() > LONGEST {
        short = short.chars().take(LONGEST - 2).collect();
        short.push_str("..");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, shortened};

    #[test]
    fn texts_are_put_on_one_line_and_cut() {
        assert_eq!(shortened("assert (\n    a == b\n)"), "assert ( a == b )");
        let long = shortened(&"ä".repeat(200));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.ends_with("ä.."));
    }
}
