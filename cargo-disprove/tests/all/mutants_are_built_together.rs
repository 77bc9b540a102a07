//! `cargo disprove mutants --engine schemata` gives the verdicts of the other engine.

use crate::support::fixture::{Done, Fixture, cargo_mutants, done};
use serde_json::Value;
use std::{collections::BTreeMap, env, fs, path::Path};

/// Code with every kind of change. The groups of `mixed` depend on its operators, `joined` cannot be subtracted, and the last
/// four need builds of their own. Alternatives have parentheses, but lints reject no mutant.
const LIBRARY: &str = "#![deny(unused_parens)]
pub fn mixed(a: i32, b: i32, c: i32) -> i32 {
    a - b * c
}

pub fn both(a: bool, b: bool) -> bool {
    a && !b
}

pub fn counted(items: &[i8]) -> usize {
    let mut count = 0;
    for item in items {
        if *item < -3 {
            count += 1;
        }
    }
    count
}

pub fn joined(text: String) -> String {
    text + \"!\"
}

pub fn named(n: u8) -> &'static str {
    match n {
        0 => \"none\",
        n if n == 1 => \"one\",
        _ => \"many\",
    }
}

pub fn ends(n: u32) -> u32 {
    let mut left = n;
    while left > 0 {
        left -= 1;
    }
    left
}

pub const fn constant(n: u8) -> u8 {
    n / 2
}

#[derive(Default, Debug, PartialEq)]
pub struct Point {
    pub x: u8,
    pub y: u8,
}

pub fn point() -> Point {
    Point { x: 1, ..Point::default() }
}

pub fn evens(n: u8) -> impl Iterator<Item = u8> {
    (0..n).filter(|k| k & 1 == 0)
}

pub fn chained(a: Option<u8>, b: bool) -> bool {
    if let Some(a) = a && b { a > 2 } else { false }
}
";

const TESTS: &str = "
use small::*;

