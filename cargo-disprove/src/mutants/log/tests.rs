//! Logs as `cargo test` printed them, shortened.

use super::{Verdict, read};

const LOG: &str = "\
    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.02s
     Running unittests src/lib.rs (target/debug/deps/rle-11907dd5f0dd31d4)

running 4 tests
test tests::empty ... ok
test tests::nothing ... ignored, too slow
test tests::panics - should panic ... ok
test tests::round_trip ... FAILED

failures:

---- tests::round_trip stdout ----
test tests::empty ... FAILED is what it printed

failures:
    tests::round_trip

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass `--lib`
     Running tests/props.rs (target/debug/deps/props-5a0f1b1f54de07c1)

running 1 test
test holds ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests rle

running 3 tests
test src/lib.rs - encode (line 12) ... ok
test src/lib.rs - encode (line 20) - compile fail ... ok
test src/lib.rs - (line 3) ... FAILED

failures:

failures:
    src/lib.rs - (line 3)

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.21s
";

fn names(log: &str) -> Vec<(String, bool)> {
    let all = read(log, &[]);
    all.into_iter().map(|ran| (ran.name, ran.verdict == Verdict::Passed)).collect()
}

#[test]
fn tests_are_named_with_their_binary_and_ignored_ones_left_out() {
    let expected = [
        ("rle::tests::empty", true),
        ("rle::tests::panics", true),
        ("rle::tests::round_trip", false),
        ("props::holds", true),
        ("doc(rle)::src/lib.rs - encode", true),
        ("doc(rle)::src/lib.rs - encode#2", true),
        ("doc(rle)::src/lib.rs", false),
    ];
    assert_eq!(names(LOG), expected.map(|(name, passed)| (name.to_owned(), passed)));
}

#[test]
fn the_source_of_a_test_is_that_of_its_binary_and_of_a_doctest_its_own() {
    let all = read(LOG, &[]);
    assert_eq!(all[0].source, "src/lib.rs");
    assert_eq!(all[3].source, "tests/props.rs");
    assert_eq!((&*all[4].source, all[4].is_doctest), ("src/lib.rs", true));
}

#[test]
fn shifted_lines_of_doctests_do_not_matter() {
    let shifted = LOG.replace("(line 12)", "(line 13)").replace("(line 20)", "(line 21)");
    assert_eq!(names(&shifted), names(LOG));
}

#[test]
fn what_an_abort_takes_along_did_not_run() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 3 tests\ntest one ... ok\n\n\
               thread 'two' has overflowed its stack\nfatal runtime error: stack overflow, aborting\n\
               error: test failed, to rerun pass `--test a`\n";
    assert_eq!(names(log), [("a::one".to_owned(), true)]);
}

#[test]
fn what_tests_print_in_between_does_not_hide_verdicts() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\nrunning 3 tests\n\
               test one ... it prints\nok\nwithout an end test two ... ok\ntest three ... more\n\
               and more\nFAILED\n";
    let expected = [("a::one", true), ("a::two", true), ("a::three", false)];
    assert_eq!(names(log), expected.map(|(name, passed)| (name.to_owned(), passed)));
}

#[test]
fn binaries_of_the_same_name_are_numbered() {
    let one = "     Running tests/a.rs (target/debug/deps/a-0)\nrunning 1 test\ntest t ... ok\n";
    let found = names(&format!("{one}{}", one.replace("a-0", "a-1")));
    assert_eq!(found, [("a::t".to_owned(), true), ("a#2::t".to_owned(), true)]);
}

#[test]
fn a_test_takes_the_time_since_the_line_before() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 2 tests\ntest one ... ok\n\
               test two ... ok\n";
    let all = read(log, &[0.5, 0.75, 1.0, 1.5, 3.5]);
    assert_eq!(all[0].seconds, Some(0.5));
    assert_eq!(all[1].seconds, Some(2.0));
    assert_eq!(read(log, &[])[0].seconds, None);
}

#[test]
fn a_binary_that_is_started_again_adds_verdicts() {
    let log = "     Running tests/all.rs (target/debug/deps/all-5a0f)\n\nrunning 3 tests\ntest a ... ok\n\
               test b ... \nhas overflowed its stack\n\
               \u{20}    Running tests/all.rs (target/debug/deps/all-5a0f)\n\nrunning 1 test\ntest c ... FAILED\n\n\
               failures:\n\n---- c stdout ----\nno\n\nfailures:\n    c\n\ntest result: FAILED. 0 passed\n\
               \u{20}    Running tests/all.rs (target/debug/deps/all-5a0f)\n\nrunning 1 test\n\
               test b ... died\n\ntest b ... FAILED\n\
               \u{20}    Running tests/all.rs (target/debug/deps/all-77aa)\n\nrunning 1 test\ntest a ... ok\n";
    let found: Vec<_> = read(log, &[]).into_iter().map(|ran| (ran.name, ran.verdict)).collect();
    let expected = [
        ("all::a", Verdict::Passed),
        ("all::c", Verdict::Failed),
        ("all::b", Verdict::Failed),
        ("all#2::a", Verdict::Passed),
    ];
    assert_eq!(found, expected.map(|(name, verdict)| (name.to_owned(), verdict)));
}
