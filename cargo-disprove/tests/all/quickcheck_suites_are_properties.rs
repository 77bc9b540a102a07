//! A suite written for quickcheck, whose dependency is renamed, is hunted, stored and replayed as any other.

use crate::support::fixture::{Fixture, done};
use disprove::{Database as _, prelude::*};

const SUITE: &str = r#"
use quickcheck::{Arbitrary, Gen, TestResult, quickcheck};

#[derive(Clone, Debug)]
struct Word(Vec<u8>);

impl Arbitrary for Word {
    fn arbitrary(g: &mut Gen) -> Word {
        Word(Vec::arbitrary(g))
    }
}

quickcheck! {
    fn holds(xs: Vec<u8>) -> bool {
        xs.len() < 100
    }

    fn rarely_fails(word: Word) -> TestResult {
        TestResult::from_bool(word.0.len() < 4 || word.0[2] != 200)
    }
}

#[test]
fn plain_call() {
    fn small(x: u32, y: u32) -> bool {
        x < 1_000 || y < 77
    }
    quickcheck(small as fn(u32, u32) -> bool);
}

fn count_run(test: &str) {
    use std::io::Write;
    let mut runs = std::fs::File::options().append(true).create(true).open("runs").unwrap();
    runs.write_all(test.as_bytes()).unwrap();
}

#[test]
fn two_calls() {
    count_run("two_calls\n");
    fn first(x: u8) -> bool {
        x < 9 || std::env::var_os("FIRST_FAILS").is_none()
    }
    fn second(x: u8) -> bool {
        x.count_ones() <= 8
    }
    quickcheck(first as fn(u8) -> bool);
    quickcheck(second as fn(u8) -> bool);
}

#[test]
fn no_property() {
    count_run("no_property\n");
    assert_eq!(1 + 1, 2);
}
"#;

#[test]
fn tests_of_quickcheck_are_hunted_stored_and_replayed() {
    let fixture = Fixture::suite("quickchecked", "quickcheck", SUITE);

    let list = fixture.run(&["hunt", "--list"]);
    for property in ["holds", "rarely_fails", "plain_call", "two_calls", "two_calls (2)"] {
        assert!(list.out.contains(&format!("quickchecked-suite::{property}\n")), "{list:?}");
    }
    assert!(!list.out.contains("no_property"), "{list:?}");
    let runs = std::fs::read_to_string(fixture.path("runs")).expect("they were run");
    let mut runs: Vec<&str> = runs.lines().collect();
    runs.sort_unstable();
    assert_eq!(runs, ["no_property", "two_calls"], "each test runs once");
    // A test that ends at its first property never reaches the second.
    let mut command = fixture.command(&["hunt", "--list"]);
    let list = done(command.env("FIRST_FAILS", "1").env("DISPROVE_DATABASE", "none"));
    assert!(list.out.contains("quickchecked-suite::two_calls\n"), "{list:?}");
    assert!(!list.out.contains("two_calls (2)"), "{list:?}");

    std::fs::remove_file(fixture.path("runs")).expect("a file");
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "2", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let runs = std::fs::read_to_string(fixture.path("runs")).expect("they were run");
    assert_eq!(runs.matches("no_property\n").count(), 1, "once, as it has none: {runs}");
    let hunted = done.events().into_iter().filter(|event| event["event"] == "property");
    let hunted: Vec<String> = hunted.map(|event| event["property"].to_string()).collect();
    assert!(hunted.iter().any(|name| name.ends_with("::two_calls (2)\"")), "{hunted:?}");
    let report = |property: &str| {
        let finding = &done.findings(property)[0];
        finding["report"].as_str().expect("a text").to_owned()
    };
    assert!(report("rarely_fails").contains("word: Word([0, 0, 200, 0])"), "{done:?}");
    let call = report("plain_call");
    assert!(call.contains("1: 1000") && call.contains("2: 77"), "{call}");

    // The next test run starts with what the hunt has stored.
    let test = fixture.cargo_test(&[]);
    assert_ne!(test.code, 0, "{test:?}");
    assert!(
        test.out.contains("rarely_fails failed again on an input stored by an earlier run"),
        "{test:?}"
    );
    assert!(test.out.contains("test holds ... ok"), "{test:?}");
    assert!(test.out.contains("replay   cargo disprove replay d1:"), "{test:?}");
}

const TOO_FEW: &str = r"
use quickcheck::quickcheck;

quickcheck! {
    fn holds(x: u32) -> bool {
        u64::from(x) < 1 << 32
    }
}
";

#[test]
fn an_isolated_test_says_that_too_few_cases_passed() {
    let fixture = Fixture::suite("few-cases", "quickcheck", TOO_FEW);
    // A saved crash, so the property runs in a process of its own.
    let input = any::<(u32,)>().encode(&(7,)).expect("a number");
    Db::at(fixture.path(".disprove")).save("few-cases-suite::holds", &input).expect("it is saved");
    let [failures, deaths] =
        ["failures", "deaths"].map(|kind| fixture.path(".disprove").join(kind));
    std::fs::rename(failures, deaths).expect("renamed");
    let mut command = fixture.cargo_test_command(&[]);
    let test =
        done(command.env("QUICKCHECK_TESTS", "100").env("QUICKCHECK_MIN_TESTS_PASSED", "300"));
    assert_ne!(test.code, 0, "{test:?}");
    assert!(test.out.contains("holds passed 100 cases, but requires 300."), "{test:?}");
    // That is no crash of its process.
    assert!(!test.out.contains("the process exited"), "{test:?}");
    assert_eq!(fixture.files(".disprove/failures"), [""; 0]);
}
