//! Advice for the tests, from the results of the paper.

use super::{
    file::{AssertionKind, Survey, assertion_kind},
    tested_function::{TestedFunction, functions},
};
use disprove_analysis::{engine::Tag, label::Label};
use std::{collections::BTreeMap, fmt::Write as _};

/// Pieces of advice shown: readers skip longer lists.
const MAX_ADVICE: usize = 5;

/// Tests named in one piece of advice before the rest is counted.
const MAX_NAMED: usize = 3;

/// Assertions from which a missing category is worth advice: fewer are not a suite.
const MIN_ASSERTIONS: usize = 5;

/// Parts of names of functions that are inverses of each other.
const INVERSES: [(&str, &str); 12] = [
    ("encode", "decode"),
    ("serialize", "deserialize"),
    ("serialise", "deserialise"),
    ("structure", "unstructure"),
    ("compress", "decompress"),
    ("encrypt", "decrypt"),
    ("dump", "load"),
    ("dumps", "loads"),
    ("pack", "unpack"),
    ("escape", "unescape"),
    ("to_bytes", "from_bytes"),
    ("quote", "unquote"),
];

/// Parts of names of functions that probably reject some inputs.
const REJECTING: [&str; 9] =
    ["parse", "decode", "load", "valid", "deserial", "from_", "read", "check", "unpack"];

/// Names of functions that insert into a collection.
const INSERTING: [&str; 6] = ["insert", "add", "push", "append", "put", "union"];

/// Advice where results are only compared with constants.
pub(crate) const BEYOND_CONSTANTS: &str = "consider a round trip through the inverse, an error property (which inputs must be \
     rejected?) or an inclusion (what must the result contain?)";

/// All advice, the most useful first.
pub(super) fn of(survey: &Survey) -> Vec<String> {
    let functions = functions(survey);
    let mut advice = Vec::new();
    advice.extend(only_constants(&functions));
    advice.extend(inverses(&functions));
    advice.extend(rejections(&functions, survey));
    advice.extend(only_survives(survey));
    advice.extend(independent(survey));
    advice.extend(inclusion(&functions, survey));
    advice.truncate(MAX_ADVICE);
    advice
}

/// A numbered list.
pub(super) fn text(advice: &[String]) -> String {
    let mut out = "\nadvice".to_owned();
    for (at, piece) in advice.iter().enumerate() {
        let _ = write!(out, "\n  {}. {piece}", at + 1);
    }
    out
}

/// The function with the most assertions that all compare it with constants.
fn only_constants(functions: &BTreeMap<String, TestedFunction>) -> Option<String> {
    // A single assertion says little about how a function is tested.
    const MIN_CONSTANT: usize = 2;
    let constant = |function: &TestedFunction| {
        function.assertions >= MIN_CONSTANT && function.constants == function.assertions
    };
    let (name, function) = most(functions, constant)?;
    Some(format!(
        "`{name}` is only compared with constants ({} assertions, the first in `{}`, {}): {BEYOND_CONSTANTS}. In the paper the \
         odds to catch a mutant were {} times those of other tests for constant equalities, {} for round trips, {} for \
         inclusions and {} for exceptions.",
        function.assertions,
        function.test,
        function.place,
        Label::ConstantEquality.odds(),
        Label::Roundtrip.odds(),
        Label::Inclusion.odds(),
        Label::ExceptionRaising.odds()
    ))
}

/// Two functions that are inverses, without a round trip through them.
fn inverses(functions: &BTreeMap<String, TestedFunction>) -> Option<String> {
    let has_trip = |function: &TestedFunction| {
        function.labels.contains_key(&Label::Roundtrip)
            || function.labels.contains_key(&Label::PartialRoundtrip)
    };
    for (there, back) in INVERSES {
        for (name, function) in functions {
            let Some(at) = name.find(there) else { continue };
            // `unpack` contains `pack`.
            if name.contains(back) {
                continue;
            }
            let inverse = format!("{}{back}{}", &name[..at], &name[at + there.len()..]);
            let Some(other) = functions.get(&inverse) else { continue };
            if !has_trip(function) && !has_trip(other) {
                return Some(format!(
                    "`{name}` and `{inverse}` are both tested (`{}`, {}; `{}`, {}), but no test asserts that one undoes the \
                     other: consider a round trip ({}).",
                    function.test,
                    function.place,
                    other.test,
                    other.place,
                    odds(Label::Roundtrip)
                ));
            }
        }
    }
    None
}

