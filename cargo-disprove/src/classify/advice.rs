//! Advice for the tests, from the results of the paper.

use super::{
    file::{AssertionKind, Survey, assertion_kind},
    public_api::{PublicApi, PublicFunction},
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

/// Names of functions that insert into a collection.
const INSERTING: [&str; 6] = ["insert", "add", "push", "append", "put", "union"];

/// Advice where results are only compared with constants. Only a function that can fail rejects inputs.
pub(crate) fn beyond_constants(can_fail: bool) -> &'static str {
    if can_fail {
        "consider a round trip through the inverse, an error property (which inputs must be rejected?) or an inclusion \
         (what must the result contain?)"
    } else {
        "consider a round trip through the inverse, another way to the same result, or an inclusion (what must the result \
         contain?)"
    }
}

/// All advice, the most useful first.
pub(super) fn of(survey: &Survey) -> Vec<String> {
    let api = PublicApi::of(survey);
    let functions = functions(survey, &api);
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

/// The tested functions by name.
type Functions<'a> = BTreeMap<String, TestedFunction<'a>>;

/// The function with the most assertions that all compare it with constants.
fn only_constants(functions: &Functions<'_>) -> Option<String> {
    // A single assertion says little about how a function is tested.
    const MIN_CONSTANT: usize = 2;
    let constant = |function: &TestedFunction<'_>| {
        function.assertions >= MIN_CONSTANT && function.constants == function.assertions
    };
    let (name, function) = most(functions, constant)?;
    let refusal = &function.function.definition.refusal;
    let mut odds = format!(
        "In the paper the odds to catch a mutant were {} times those of other tests for constant equalities, {} for round \
         trips and {} for inclusions",
        Label::ConstantEquality.odds(),
        Label::Roundtrip.odds(),
        Label::Inclusion.odds()
    );
    if refusal.is_some() {
        let _ = write!(odds, ", and {} for exceptions", Label::ExceptionRaising.odds());
    }
    Some(format!(
        "`{name}` ({}) is only compared with constants ({} assertions: {}): {}. {odds}.",
        function.function.place,
        function.assertions,
        evidence(function),
        beyond_constants(refusal.is_some()),
    ))
}

/// The test of a function, and where it asserts something.
fn evidence(function: &TestedFunction<'_>) -> String {
    let more = function.assertions.saturating_sub(function.places.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("`{}`, {}{more}", function.test, function.places.join(", "))
}

/// Two functions that are inverses, without a round trip through them.
fn inverses(functions: &Functions<'_>) -> Option<String> {
    let has_trip = |function: &TestedFunction<'_>| {
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
                    "`{name}` ({}) and `{inverse}` ({}) are both tested ({}; {}), but no test asserts that one undoes \
                     the other: consider a round trip ({}).",
                    function.function.place,
                    other.function.place,
                    evidence(function),
                    evidence(other),
                    odds(Label::Roundtrip)
                ));
            }
        }
    }
    None
}

/// No test asserts what has to be rejected, although a tested function can fail.
fn rejections(functions: &Functions<'_>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::ExceptionRaising) {
        return None;
    }
    let can_fail = |function: &TestedFunction<'_>| function.function.definition.refusal.is_some();
    let (name, function) = most(functions, can_fail)?;
    let PublicFunction { definition, place, .. } = function.function;
    Some(format!(
        "no test asserts which inputs are rejected; start with `{name}` ({place}), which {} and is tested by {}: generate \
         inputs that it must not accept, and assert the error. In the paper this kind of test had by far the highest odds to \
         catch a mutant, {} times those of others, but there were few such tests.",
        definition.refusal.as_deref().unwrap_or_default(),
        evidence(function),
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
fn inclusion(functions: &Functions<'_>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::Inclusion) {
        return None;
    }
    let fills = |name: &str| {
        INSERTING.iter().any(|part| name == *part || name.starts_with(&format!("{part}_")))
    };
    let (name, function) =
        functions.iter().find(|(_, function)| fills(&function.function.definition.name))?;
    Some(format!(
        "no test asserts what a result contains; start with `{name}` ({}), which is tested by {}: does the result contain what \
         was inserted? ({})",
        function.function.place,
        evidence(function),
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
fn most<'f, 'a>(
    functions: &'f Functions<'a>,
    is_it: impl Fn(&TestedFunction<'a>) -> bool,
) -> Option<(&'f String, &'f TestedFunction<'a>)> {
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
