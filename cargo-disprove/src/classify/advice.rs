//! What the findings of the paper suggest for these tests.

use super::{
    file::{Standing, Survey, standing},
    subject::{Subject, subjects},
};
use disprove_analysis::{engine::Tag, label::Label};
use std::{collections::BTreeMap, fmt::Write as _};

/// More than a handful is not read.
const MOST: usize = 5;

/// How many tests with one fault are named before the rest is only counted.
const NAMED: usize = 3;

/// The least assertions of a suite for advice about what it lacks as a whole.
const A_SUITE: usize = 5;

/// Functions that undo each other, by parts of their names.
const OPPOSITES: [(&str, &str); 12] = [
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

/// Names of functions that are given what they may have to refuse.
const REFUSING: [&str; 9] =
    ["parse", "decode", "load", "valid", "deserial", "from_", "read", "check", "unpack"];

/// Names of functions after which something is contained in something else.
const FILLING: [&str; 6] = ["insert", "add", "push", "append", "put", "union"];

/// What to write where results are only compared with constants.
pub(crate) const BEYOND_CONSTANTS: &str = "consider a round trip through the inverse, an error property (which inputs must be \
     refused?) or an inclusion (what must the result hold?)";

/// The most useful first.
pub(super) fn of(survey: &Survey) -> Vec<String> {
    let subjects = subjects(survey);
    let mut advice = Vec::new();
    advice.extend(only_constants(&subjects));
    advice.extend(opposites(&subjects));
    advice.extend(refusals(&subjects, survey));
    advice.extend(only_survives(survey));
    advice.extend(independent(survey));
    advice.extend(inclusion(&subjects, survey));
    advice.truncate(MOST);
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
fn only_constants(subjects: &BTreeMap<String, Subject>) -> Option<String> {
    // One says little about how a function is tested.
    const FEW: usize = 2;
    let constant =
        |subject: &Subject| subject.assertions >= FEW && subject.constants == subject.assertions;
    let (name, subject) = most(subjects, constant)?;
    Some(format!(
        "`{name}` is only compared with constants ({} assertions, the first in `{}`, {}): {BEYOND_CONSTANTS}. In the paper the \
         odds to catch a mutant were {} times those of other tests for constant equalities, {} for round trips, {} for \
         inclusions and {} for exceptions.",
        subject.assertions,
        subject.test,
        subject.place,
        Label::ConstantEquality.odds(),
        Label::Roundtrip.odds(),
        Label::Inclusion.odds(),
        Label::ExceptionRaising.odds()
    ))
}

/// Two functions that undo each other, and no round trip through them.
fn opposites(subjects: &BTreeMap<String, Subject>) -> Option<String> {
    let has_trip = |subject: &Subject| {
        subject.labels.contains_key(&Label::Roundtrip)
            || subject.labels.contains_key(&Label::PartialRoundtrip)
    };
    for (there, back) in OPPOSITES {
        for (name, subject) in subjects {
            let Some(at) = name.find(there) else { continue };
            // `decode` has no `encode` in it, but `unpack` has `pack`.
            if name.contains(back) {
                continue;
            }
            let opposite = format!("{}{back}{}", &name[..at], &name[at + there.len()..]);
            let Some(other) = subjects.get(&opposite) else { continue };
            if !has_trip(subject) && !has_trip(other) {
                return Some(format!(
                    "`{name}` and `{opposite}` are both tested (`{}`, {}; `{}`, {}), but nothing says that one undoes the \
                     other: consider a round trip ({}).",
                    subject.test,
                    subject.place,
                    other.test,
                    other.place,
                    odds(Label::Roundtrip)
                ));
            }
        }
    }
    None
}

/// No test says what has to be refused.
fn refusals(subjects: &BTreeMap<String, Subject>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::ExceptionRaising) {
        return None;
    }
    let refuses = |(name, _): &(&String, &Subject)| REFUSING.iter().any(|part| name.contains(part));
    let candidates: BTreeMap<_, _> = subjects.iter().filter(refuses).collect();
    let (name, subject) = match candidates.into_iter().max_by_key(|(_, subject)| subject.assertions)
    {
        Some(found) => found,
        None => most(subjects, |_| true)?,
    };
    Some(format!(
        "no test says which inputs are refused; begin with `{name}` (`{}`, {}): generate inputs that it must not accept, and \
         assert the error. In the paper this kind of test had by far the highest odds to catch a mutant, {} times those \
         of others, from few tests.",
        subject.test,
        subject.place,
        Label::ExceptionRaising.odds()
    ))
}

/// Tests that only say that the code does not fail.
fn only_survives(survey: &Survey) -> Option<String> {
    let mut places = Vec::new();
    for (file, judged) in survey.properties() {
        if judged.implicit_only {
            places.push(format!("`{}` ({file}:{})", judged.test, judged.line));
        }
    }
    let (verb, of) = match places.len() {
        0 => return None,
        1 => ("says", "its results"),
        _ => ("say", "their results"),
    };
    Some(format!(
        "{} only {verb} that the code does not fail: assert something of {of}, if only the type or the variant ({}).",
        named(&places),
        odds(Label::TypeChecking)
    ))
}

/// Two generated values with nothing in common are compared.
fn independent(survey: &Survey) -> Option<String> {
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            let is_it = assertion.tags.contains(&Tag::Independent);
            if is_it && standing(assertion) == Standing::Uncategorised {
                return Some(format!(
                    "`{}` ({file}:{}) compares two generated values that have nothing in common: it holds only if the \
                     generators see to it. Is a call missing?",
                    judged.test, assertion.line
                ));
            }
        }
    }
    None
}

/// No test says that something is contained in something else, and there is something to fill.
fn inclusion(subjects: &BTreeMap<String, Subject>, survey: &Survey) -> Option<String> {
    if !lacks(survey, Label::Inclusion) {
        return None;
    }
    let fills = |name: &str| {
        FILLING.iter().any(|part| name == *part || name.starts_with(&format!("{part}_")))
    };
    let (name, subject) = subjects.iter().find(|(name, _)| fills(name))?;
    Some(format!(
        "no test says what a result contains; begin with `{name}` (`{}`, {}): is what went in found afterwards? ({})",
        subject.test,
        subject.place,
        odds(Label::Inclusion)
    ))
}

fn odds(label: Label) -> String {
    format!("odds {} times those of other tests", label.odds())
}

/// Whether there are enough assertions to miss a category among them.
fn lacks(survey: &Survey, label: Label) -> bool {
    let mut count = 0;
    for (_, judged) in survey.properties() {
        for assertion in &judged.assertions {
            if assertion.labels.contains(&label) {
                return false;
            }
            // In `paper` mode most exceptions are not detected, which does not mean that there are none.
            if standing(assertion) == Standing::Unseen {
                return false;
            }
            count += usize::from(standing(assertion) == Standing::Categorised);
        }
    }
    count >= A_SUITE
}

/// The one with the most assertions; of several the first by its name.
fn most(
    subjects: &BTreeMap<String, Subject>,
    is_it: impl Fn(&Subject) -> bool,
) -> Option<(&String, &Subject)> {
    let found = subjects.iter().filter(|(_, subject)| is_it(subject));
    found.rev().max_by_key(|(_, subject)| subject.assertions)
}

fn named(places: &[String]) -> String {
    if places.len() <= NAMED {
        return match places {
            [first, last] => format!("{first} and {last}"),
            _ => places.join(", "),
        };
    }
    format!("{} and {} more", places[..NAMED].join(", "), places.len() - NAMED)
}
