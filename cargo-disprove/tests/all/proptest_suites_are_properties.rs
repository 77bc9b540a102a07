//! A suite written for proptest, whose dependency is renamed, is hunted, stored and replayed as any other.

use crate::support::fixture::Fixture;

const SUITE: &str = r#"
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};

proptest! {
    #[test]
    fn holds(xs in vec(any::<u8>(), 0..100)) {
        prop_assert!(xs.len() < 100);
    }

    #[test]
    fn rarely_fails(word in vec(any::<u8>(), 0..100)) {
        prop_assert!(word.len() < 4 || word[2] != 200);
    }
}

#[test]
fn closure() {
    proptest!(|(x: u32, y: u32)| prop_assert!(x < 1_000 || y < 77));
}

fn count_run(test: &str) {
    use std::io::Write;
    let mut runs = std::fs::File::options().append(true).create(true).open("runs").unwrap();
    runs.write_all(test.as_bytes()).unwrap();
}

#[test]
fn by_hand() {
    count_run("by_hand\n");
    TestRunner::default().run(&"[a-f]{2,5}", |text| Ok(assert!(text.len() < 6))).unwrap();
}

#[test]
fn no_property() {
    count_run("no_property\n");
    assert_eq!(1 + 1, 2);
}
"#;

#[test]
fn tests_of_proptest_are_hunted_stored_and_replayed() {
    let fixture = Fixture::suite("proptested", "proptest", SUITE);
    fixture.file("tests/suite.proptest-regressions", "cc 0123\n");

    let list = fixture.run(&["hunt", "--list"]);
    for property in ["holds", "rarely_fails", "closure", "by_hand"] {
        assert!(list.out.contains(&format!("proptested-suite::{property}\n")), "{list:?}");
    }
    assert!(!list.out.contains("no_property"), "{list:?}");
    let runs = || std::fs::read_to_string(fixture.path("runs")).expect("they were run");
    let mut listed: Vec<String> = runs().lines().map(str::to_owned).collect();
    listed.sort_unstable();
    assert_eq!(listed, ["by_hand", "no_property"], "each of the other tests runs once");
    std::fs::remove_file(fixture.path("runs")).expect("a file");

    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "2", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert_eq!(runs().matches("no_property\n").count(), 1, "once, as it has none: {}", runs());
    let report = |property: &str| {
        let finding = &done.findings(property)[0];
        finding["report"].as_str().expect("a text").to_owned()
    };
    assert!(report("rarely_fails").contains("word: [0, 0, 200, 0]"), "{done:?}");
    let call = report("closure");
    assert!(call.contains("x: 1000") && call.contains("y: 77"), "{call}");

    // The next test run starts with what the hunt has stored.
    let test = fixture.cargo_test(&[]);
    assert_ne!(test.code, 0, "{test:?}");
    assert!(
        test.out.contains("rarely_fails failed again on an input stored by an earlier run"),
        "{test:?}"
    );
    assert!(test.out.contains("test holds ... ok"), "{test:?}");
    assert!(test.out.contains("replay   cargo disprove replay d1:"), "{test:?}");
    let told = format!("{}{}", test.out, test.err);
    let message = "suite.proptest-regressions are those of another engine and cannot be replayed";
    assert_eq!(told.matches(message).count(), 1, "{test:?}");
    for property in ["rarely_fails", "closure"] {
        let file = format!(".disprove/regressions/proptested-suite.{property}.txt");
        assert!(fixture.path(&file).exists(), "{file}");
    }
}
