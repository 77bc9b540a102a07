//! `cargo disprove suggest` proposes properties that compile, runs them, and scores them.

use crate::support::{
    fixture::{self, Done, Fixture, cargo_mutants},
    schema,
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

const PAGE: &str = include_str!("../../../book/src/guides/suggest.md");

/// A function or type for each shape, and a bug: runs of two zeros are not restored.
const LIBRARY: &str = r#"
mod codec;
pub mod numbers;

pub use codec::*;

/// Sorts and removes equal items.
pub fn sorted_unique(mut items: Vec<u8>) -> Vec<u8> {
    items.sort();
    items.dedup();
    items
}

pub fn trim_dots(text: &str) -> &str {
    text.trim_matches('.')
}

/// Nothing in it can panic.
pub fn is_tiny(text: &str) -> bool {
    text.len() < 2
}

/// Its method has a bound for parameters of the block.
#[derive(Debug)]
pub struct Pair<A, B>(pub A, pub B);

impl<A, B> Pair<A, B> {
    pub fn into_count(self) -> usize
    where
        A: IntoIterator,
        B: IntoIterator,
    {
        self.0.into_iter().count() + self.1.into_iter().count()
    }
}

pub trait Double {
    fn double(&mut self, by: u8) -> usize;
}

impl Double for [u8] {
    fn double(&mut self, by: u8) -> usize {
        self.iter_mut().for_each(|it| *it = it.wrapping_mul(by));
        self.len() + 1
    }
}

pub trait Measure {
    fn measure(&self) -> usize;
}

impl Measure for &[u8] {
    fn measure(&self) -> usize {
        self.len() * 2
    }
}

/// # Panics
/// If the list is empty.
pub fn largest(items: &[u8]) -> u8 {
    *items.iter().max().expect("an item")
}

/// Only its signature suggests that the order does not matter.
pub fn joined(a: &str, b: &str) -> String {
    [a, b].concat()
}

pub fn total(a: &str, b: &str) -> usize {
    a.chars().chain(b.chars()).count()
}

pub fn apply(f: impl Fn(u8) -> u8) -> u8 {
    f(1)
}

#[cfg(feature = "extra")]
pub fn reverse_extra(text: String) -> String {
    text
}

fn private(text: &str) -> usize {
    text.len()
}

pub fn width(text: &str) -> usize {
    private(text)
}

/// Aborts the process.
pub fn dies(text: &str) -> usize {
    if text.len() > 2 {
        std::process::abort();
    }
    private(text)
}

#[derive(Debug, Default)]
pub struct Stack<T> {
    items: Vec<T>,
}

impl<T> Stack<T> {
    pub fn new() -> Self {
        Stack { items: Vec::new() }
    }

    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// Ordered by its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    start: u8,
    end: u8,
}

impl Span {
    pub fn new(start: u8, end: u8) -> Self {
        Span { start, end }
    }

    pub fn start(&self) -> u8 {
        self.start
    }
}

impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Span {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.end, self.start).cmp(&(other.end, other.start))
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}..{}", self.start, self.end)
    }
}

impl std::str::FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (start, end) = text.split_once("..").ok_or("no dots")?;
        let number = |text: &str| text.parse::<u8>().map_err(|why| why.to_string());
        Ok(Span { start: number(start)?, end: number(end)? })
    }
}
"#;

const CODEC: &str = r#"
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn decode(text: &str) -> Result<Vec<u8>, String> {
    if text.len() % 2 != 0 || !text.is_ascii() {
        return Err("an odd length".to_owned());
    }
    let pair = |at| u8::from_str_radix(&text[at..at + 2], 16).map_err(|why| format!("{why}"));
    (0..text.len()).step_by(2).map(pair).collect()
}

pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut packed = bytes.to_vec();
    packed.dedup_by(|a, b| *a == 0 && *b == 0);
    packed
}

pub fn decompress(packed: &[u8]) -> Vec<u8> {
    packed.to_vec()
}
"#;

const NUMBERS: &str = "
pub fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub fn lcm(a: u8, b: u8) -> u32 {
    if a == 0 { 0 } else { u32::from(a) / gcd(a.into(), b.into()) * u32::from(b) }
}
";

/// One property exists already, and unit tests leave a mutant of `trim_dots`.
const TESTS: &str = "
use disprove::prelude::*;

