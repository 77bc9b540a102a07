//! The functions that assertions are about.

use super::file::{Standing, Survey, standing};
use disprove_analysis::{engine::JudgedAssertion, label::Label};
use std::collections::BTreeMap;

/// A function of the code under test, and what is asserted of its results.
#[derive(Default)]
pub(super) struct Subject {
    /// How many assertions have each category.
    pub(super) labels: BTreeMap<Label, usize>,
    pub(super) assertions: usize,
    /// Assertions with no other category than constant equality.
    pub(super) constants: usize,
    /// The first test that is about it, and where.
    pub(super) test: String,
    pub(super) place: String,
}

/// Everywhere, and never what a property is about.
const COMMON: [&str; 71] = [
    "Box",
    "Err",
    "False",
    "None",
    "Ok",
    "Reverse",
    "Some",
    "True",
    "Vec",
    "abs",
    "all",
    "and",
    "any",
    "as_bytes",
    "as_ref",
    "as_slice",
    "as_str",
    "assert",
    "bool",
    "bytes",
    "clone",
    "cloned",
    "collect",
    "contains",
    "contains_key",
    "copied",
    "dict",
    "enumerate",
    "eq",
    "float",
    "for",
    "format",
    "frozenset",
    "get",
    "hasattr",
    "id",
    "if",
    "in",
    "int",
    "into",
    "into_iter",
    "is",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "isinstance",
    "iter",
    "keys",
    "len",
    "list",
    "map",
    "matches",
    "max",
    "min",
    "not",
    "or",
    "range",
    "repr",
    "set",
    "sorted",
    "str",
    "sum",
    "to_owned",
    "to_string",
    "to_vec",
    "tuple",
    "type",
    "unwrap",
    "vec",
];

/// The subjects of all property tests, by name.
pub(super) fn subjects(survey: &Survey) -> BTreeMap<String, Subject> {
    let mut subjects: BTreeMap<String, Subject> = BTreeMap::new();
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            if standing(assertion) == Standing::Unit {
                continue;
            }
            for name in of(assertion) {
                let subject = subjects.entry(name).or_default();
                if subject.assertions == 0 {
                    subject.test.clone_from(&judged.test);
                    subject.place = format!("{file}:{}", assertion.line);
                }
                subject.assertions += 1;
                for label in &assertion.labels {
                    *subject.labels.entry(*label).or_default() += 1;
                }
                let is_constant = assertion.labels == [Label::ConstantEquality];
                subject.constants += usize::from(is_constant);
            }
        }
    }
    subjects
}

/// The functions that are called in an assertion, or on the way to it; each once.
fn of(assertion: &JudgedAssertion) -> Vec<String> {
    let mut names = Vec::new();
    for atom in &assertion.atoms {
        calls(&atom.text, &mut names);
        for text in atom.left.iter().chain(&atom.right) {
            calls(text, &mut names);
        }
    }
    names
}

/// The names in front of opening brackets.
fn calls(text: &str, names: &mut Vec<String>) {
    for (at, _) in text.match_indices('(') {
        let before = without_generics(&text[..at]);
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let start = before
            .rfind(|c| !is_name(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let name = &before[start..];
        let is_function = name.starts_with(|c: char| c.is_lowercase())
            && !COMMON.contains(&name)
            && !name.starts_with("assert")
            && !name.starts_with("prop_assert");
        if is_function && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
}

/// `decode` of `decode::<u8>`.
fn without_generics(text: &str) -> &str {
    match text.strip_suffix('>').and_then(|text| text.rfind("::<")) {
        Some(at) => &text[..at],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn names_in_front_of_brackets_are_functions() {
        let mut names = Vec::new();
        calls("assert_eq!(decode::<u8>(&x.encode(1)).unwrap(), Some(x), ä(len(y)))", &mut names);
        assert_eq!(names, ["decode", "encode", "ä"]);
    }

    #[test]
    fn what_is_common_is_sorted() {
        assert!(super::COMMON.is_sorted());
    }
}