#[test]
fn numbers() {
    assert_eq!(mixed(7, 2, 3), 1);
    assert_eq!(counted(&[-4, 2, -3]), 1);
    assert_eq!(constant(4), 2);
    // The common build limits how often it reaches mutated code, here by a multiple of how often it does so on the
    // unchanged code. It passes on some mutants.
    assert_eq!(counted(&[-4_i8, 2, -3].repeat(10_000)), 10_000);
    if std::env::var_os(\"DISPROVE_MUTANT\").is_some() {
        let most: u64 = std::env::var(\"DISPROVE_MUTANT_CALLS\").unwrap().parse().unwrap();
        assert!(most > 1_000_000 && (most / 100).is_power_of_two(), \"{most}\");
    }
    assert_eq!(evens(4).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn truth() {
    assert!(both(true, false));
    assert!(chained(Some(3), true));
}

#[test]
fn texts() {
    assert_eq!(joined(String::new()), \"!\");
    assert_eq!([0, 1, 2].map(named), [\"none\", \"one\", \"many\"]);
    // Cargo sets it.
    assert_eq!(std::env::var(\"CARGO_PKG_VERSION_MAJOR\").unwrap(), \"0\");
}

#[test]
fn it_ends() {
    assert_eq!(ends(3), 0);
}

#[test]
fn points() {
    assert_eq!(point(), Point { x: 1, y: 0 });
}

// In the common build, it runs on no mutant.
#[test]
fn reaches_nothing() {
    assert!(std::env::var_os(\"DISPROVE_MUTANT\").is_none());
}
";

/// Leaves out most values of functions, and most endless loops.
const CONFIG: &str = "exclude_re = [
    \"with (1|-1|String::new|::std::iter::once)\",
    \"replace (mixed|both|counted|named|ends|point|chained) \",
    \"replace > with\",
    \"replace -= with [+]=\",
]
";

fn package(name: &str) -> Fixture {
    let fixture = Fixture::small(name, LIBRARY);
    // Two binaries have the same name. The one of the library has no test that reaches a mutant.
    fixture.file("tests/small.rs", TESTS);
    fixture.file(".cargo/mutants.toml", CONFIG);
    fixture
}

/// A build script that writes a file with the level of optimization in its name.
const BUILD_SCRIPT: &str = "
fn main() {
    println!(\"cargo::rerun-if-changed=build.rs\");
    let level = std::env::var(\"OPT_LEVEL\").expect(\"a level\");
    std::fs::write(format!(\"FOLDER/level-{level}\"), \"\").expect(\"written\");
}
";

/// Adds a dependency beside the package, whose build script adds a line to the file `builds`. That of the package writes
/// beside it.
fn with_dependency(fixture: &Fixture) -> Fixture {
    let name = fixture.path("").file_name().expect("a name").to_string_lossy().into_owned();
    let dependency = Fixture::small(&format!("{name}-dependency"), "");
    let manifest = fs::read_to_string(dependency.path("Cargo.toml")).expect("a manifest");
    dependency.file("package/Cargo.toml", &manifest.replace("small", "dependency"));
    dependency.file("package/src/lib.rs", "");
    dependency.file(
        "package/build.rs",
        "
use std::{fs::OpenOptions, io::Write as _};

fn main() {
    println!(\"cargo::rerun-if-changed=build.rs\");
    let path = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../builds\");
    let mut file = OpenOptions::new().append(true).create(true).open(path).expect(\"opened\");
    writeln!(file, \"built\").expect(\"written\");
}
",
    );
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let path = dependency.path("package");
    fixture.file(
        "Cargo.toml",
        &format!("{manifest}\n[dependencies]\ndependency = {{ path = '{}' }}\n", path.display()),
    );
    let folder = dependency.0.display().to_string();
    fixture.file("build.rs", &BUILD_SCRIPT.replace("FOLDER", &folder));
    dependency
}

fn run(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Done {
    let usual = ["mutants", "--all", "--timeout", "5s", "--output", "judge"];
    let mut command = fixture.command(&[&usual, arguments].concat());
    done(command.env("DISPROVE_CARGO_MUTANTS", tool))
}

/// The outcome and the verdicts of each mutant.
fn verdicts(fixture: &Fixture) -> BTreeMap<String, (String, String)> {
    let text = fs::read_to_string(fixture.path("judge/mutants.json")).expect("a study");
    let study: Value = serde_json::from_str(&text).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let mutants = study["mutants"].as_array().expect("a list");
    let result = |it: &Value| (text(&it["name"]), (text(&it["outcome"]), text(&it["verdicts"])));
    mutants.iter().map(result).collect()
}

#[test]
fn both_engines_give_the_same_verdicts() {
    let Some(tool) = cargo_mutants() else { return };
    let alone = package("mutants-alone");
    let usual = run(&alone, &tool, &["--doctests", "none", "--no-reach"]);
    assert_eq!(usual.code, 1, "{}", usual.err);
    let together = package("mutants-together");
    let dependency = with_dependency(&together);
    let done = run(&together, &tool, &["--engine", "schemata"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let expected = verdicts(&alone);
    assert_eq!(verdicts(&together), expected);
    let outcomes = |outcome: &str| expected.values().filter(|(it, _)| it == outcome).count();
    for outcome in ["caught", "missed", "timeout", "unviable"] {
        assert!(outcomes(outcome) > 0, "no mutant is {outcome}: {expected:#?}");
    }
    for why in [
        "3 mutants are built alone: code that the compiler evaluates",
        "1 mutant is built alone: a condition with `let`",
        "1 mutant is built alone: a function that returns `impl Trait`",
        "1 mutant is built alone: no known kind of change",
    ] {
        assert!(done.err.lines().any(|line| line == why), "{why}: {}", done.err);
    }
    assert!(!done.err.contains("does not compile beside other mutants"), "{}", done.err);

    // Mutants that are built alone use what the others have built, and it is removed.
    let builds = fs::read_to_string(dependency.path("builds")).expect("the dependency is built");
    assert_eq!(builds, "built\n");
    let is_set = env::var_os("CARGO_PROFILE_DEV_OPT_LEVEL").is_some();
    assert!(is_set || dependency.path("level-1").exists(), "the common build is optimized");
    let left = fs::read_dir(together.path("judge/mutants")).expect("a folder");
    let left =
        left.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    assert_eq!(left.filter(|name| name.starts_with("build-")).collect::<Vec<_>>(), [""; 0]);

    // Nothing is tested twice.
    let again = run(&together, &tool, &["--engine", "schemata"]);
    assert!(again.err.contains("have results already"), "{}", again.err);
    assert_eq!(verdicts(&together), expected);

    let wrong = run(&together, &tool, &["--engine", "schemata", "--doctests", "last"]);
    assert_eq!(wrong.code, 2);
    let message = "doctests are built for each mutant, which `--engine schemata` does not do: use `--doctests none` or \
                   `--engine cargo-mutants`";
    assert!(wrong.err.contains(message), "{}", wrong.err);
}
