//! The functions under test, found in the assertions.

use super::file::{AssertionKind, Survey, assertion_kind};
use disprove_analysis::{engine::JudgedAssertion, label::Label};
use std::collections::BTreeMap;

/// A function under test, and the assertions about its results.
#[derive(Default)]
pub(super) struct TestedFunction {
    /// Number of assertions of each category.
    pub(super) labels: BTreeMap<Label, usize>,
    pub(super) assertions: usize,
    /// Assertions whose only category is constant equality.
    pub(super) constants: usize,
    /// The first test of it, and its location.
    pub(super) test: String,
    pub(super) place: String,
}

/// Names that are never the function under test.
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

/// The functions under test of all properties, by name.
pub(super) fn functions(survey: &Survey) -> BTreeMap<String, TestedFunction> {
    let mut functions: BTreeMap<String, TestedFunction> = BTreeMap::new();
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            if assertion_kind(assertion) == AssertionKind::Unit {
                continue;
            }
            for name in of(assertion) {
                let function = functions.entry(name).or_default();
                if function.assertions == 0 {
                    function.test.clone_from(&judged.test);
                    function.place = format!("{file}:{}", assertion.line);
                }
                function.assertions += 1;
                for label in &assertion.labels {
                    *function.labels.entry(*label).or_default() += 1;
                }
                let is_constant = assertion.labels == [Label::ConstantEquality];
                function.constants += usize::from(is_constant);
            }
        }
    }
    functions
}

/// The functions called in an assertion, or in values that influence it, without repetition.
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

/// Adds the names before opening brackets.
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
    fn names_before_brackets_are_functions() {
        let mut names = Vec::new();
        calls("assert_eq!(decode::<u8>(&x.encode(1)).unwrap(), Some(x), ä(len(y)))", &mut names);
        assert_eq!(names, ["decode", "encode", "ä"]);
    }

    #[test]
    fn common_names_are_sorted() {
        assert!(super::COMMON.is_sorted());
    }
}
