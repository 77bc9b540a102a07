//! Leaves out suggestions that a property of the project states already.

use super::{package::Package, suggestion::Suggestion, value::Helper};
use crate::classify::{Survey, walk};
use disprove_analysis::{
    engine::{Judged, Mode, judge},
    label::Label,
    rust,
};
use std::collections::BTreeSet;

/// What a property compares, and the functions that it calls.
#[derive(Debug)]
pub(super) struct Known {
    name: String,
    labels: BTreeSet<Label>,
    calls: BTreeSet<String>,
}

/// The properties of a project.
pub(super) fn properties(package: &Package) -> Vec<Known> {
    let files = walk(&package.folder, Some(&package.folder), Some(&package.target));
    let survey = Survey::of(&files, Mode::Refined, &rust::Options::default());
    survey.properties().map(|(_, judged)| known(judged)).collect()
}

/// The name of the property that says the same as a suggestion.
pub(super) fn duplicate(
    suggestion: &Suggestion,
    helpers: &[Helper],
    existing: &[Known],
) -> Option<String> {
    if existing.is_empty() {
        return None;
    }
    let file = super::source::SourceFile::new(std::slice::from_ref(suggestion), helpers, false);
    let read = rust::read(&file.text, &rust::Options::default()).ok()?;
    let own = judge(&read, &file.text, Mode::Refined);
    let own = known(own.iter().find(|it| it.test.ends_with(&*suggestion.name))?);
    let wanted: BTreeSet<&str> =
        suggestion.functions.iter().filter_map(|it| it.rsplit("::").next()).collect();
    let says_the_same = |it: &&Known| {
        let calls = wanted.iter().all(|name| it.calls.contains(*name));
        let compares =
            own.labels.is_empty() || own.labels.intersection(&it.labels).next().is_some();
        !wanted.is_empty() && calls && compares
    };
    existing.iter().find(says_the_same).map(|it| it.name.clone())
}

fn known(judged: &Judged) -> Known {
    let mut known =
        Known { name: judged.test.clone(), labels: BTreeSet::new(), calls: BTreeSet::new() };
    for assertion in &judged.assertions {
        known.labels.extend(&assertion.labels);
        for atom in &assertion.atoms {
            for text in std::iter::once(&atom.text).chain(&atom.left).chain(&atom.right) {
                calls(text, &mut known.calls);
            }
        }
    }
    known
}

/// The names before opening brackets.
fn calls(text: &str, found: &mut BTreeSet<String>) {
    for (at, _) in text.match_indices('(') {
        let before = text[..at].trim_end();
        // `parse::<u8>(..)`.
        let before = match before.strip_suffix('>') {
            Some(_) => before.rsplit_once("::<").map_or(before, |(name, _)| name),
            None => before,
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = &before[before.trim_end_matches(is_name).len()..];
        // `"1".parse::<u8>()` is a call of the function that implements `FromStr`.
        let name = if name == "parse" { ["parse", "from_str"].as_slice() } else { &[name] };
        found.extend(name.iter().map(|it| (*it).to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Suggestion, duplicate, judge, known, rust};

    #[test]
    fn an_assertion_of_the_same_category_and_functions_is_a_duplicate() {
        let call = "assert_eq!(own::gcd(a, b), own::gcd(b, a));";
        let suggestion = Suggestion {
            functions: vec!["own::gcd".to_owned()],
            source: format!("#[property]\nfn swapped(a: u32, b: u32) {{\n    {call}\n}}\n"),
            ..Suggestion::named("swapped")
        };
        for (assertion, is_duplicate) in [
            ("assert_eq!(gcd(x, y), gcd(y, x))", true),
            ("assert_eq!(lcm(x, y), lcm(y, x))", false),
            ("assert!(gcd(x, y) > 0)", false),
        ] {
            let text = format!("#[property]\nfn stated(x: u32, y: u32) {{ {assertion}; }}");
            let read = rust::read(&text, &rust::Options::default()).expect("it is Rust");
            let all: Vec<_> = judge(&read, &text, Mode::Refined).iter().map(known).collect();
            assert_eq!(duplicate(&suggestion, &[], &all).is_some(), is_duplicate, "{assertion}");
        }
    }
}