#[property]
fn the_order_of_lcm_does_not_matter(a: u8, b: u8) {
    assert_eq!(packed::numbers::lcm(a, b), packed::numbers::lcm(b, a));
}

#[test]
fn bytes_are_two_digits() {
    assert_eq!(packed::encode(&[1, 255]), \"01ff\");
}
";

fn fixture(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    fixture.file("src/lib.rs", LIBRARY);
    fixture.file("src/codec.rs", CODEC);
    fixture.file("src/numbers.rs", NUMBERS);
    fixture.file("tests/props.rs", TESTS);
    fixture
}

/// The suggestions of `--json`, by name.
fn suggestions(done: &Done) -> BTreeMap<String, Value> {
    let all = done.events().into_iter().filter(|it| it["event"] == "suggestion");
    all.map(|it| (it["name"].as_str().expect("a name").to_owned(), it)).collect()
}

fn source<'s>(all: &'s BTreeMap<String, Value>, name: &str) -> &'s str {
    let found = all.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", all.keys()));
    found["source"].as_str().expect("a source")
}

/// The files of the package and their contents, without what cargo writes and the stored result.
fn sources(fixture: &Fixture) -> BTreeMap<String, Vec<u8>> {
    let mut files = fixture.files("");
    files.retain(|file| {
        file != "Cargo.lock" && !file.starts_with("target/") && !file.starts_with("judge/")
    });
    let read = |file: String| {
        let bytes = std::fs::read(fixture.path(&file)).expect("a file");
        (file, bytes)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn suggestions_are_found_run_and_written() {
    let fixture = fixture("packed");
    let code = PAGE.split("```rust\n").nth(1).and_then(|it| it.split("```").next());
    for function in code.expect("functions").split("\n\n") {
        assert!(CODEC.contains(function.trim()) || NUMBERS.contains(function.trim()), "{function}");
    }
    let before = sources(&fixture);
    let only = ["suggest", "--output", "judge", "--only", "decompress_undoes_compress,gcd_is"];
    let mut command = fixture.command(&only);
    let done = fixture::done(command.env("DISPROVE_CARGO_MUTANTS", "nowhere"));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("without scores: "), "{}", done.err);
    let quoted = PAGE.split("```text\n").nth(1).and_then(|it| it.split("```").next());
    assert_eq!(Some(&*done.out), quoted, "book/src/guides/suggest.md quotes this output");
    assert_eq!(sources(&fixture), before, "nothing is written without `--write`");

    let written = fixture.path("tests/suggested.rs");
    let path = written.to_str().expect("UTF-8");
    fixture.file("tests/suggested.rs", "// By hand.\n");
    let done =
        fixture.run(&["suggest", "--no-score", "--output", "judge", "--json", "--write", path]);
    assert_eq!(done.code, 0, "{}", done.err);
    let all = suggestions(&done);
    shapes_have_their_source(&all);
    a_bug_is_a_question(&all);
    what_is_left_out_has_a_reason(&fixture);
    assert!(all["gcd_is_commutative"]["detected"].is_null(), "without a score");
    assert!(!done.err.contains("scoring"), "no mutant is tested: {}", done.err);

    // What is private, conditional, documented to panic or known is not suggested. Nor is what does not hold, if only a
    // signature suggests it.
    let text = done.out.as_str();
    for name in [
        "private",
        "reverse_extra",
        "largest",
        "apply",
        "lcm_is_commutative",
        "is_tiny",
        "joined_is_commutative",
        "decompress_survives",
    ] {
        assert!(!text.contains(name), "{name}");
    }
    let schema = include_str!("../../../book/src/reference/suggest.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    for event in done.events() {
        assert_eq!(schema::errors(&schema, &event), [""; 0], "{event}");
    }
    let summary = done.events().pop().expect("a summary");
    assert_eq!(summary["event"], "summary");
    assert_eq!(summary["written"], summary["compiled"], "all of them compile");
    assert_eq!(summary["shown"], all.len(), "a line for each");
    let appended = format!("appended {} properties", summary["passed"]);
    assert!(done.err.contains(&appended), "{appended}: {}", done.err);

    // The report shows them.
    let report = ["report", "--judge", "judge", "--out", "out/report.html"];
    assert_eq!(fixture.run(&report).code, 0);
    let page = std::fs::read_to_string(fixture.path("out/report.html")).expect("a page");
    assert!(page.contains("<code>decompress_undoes_compress</code>"), "{page}");

    // What passes was appended. It compiles and passes, and is known from now on.
    let text = std::fs::read_to_string(&written).expect("the file");
    assert!(text.starts_with("// By hand.\n"), "{text}");
    let tests = fixture.cargo_test(&["--test", "suggested"]);
    assert_eq!(tests.code, 0, "{}{}", tests.out, tests.err);
    assert!(tests.out.contains("decode_undoes_encode ... ok"), "{}", tests.out);
    assert!(!tests.out.contains("decompress_undoes_compress"), "{}", tests.out);
    let again = fixture.run(&["suggest", "--no-score", "--only", "decode_undoes"]);
    assert_eq!(again.code, 2, "{}", again.out);
    assert!(again.err.contains("no suggestion has decode_undoes in its name"), "{}", again.err);
}

fn shapes_have_their_source(all: &BTreeMap<String, Value>) {
    let wanted = "#[property]\nfn decode_undoes_encode(bytes: Vec<u8>) {\n    \
                  let encoded = packed::encode(&bytes);\n    \
                  assert_eq!(packed::decode(&encoded).unwrap(), bytes);\n}\n";
    assert_eq!(source(all, "decode_undoes_encode"), wanted);
    let wanted = "#[property]\nfn gcd_is_commutative(a: u32, b: u32) {\n    \
                  assert_eq!(packed::numbers::gcd(a, b), packed::numbers::gcd(b, a));\n}\n";
    assert_eq!(source(all, "gcd_is_commutative"), wanted);
    let wanted = "#[property]\nfn trim_dots_is_idempotent(text: String) {\n    \
                  let once = packed::trim_dots(&text).to_owned();\n    \
                  assert_eq!(packed::trim_dots(&once).to_owned(), once);\n}\n";
    assert_eq!(source(all, "trim_dots_is_idempotent"), wanted);
    let wanted = "#[property]\nfn stack_behaves_like_vec(operations: Vec<(u8, u8)>) {
    let mut actual = packed::Stack::<u8>::new();
    let mut model = Vec::new();
    for (operation, item) in operations {
        match operation % 2 {
            0 => { actual.push(item); model.push(item); },
            _ => assert_eq!(actual.pop(), model.pop()),
        }
        assert_eq!(actual.len(), model.len());
        assert_eq!(actual.is_empty(), model.is_empty());
    }
}\n";
    assert_eq!(source(all, "stack_behaves_like_vec"), wanted);
    let wanted = "#[property]
fn parsed_span_undoes_span_to_string(
    #[draw(any_span)] span: packed::Span,
) {
    let encoded = span.to_string();
    assert_eq!(encoded.parse::<packed::Span>().unwrap(), span);
}

fn any_span(src: &mut Source) -> packed::Span {
    let start: u8 = src.draw(any::<u8>());
    let end: u8 = src.draw(any::<u8>());
    packed::Span::new(start, end)
}\n";
    assert_eq!(source(all, "parsed_span_undoes_span_to_string"), wanted);
    for (name, shape, part) in [
        ("decode_survives_damaged_input", "rejection", "changed.truncate(at)"),
        ("decode_survives_damaged_input", "rejection", "1 => changed[at] = replacement,"),
        ("decode_survives_damaged_input", "rejection", "_ => changed[at] = changed[from],"),
        ("decode_survives_damaged_input", "rejection", "if let Ok(accepted)"),
        ("decode_survives_damaged_input", "rejection", ".unwrap(), accepted);"),
        ("double_does_not_panic", "no panic", "(value.as_mut_slice(), by)"),
        ("span_is_totally_ordered", "law", "b.cmp(&a).reverse()"),
        ("span_start_returns_what_new_was_given", "round trip", "assert_eq!(made.start(), start)"),
        ("sorted_unique_invents_nothing", "inclusion", "items.contains(item)"),
        ("trim_dots_does_not_grow", "bounds", "result.len() <= text.len()"),
        ("total_is_commutative", "commutativity", "packed::total(&b, &a)"),
        ("width_does_not_panic", "no panic", "let _ = packed::width(&text);"),
    ] {
        assert!(source(all, name).contains(part), "{}", source(all, name));
        assert_eq!(all[name]["shape"], shape);
    }
    assert_eq!(all["gcd_is_commutative"]["place"], "src/numbers.rs:2");
}

