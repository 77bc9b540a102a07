//! Real logs of `cargo test`, shortened.

use super::{Verdict, qualified, read, unqualified};

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
fn tests_have_the_source_of_their_binary_and_doctests_their_own() {
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
fn tests_of_an_aborted_process_have_no_verdict() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 3 tests\ntest one ... ok\n\n\
               thread 'two' has overflowed its stack\nfatal runtime error: stack overflow, aborting\n\
               error: test failed, to rerun pass `--test a`\n";
    assert_eq!(names(log), [("a::one".to_owned(), true)]);
}

#[test]
fn output_of_tests_does_not_hide_verdicts() {
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
fn the_time_of_a_test_starts_at_the_line_before() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 2 tests\ntest one ... ok\n\
               test two ... ok\n";
    let all = read(log, &[0.5, 0.75, 1.0, 1.5, 3.5]);
    assert_eq!(all[0].seconds, Some(0.5));
    assert_eq!(all[1].seconds, Some(2.0));
    assert_eq!(read(log, &[])[0].seconds, None);
}

#[test]
fn a_rerun_of_a_binary_adds_verdicts() {
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

#[test]
fn doctests_of_one_function_are_numbered_by_line_not_by_end() {
    let line = |line: u64, word: &str| format!("test src/lib.rs - f (line {line}) ... {word}\n");
    let found = |lines: [String; 3]| {
        let mut all = names(&format!("   Doc-tests rle\n\nrunning 3 tests\n{}", lines.concat()));
        all.sort();
        all
    };
    let expected = [("f", true), ("f#2", false), ("f#3", true)]
        .map(|(name, passed)| (format!("doc(rle)::src/lib.rs - {name}"), passed));
    assert_eq!(found([line(9, "ok"), line(20, "FAILED"), line(100, "ok")]), expected);
    assert_eq!(found([line(100, "ok"), line(9, "ok"), line(20, "FAILED")]), expected);
}

#[test]
fn a_rerun_of_doctests_adds_verdicts() {
    let log = "   Doc-tests rle\n\nrunning 2 tests\ntest src/lib.rs - f (line 1) ... ok\n\
               test src/lib.rs - f (line 9)\n   Doc-tests rle\ntest src/lib.rs - f (line 9) ... FAILED\n";
    let expected = [("doc(rle)::src/lib.rs - f", true), ("doc(rle)::src/lib.rs - f#2", false)];
    assert_eq!(names(log), expected.map(|(name, passed)| (name.to_owned(), passed)));
}

#[test]
fn a_failed_test_with_a_broken_line_is_found_in_the_list() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 2 tests\ntest one ... ok\n\
               test two ... noise of a threadFAILED\n\nfailures:\n\n---- two stdout ----\nno\n\n\nfailures:\n    two\n\n\
               test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
    let expected = [("a::one", true), ("a::two", false)];
    assert_eq!(names(log), expected.map(|(name, passed)| (name.to_owned(), passed)));
}

#[test]
fn printed_lines_about_files_are_not_results() {
    let log = "     Running tests/ui.rs (target/debug/deps/ui-0)\n\nrunning 1 test\n\
               test tests/ui/wrong.rs ... ok\ntest tests/ui/other.rs ... mismatch\n\ntest compiles ... ok\n\n\
               test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
               \u{20}    Running tests/data.rs (target/debug/deps/data-0)\n\nrunning 1 test\n\
               test tests/data/a.txt ... ok\n\n\
               test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
    // A custom harness may name its tests after files.
    let expected = [("ui::compiles", true), ("data::tests/data/a.txt", true)];
    assert_eq!(names(log), expected.map(|(name, passed)| (name.to_owned(), passed)));
}

#[test]
fn folders_may_have_spaces_and_brackets() {
    let log = "     Running unittests src/lib.rs (/a b/old (1)/target/debug/deps/rle-0)\n\nrunning 1 test\ntest t ... ok\n";
    let all = read(log, &[]);
    assert_eq!((&*all[0].name, &*all[0].source), ("rle::t", "src/lib.rs"));
}

#[test]
fn an_interrupted_line_means_passed_if_the_binary_ended_and_did_not_list_it() {
    let log = "     Running tests/a.rs (target/debug/deps/a-0)\n\nrunning 3 tests\ntest one ... bytes\n\0ok\n\
               test two ... bytes\n\0FAILED\ntest three ... ok\n\nfailures:\n\nfailures:\n    two\n\n";
    let result = "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
    let expected = [("a::three", true), ("a::two", false), ("a::one", true)];
    assert_eq!(
        names(&format!("{log}{result}")),
        expected.map(|(name, passed)| (name.to_owned(), passed))
    );
    // A dead process has only the printed verdicts.
    assert_eq!(names(log), [("a::three".to_owned(), true)]);
}

#[test]
fn binaries_are_prefixed_with_the_folder_of_their_package() {
    let name = qualified("crates/b: target/debug/deps/all-0");
    assert_eq!((&*name, unqualified(&name)), ("crates-b-all", "all"));
    assert_eq!(qualified("target/debug/deps/all-0"), "all");
    assert_eq!(unqualified("all#2"), "all");
}