/// No test asserts what has to be rejected.
fn rejections(functions: &BTreeMap<String, TestedFunction>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::ExceptionRaising) {
        return None;
    }
    let rejects =
        |(name, _): &(&String, &TestedFunction)| REJECTING.iter().any(|part| name.contains(part));
    let candidates: BTreeMap<_, _> = functions.iter().filter(rejects).collect();
    let (name, function) =
        match candidates.into_iter().max_by_key(|(_, function)| function.assertions) {
            Some(found) => found,
            None => most(functions, |_| true)?,
        };
    Some(format!(
        "no test asserts which inputs are rejected; start with `{name}` (`{}`, {}): generate inputs that it must not accept, and \
         assert the error. In the paper this kind of test had by far the highest odds to catch a mutant, {} times those \
         of others, but there were few such tests.",
        function.test,
        function.place,
        Label::ExceptionRaising.odds()
    ))
}

/// Tests that only assert that the code does not fail.
fn only_survives(survey: &Survey) -> Option<String> {
    let mut places = Vec::new();
    for (file, judged) in survey.properties() {
        if judged.implicit_only {
            places.push(format!("`{}` ({file}:{})", judged.test, judged.line));
        }
    }
    let (verb, of) = match places.len() {
        0 => return None,
        1 => ("asserts", "its results"),
        _ => ("assert", "their results"),
    };
    Some(format!(
        "{} only {verb} that the code does not fail: assert something about {of}, if only the type or the variant ({}).",
        named(&places),
        odds(Label::TypeChecking)
    ))
}

/// A comparison of two independent generated values.
fn independent(survey: &Survey) -> Option<String> {
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            let is_it = assertion.tags.contains(&Tag::Independent);
            if is_it && assertion_kind(assertion) == AssertionKind::Uncategorised {
                return Some(format!(
                    "`{}` ({file}:{}) compares two independent generated values: it passes only if the generators make them \
                     equal. Is a call missing?",
                    judged.test, assertion.line
                ));
            }
        }
    }
    None
}

/// No test asserts an inclusion, although a function inserts something.
fn inclusion(functions: &BTreeMap<String, TestedFunction>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::Inclusion) {
        return None;
    }
    let fills = |name: &str| {
        INSERTING.iter().any(|part| name == *part || name.starts_with(&format!("{part}_")))
    };
    let (name, function) = functions.iter().find(|(name, _)| fills(name))?;
    Some(format!(
        "no test asserts what a result contains; start with `{name}` (`{}`, {}): does the result contain what was inserted? ({})",
        function.test,
        function.place,
        odds(Label::Inclusion)
    ))
}

fn odds(label: Label) -> String {
    format!("odds {} times those of other tests", label.odds())
}

/// Whether a category is missing among enough assertions.
fn lacks(survey: &Survey, label: Label) -> bool {
    let mut count = 0;
    for (_, judged) in survey.properties() {
        for assertion in &judged.assertions {
            if assertion.labels.contains(&label) {
                return false;
            }
            // In `paper` mode most exceptions are not detected.
            if assertion_kind(assertion) == AssertionKind::Undetected {
                return false;
            }
            count += usize::from(assertion_kind(assertion) == AssertionKind::Categorised);
        }
    }
    count >= MIN_ASSERTIONS
}

/// The function with the most assertions, the first by name among equals.
fn most(
    functions: &BTreeMap<String, TestedFunction>,
    is_it: impl Fn(&TestedFunction) -> bool,
) -> Option<(&String, &TestedFunction)> {
    let found = functions.iter().filter(|(_, function)| is_it(function));
    found.rev().max_by_key(|(_, function)| function.assertions)
}

fn named(places: &[String]) -> String {
    if places.len() <= MAX_NAMED {
        return match places {
            [first, last] => format!("{first} and {last}"),
            _ => places.join(", "),
        };
    }
    format!("{} and {} more", places[..MAX_NAMED].join(", "), places.len() - MAX_NAMED)
}