fn a_bug_is_a_question(all: &BTreeMap<String, Value>) {
    let found = &all["decompress_undoes_compress"];
    assert_eq!(found["verdict"], "asks");
    assert_eq!(found["input"], "[0, 0]");
    assert!(found["message"].as_str().is_some_and(|it| it.contains("left == right")), "{found}");
    assert_eq!(all["decode_undoes_encode"]["verdict"], "passes");
    // An abort ends its own process only.
    let died = &all["dies_does_not_panic"];
    assert_eq!(died["verdict"], "asks");
    let message = died["message"].as_str().expect("a message");
    assert!(message.starts_with("the process died of SIGABRT (6)"), "{died}");
}

fn what_is_left_out_has_a_reason(fixture: &Fixture) {
    let stored = std::fs::read_to_string(fixture.path("judge/suggest.json")).expect("a result");
    let stored: Value = serde_json::from_str(&stored).expect("JSON");
    let left_out = stored["left_out"].as_array().expect("a list");
    for (about, reason) in [
        ("packed::is_tiny", "nothing in its body can panic"),
        ("lcm_is_commutative", "`the_order_of_lcm_does_not_matter` says the same"),
        ("joined_is_commutative", "it does not hold, and nothing says that it should"),
        ("total_does_not_panic", "`total_is_commutative` says as much"),
    ] {
        let is_it = |it: &Value| it["about"] == about && it["reason"] == reason;
        assert!(left_out.iter().any(is_it), "{about}: {left_out:?}");
    }
}

