//! The public functions under test, found in the assertions.

use super::{
    file::{AssertionKind, Survey, assertion_kind},
    public_api::{Call, PublicApi, PublicFunction},
};
use disprove_analysis::{engine::JudgedAssertion, label::Label};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A function under test, and the assertions about its results.
pub(super) struct TestedFunction<'a> {
    pub(super) function: &'a PublicFunction,
    /// Number of assertions of each category.
    pub(super) labels: BTreeMap<Label, usize>,
    pub(super) assertions: usize,
    /// Assertions whose only category is constant equality.
    pub(super) constants: usize,
    /// The first test of it, and the locations of the first assertions.
    pub(super) test: String,
    pub(super) places: Vec<String>,
}

/// Locations to keep of each function.
const MAX_PLACES: usize = 3;

/// The public functions under test of all properties, by name: `Queue::put`.
pub(super) fn functions<'a>(
    survey: &Survey,
    api: &'a PublicApi,
) -> BTreeMap<String, TestedFunction<'a>> {
    let mut functions: BTreeMap<String, TestedFunction<'a>> = BTreeMap::new();
    let mut called = CalledFunctions { api, file: String::new(), known: HashMap::new() };
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            if assertion_kind(assertion) == AssertionKind::Unit {
                continue;
            }
            for function in called.of(file, assertion) {
                let own = functions.entry(shown(function)).or_insert_with(|| TestedFunction {
                    function,
                    labels: BTreeMap::new(),
                    assertions: 0,
                    constants: 0,
                    test: judged.test.clone(),
                    places: Vec::new(),
                });
                let place = format!("{file}:{}", assertion.line);
                if own.places.len() < MAX_PLACES && !own.places.contains(&place) {
                    own.places.push(place);
                }
                own.assertions += 1;
                for label in &assertion.labels {
                    *own.labels.entry(*label).or_default() += 1;
                }
                own.constants += usize::from(assertion.labels == [Label::ConstantEquality]);
            }
        }
    }
    functions
}

/// The name of a function with its type.
fn shown(function: &PublicFunction) -> String {
    let definition = &function.definition;
    let separator = if definition.signature.starts_with("def ") { "." } else { "::" };
    match &definition.owner {
        Some(owner) => format!("{owner}{separator}{}", definition.name),
        None => definition.name.clone(),
    }
}

/// Finds the functions that texts of a file call. The same values influence many assertions, so each text is searched
/// once.
struct CalledFunctions<'a> {
    api: &'a PublicApi,
    file: String,
    known: HashMap<String, Vec<&'a PublicFunction>>,
}

impl<'a> CalledFunctions<'a> {
    /// The functions that an assertion calls, or that values call which influence it.
    fn of(&mut self, file: &str, assertion: &JudgedAssertion) -> Vec<&'a PublicFunction> {
        if self.file != file {
            file.clone_into(&mut self.file);
            self.known.clear();
        }
        let mut found: Vec<&PublicFunction> = Vec::new();
        for atom in &assertion.atoms {
            for text in std::iter::once(&atom.text).chain(&atom.left).chain(&atom.right) {
                if !self.known.contains_key(text) {
                    let all = calls(text);
                    let all = all.iter().filter_map(|call| self.api.find(file, call)).collect();
                    self.known.insert(text.clone(), all);
                }
                for function in &self.known[text] {
                    if !found.iter().any(|known| std::ptr::eq(*known, *function)) {
                        found.push(function);
                    }
                }
            }
        }
        found
    }
}

/// The names before opening brackets, with what is before them.
fn calls(text: &str) -> BTreeSet<Call> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices('(') {
        let (before, name) = last_name(without_generics(&text[..at]));
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            continue;
        }
        let call = |of: Option<&str>, is_method| Call {
            name: name.to_owned(),
            of: of.filter(|of| !of.is_empty()).map(str::to_owned),
            is_method,
        };
        found.insert(if let Some(before) = before.strip_suffix("::") {
            call(Some(last_name(without_generics(before)).1), false)
        } else if let Some(before) = before.strip_suffix('.') {
            // Only a name can be a module or class of Python.
            let (outside, of) = last_name(before);
            let is_name = !outside.ends_with(['.', ')', ']']) && !outside.ends_with("::");
            call(Some(of).filter(|_| is_name), true)
        } else {
            call(None, false)
        });
    }
    found
}

/// A text without the name at its end, and that name.
fn last_name(text: &str) -> (&str, &str) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.split_at(text.trim_end_matches(is_name).len())
}

/// `decode` of `decode::<u8>`, `Vec` of `Vec::<u8>`.
fn without_generics(text: &str) -> &str {
    let Some(rest) = text.strip_suffix('>') else { return text };
    let mut depth = 1_usize;
    for (at, sign) in rest.char_indices().rev() {
        match sign {
            '>' => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return rest[..at].strip_suffix("::").unwrap_or(text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{CalledFunctions, PublicApi, calls};
    use disprove_analysis::{
        engine::{Mode, judge},
        rust,
    };
    use std::collections::HashMap;

    #[test]
    fn a_text_that_influences_many_assertions_is_searched_once() {
        let assertions = "assert_eq!(y, 1);".repeat(50);
        let text = format!("#[property] fn t(x: u8) {{ let y = f(g(x)); {assertions} }}");
        let file = rust::read(&text, &rust::Options::default()).expect("Rust");
        let judged = judge(&file, &text, Mode::Refined);
        let api = PublicApi::default();
        let mut called = CalledFunctions { api: &api, file: String::new(), known: HashMap::new() };
        for assertion in &judged[0].assertions {
            assert!(called.of("a.rs", assertion).is_empty());
        }
        assert_eq!(judged[0].assertions.len(), 50);
        let mut texts: Vec<&str> = called.known.keys().map(String::as_str).collect();
        texts.sort_unstable();
        assert_eq!(texts, ["f(g(x))", "g(x)", "x", "y == 1"]);
    }

    #[test]
    fn calls_have_the_name_before_them() {
        let text = "assert_eq!(decode::<Vec<u8>>(&x.encode(1)), a::b::Queue::new(y), ä(f(z)[0].get(2)), 3 > (4))";
        let found: Vec<String> = calls(text)
            .iter()
            .map(|it| format!("{:?} {} {}", it.of.as_deref().unwrap_or("-"), it.name, it.is_method))
            .collect();
        let wanted = [
            "\"-\" decode false",
            "\"x\" encode true",
            "\"-\" f false",
            "\"-\" get true",
            "\"Queue\" new false",
            "\"-\" ä false",
        ];
        assert_eq!(found, wanted);
    }
}