#[test]
fn a_suggestion_is_scored_by_what_no_test_detects() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = Fixture::empty("trimmed").unoptimized();
    fixture.file(
        "src/lib.rs",
        "/// ```\n/// assert_eq!(trimmed::trim_dots(\".a.\"), \"a\");\n/// ```\n\
         pub fn trim_dots(text: &str) -> &str {\n    text.trim_matches('.')\n}\n\n\
         pub fn is_long(text: &str) -> bool {\n    text.len() > 3\n}\n\n\
         #[cfg(feature = \"extra\")]\npub fn extra(text: &str) -> usize {\n    text.len() + 1\n}\n",
    );
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nextra = []\n"));
    fixture.file(
        "tests/unit.rs",
        "#[test]\nfn short() {\n    assert!(!trimmed::is_long(\"abc\"));\n    \
                                   assert!(trimmed::is_long(\"abcd\"));\n}\n",
    );
    let run = |arguments: &[&str]| {
        let mut command = fixture.command(arguments);
        crate::support::fixture::done(command.env("DISPROVE_CARGO_MUTANTS", &tool))
    };
    // A study of the same code is reused.
    let study = ["mutants", "--engine", "schemata", "--all", "--output", "judge"];
    assert_eq!(run(&study).code, 1);
    let before = sources(&fixture);
    let done = run(&["suggest", "--json", "--all", "--output", "judge", "--only", "trim_dots"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(sources(&fixture), before, "a copy is tested");
    let all = suggestions(&done);
    // A function that always returns "xyzzy" has a longer result than input. The doctest, which detects it, does not run.
    let found = &all["trim_dots_does_not_grow"];
    let new: Vec<&str> =
        found["new"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(new, ["src/lib.rs:5:5: replace trim_dots -> &str with \"xyzzy\""], "{done:?}");
    assert_eq!(found["added"], 1);
    let reused = done.events().pop().expect("a summary");
    assert_eq!(reused["survivors"], 2, "{reused}");
    assert_eq!(reused["detected"], 1, "{reused}");
    assert_eq!((&reused["of_study"], &reused["doctests"]), (&true.into(), &false.into()));
    // Not of other code. Mutants of a constant function would need a build of their own.
    let library = std::fs::read_to_string(fixture.path("src/lib.rs")).expect("the library");
    let constant = "\npub const fn half(x: u8) -> u8 {\n    x / 2\n}\n";
    fixture.file("src/lib.rs", &format!("{library}{constant}"));
    let text = run(&["suggest", "--all", "--output", "judge", "--only", "trim_dots_does"]);
    let line = format!(
        "of {} mutants tested, no test of the package detects 2 (doctests were not run); the suggestions detect 1 of these\n",
        reused["mutants"]
    );
    assert!(text.out.contains(&line), "{}", text.out);
    let (_, rest) = text.out.split_once(&line).expect("it is there");
    let count = reused["not_compiled"].as_u64().expect("a number");
    assert!(count > 0 && rest.contains(&count.to_string()), "{reused}: {}", text.out);
    let end = "in code that is not compiled here, and not counted\n";
    assert!(text.out.ends_with(end), "{}", text.out);
}

#[test]
fn what_the_compiler_refuses_is_counted_and_not_shown() {
    let fixture = Fixture::empty("refused").unoptimized();
    // Bounds of associated types are not checked before.
    fixture.file(
        "src/lib.rs",
        "pub fn parse_or<T>(text: &str, other: T) -> T\nwhere\n    T: std::str::FromStr,\n    T::Err: Copy,\n{\n    \
         text.parse().unwrap_or(other)\n}\n\npub fn trim_dots(text: &str) -> &str {\n    text.trim_matches('.')\n}\n",
    );
    let done = fixture.run(&["suggest", "--no-score", "--json", "--output", "judge"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(suggestions(&done).keys().all(|name| name.starts_with("trim_dots")), "{}", done.out);
    let summary = done.events().pop().expect("a summary");
    let count = |key: &str| summary[key].as_u64().expect("a number");
    assert_eq!(count("written"), count("compiled") + 1, "{summary}");
    let stored = std::fs::read_to_string(fixture.path("judge/suggest.json")).expect("a result");
    let stored: Value = serde_json::from_str(&stored).expect("JSON");
    let left_out = stored["left_out"].as_array().expect("a list");
    let refused = left_out.iter().find(|it| it["about"] == "parse_or_does_not_panic");
    let reason = refused.and_then(|it| it["reason"].as_str()).unwrap_or_default();
    assert!(reason.starts_with("the compiler refuses it: "), "{left_out:?}");
    let text = fixture.run(&["suggest", "--no-score", "--output", "judge", "--verbose"]);
    let list = "\n\nnot suggested\n  parse_or_does_not_panic: the compiler refuses it: ";
    assert!(text.out.contains(list), "{}", text.out);
    let (written, compiled) = (count("written"), count("compiled"));
    let line = format!("; the compiler accepts {compiled} of {written} generated properties\n");
    assert!(text.out.ends_with(&line), "{}", text.out);
}

#[test]
fn bad_input_gets_one_sentence() {
    let fixture = Fixture::small("suggest-bad", "pub fn f() {}\n");
    let failed = |arguments: &[&str]| {
        let done = fixture.run(arguments);
        assert_eq!(done.code, 2, "{}", done.out);
        done.err
    };
    let err = failed(&["suggest"]);
    assert_eq!(
        err,
        "nothing to suggest: small has no public function whose values can be generated; `--verbose` says why\n"
    );
    let err = failed(&["suggest", "--verbose"]);
    assert!(err.ends_with("can be generated\n  small::f: it has no inputs\n"), "{err}");
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nextra = []\n"));
    fixture.file("src/lib.rs", "#[cfg(feature = \"extra\")]\npub fn g() {}\n");
    assert!(!failed(&["suggest", "--verbose"]).contains("small::g"));
    let err = failed(&["suggest", "--verbose", "--features", "extra"]);
    assert!(err.ends_with("can be generated\n  small::g: it has no inputs\n"), "{err}");
    let err = failed(&["suggest", "-p", "other"]);
    assert_eq!(err, "no package is called `other`: this workspace has small\n");
    fixture.file("src/lib.rs", "pub fn f(a: ) {}");
    let err = failed(&["suggest"]);
    assert!(
        err.starts_with("cannot parse ")
            && err.contains("src/lib.rs: ")
            && err.contains("expected"),
        "{err}"
    );
    std::fs::remove_file(fixture.path("src/lib.rs")).expect("a file");
    fixture.file("src/main.rs", "fn main() {}\n");
    let err = failed(&["suggest"]);
    assert!(
        err.starts_with("small has no library, and properties in other packages cannot call"),
        "{err}"
    );
    assert!(!Path::new(&fixture.path("target")).exists());
}
