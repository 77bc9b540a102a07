//! Failures of a `#[property]` between runs: tried first in the next run, added to the regressions, removed once fixed.
//!
//! Each property here runs in its own process, because settings come from the environment of the process.

use crate::child::Scratch;
use disprove::{Database as _, Tree, prelude::*};
use std::{
    cell::RefCell,
    env, fs,
    process::abort,
    sync::atomic::{AtomicU32, Ordering::SeqCst},
};

#[property]
#[ignore = "run in its own process"]
fn sums_stay_small(numbers: Vec<u8>) {
    let limit = env::var("LIMIT").map_or(500, |limit| limit.parse().expect("a number"));
    assert!(numbers.iter().map(|n| u32::from(*n)).sum::<u32>() < limit, "the sum is too large");
}

/// Aborts its process some calls after the first failure, as Ctrl-C would.
#[property(seed = 1, max_executions = 100_000)]
#[ignore = "run in its own process"]
fn aborts_its_process(numbers: Vec<u16>) {
    static SINCE_IT_FAILED: AtomicU32 = AtomicU32::new(0);
    let is_large = numbers.iter().map(|n| u32::from(*n)).sum::<u32>() >= 20_000;
    if is_large || SINCE_IT_FAILED.load(SeqCst) > 0 {
        let calls = SINCE_IT_FAILED.fetch_add(1, SeqCst);
        if env::var("CALLS").is_ok_and(|most| most == calls.to_string()) {
            abort();
        }
    }
    assert!(!is_large, "the sum is too large");
}

#[property(seed = 3)]
#[ignore = "run in its own process"]
#[should_panic(expected = "never")]
fn fails_as_it_should(_n: u8) {
    panic!("never");
}

#[property(seed = 3)]
#[ignore = "run in its own process"]
#[should_panic(expected = "the known bug")]
fn has_the_bug(n: u8) {
    let message = env::var("MESSAGE").unwrap_or_else(|_| "the known bug".to_owned());
    assert!(env::var("FIXED").is_ok() || n != 7, "{message}");
}

/// Two of its inputs fail, in different ways.
#[property]
#[ignore = "run in its own process"]
fn prints_its_input(n: u8) {
    println!("ran <{n}>");
    let is_fixed = env::var("FIXED").is_ok();
    assert!(is_fixed || n != 30, "the first bug");
    assert!(is_fixed || n != 10, "the second bug");
}

/// All but 0 fail.
fn has_two_bugs(n: u8) {
    assert!(n % 2 == 0, "a bug of odd numbers");
    assert!(n == 0, "a bug of even numbers");
}

#[property(seed = 3)]
#[example(1)]
#[example(2)]
#[should_panic(expected = "a bug of odd numbers")]
fn one_of_two_bugs_is_expected(n: u8) {
    has_two_bugs(n);
}

#[property(seed = 3)]
#[example(1)]
#[example(2)]
#[should_panic(expected = "a bug of even numbers")]
fn the_other_of_two_bugs_is_expected(n: u8) {
    has_two_bugs(n);
}

#[property(seed = 3)]
#[ignore = "run in its own process"]
fn has_no_other_bug(n: u8) {
    if env::var("EXCLUDED").is_ok() {
        assume!(n != 7);
    }
    assert!(n != 7, "the known bug");
    assert!(env::var("OTHER").is_err() || n != 200, "another bug");
}

#[property]
#[replay("d1:H7kBeQ")]
#[ignore = "run in its own process"]
fn has_a_token(n: u8) {
    let limit = env::var("LIMIT").map_or(200, |limit| limit.parse().expect("a number"));
    assert!(n < limit);
}

/// Runs a property with this folder as its database; returns whether it passed, and its output.
#[track_caller]
pub fn run(scratch: &Scratch, name: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [&[("DISPROVE_DATABASE", folder)], variables].concat();
    crate::child::run(name, &variables)
}

/// What a test prints, without the time that it took. Warnings come after it.
pub fn lines(output: &str) -> String {
    let (result, rest) = output.split_once("; finished in").expect("a result");
    format!("{result}{}", rest.split_once('\n').expect("the end of the line").1)
}

/// What a test prints after one case if no inputs are saved.
#[track_caller]
pub fn lines_without_saved_inputs(name: &str) -> String {
    let (_, output) =
        run(&Scratch::new(&format!("empty-{name}")), name, &[("DISPROVE_CASES", "1")]);
    lines(&output)
}

const PAGE: &str = "regressions/disprove-all.regressions.sums_stay_small.txt";

#[test]
fn a_failure_is_tried_first_until_it_is_fixed_and_stays_in_the_regressions() {
    let scratch = Scratch::new("life");
    let (passed, output) = run(&scratch, "sums_stay_small", &[("DISPROVE_SEED", "1")]);
    assert!(
        !passed && output.contains("disprove-all.regressions.sums_stay_small.txt: commit it"),
        "{output}"
    );
    let entries = |files: &[String]| files.iter().filter(|f| f.starts_with("failures/")).count();
    let files = scratch.files();
    assert_eq!(entries(&files), 1, "{files:?}");
    assert!(files.contains(&PAGE.to_owned()), "{files:?}");
    let page = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert!(page.contains("\nd1:") && page.contains("numbers: ["), "{page}");

    let (passed, output) = run(&scratch, "sums_stay_small", &[("DISPROVE_SEED", "2")]);
    assert!(!passed && output.contains("failed again on an input"), "{output}");
    assert_eq!(entries(&scratch.files()), 1);
    let again = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert_eq!(page, again, "the file is not written again");

    let (passed, output) = run(&scratch, "sums_stay_small", &[("LIMIT", "1000000")]);
    assert!(passed, "{output}");
    assert_eq!(entries(&scratch.files()), 0, "an input that passes is removed");

    let (passed, output) = run(&scratch, "sums_stay_small", &[("DISPROVE_SEED", "4")]);
    assert!(!passed && output.contains("failed again on an input"), "{output}");
    let again = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert_eq!(page, again, "regressions are still tried");
}

#[test]
fn an_input_whose_line_is_deleted_is_tried_only_if_it_is_a_saved_failure() {
    let scratch = Scratch::new("forgotten");
    let passes = |variable| run(&scratch, "sums_stay_small", &[variable]).0;
    assert!(!passes(("DISPROVE_SEED", "1")));
    let one_case = ("DISPROVE_CASES", "1");
    let page = scratch.path().join(PAGE);
    let delete_line = || {
        let text = fs::read_to_string(&page).expect("the page");
        let left = text.lines().filter(|line| !line.starts_with("d1:")).collect::<Vec<_>>();
        fs::write(&page, left.join("\n")).expect("the page");
    };
    delete_line();
    assert!(!passes(one_case), "the failure is still saved");
    delete_line();
    // As `cargo disprove review` drops it.
    fs::remove_dir_all(scratch.path().join("failures")).expect("a folder");
    assert!(passes(one_case));
}

#[test]
fn saved_inputs_of_one_failure_become_one() {
    let scratch = Scratch::new("alike");
    let database = || Db::at(scratch.path());
    for n in [200, 100] {
        let tree = any::<u8>().encode(&n).expect("a number");
        database().save("alike", &tree).expect("it is saved");
    }
    let report = check(any::<u8>()).name("alike").seed(1).database(database()).run(|n| n < 50);
    assert_eq!(report.failures()[0].value(), &50, "{report}");
    let left = database().load("alike").entries;
    let tokens: Vec<String> = left.iter().map(Tree::to_token).collect();
    assert_eq!(tokens, [report.failures()[0].replay_token()]);
    // Failures of `check(..)` are no regressions.
    assert!(scratch.files().iter().all(|file| !file.starts_with("regressions/")));
}

#[test]
fn examples_and_tokens_that_fail_are_saved_and_not_run_again_in_the_same_run() {
    let token = any::<u64>().encode(&70).expect("a number").to_token();
    for is_example in [true, false] {
        let database = Db::memory();
        let inputs = RefCell::new(Vec::new());
        let run = |fails: bool| {
            let check = check(any::<u64>()).name("once").seed(1).database(database.clone());
            let check = if is_example { check.example(|| 70) } else { check.replay(&*token) };
            inputs.borrow_mut().clear();
            let report = check.run(|n| {
                inputs.borrow_mut().push(n);
                n != 70 || !fails
            });
            (report.verdict(), inputs.borrow().iter().take(3).filter(|n| **n == 70).count())
        };
        assert_eq!(run(true), (Verdict::Falsified, 1));
        assert_eq!(database.load("once").entries.len(), 1);
        // The next run also tries what was saved.
        assert_eq!(run(false), (Verdict::Passed, 2));
        assert!(database.load("once").entries.is_empty());
    }
}

#[test]
fn an_interrupted_reduction_keeps_the_smallest_input() {
    let mut sizes = Vec::new();
    for calls in ["2", "12"] {
        let scratch = Scratch::new("interrupted");
        let variables = [("CALLS", calls), ("DISPROVE_MAX_FAILURES", "1")];
        let (passed, output) = run(&scratch, "aborts_its_process", &variables);
        assert!(!passed && !output.contains("aborts_its_process failed"), "{output}");
        let files = scratch.files();
        let kept: Vec<_> = files.iter().filter(|file| file.starts_with("failures/")).collect();
        assert_eq!(kept.len(), 1, "{files:?}");
        assert!(!files.iter().any(|file| file.starts_with("regressions/")), "{files:?}");
        sizes.push(fs::metadata(scratch.path().join(kept[0])).expect("the entry").len());

        let (_, output) = run(&scratch, "aborts_its_process", &[("DISPROVE_REDUCE", "0")]);
        assert!(output.contains("failed again on an input"), "{output}");
        assert!(!output.contains("numbers: [20000]"), "{output}");
        let (_, output) = run(&scratch, "aborts_its_process", &[]);
        assert!(output.contains("failed again on an input"), "{output}");
        assert!(output.contains("numbers: [20000]"), "{output}");
        let page = "regressions/disprove-all.regressions.aborts_its_process.txt";
        let page = fs::read_to_string(scratch.path().join(page)).expect("it is added");
        assert!(page.contains("numbers: [20000]"), "{page}");
    }
    assert!(sizes[1] < sizes[0], "{sizes:?}");
    // The search continues after a failure, which is saved before.
    let scratch = Scratch::new("interrupted-search");
    let (passed, output) = run(&scratch, "aborts_its_process", &[("CALLS", "2")]);
    assert!(!passed && !output.contains("aborts_its_process failed"), "{output}");
    let files = scratch.files();
    assert_eq!(files.iter().filter(|file| file.starts_with("failures/")).count(), 1, "{files:?}");
    let (_, output) = run(&scratch, "aborts_its_process", &[]);
    assert!(output.contains("failed again on an input"), "{output}");
}

#[test]
fn a_failure_whose_reduction_reaches_its_limit_is_added_to_the_regressions() {
    let scratch = Scratch::new("limited");
    let variables = [("DISPROVE_SEED", "1"), ("DISPROVE_REDUCTION_RUNS", "1")];
    let (passed, output) = run(&scratch, "sums_stay_small", &variables);
    assert!(!passed && output.contains("the reduction stopped after "), "{output}");
    assert!(scratch.files().contains(&PAGE.to_owned()), "{output}");
}

#[test]
fn a_property_that_should_panic_keeps_nothing() {
    let scratch = Scratch::new("meant");
    let (passed, output) = run(&scratch, "fails_as_it_should", &[]);
    assert!(passed, "{output}");
    assert_eq!(scratch.files(), [""; 0]);
}

#[test]
fn a_property_that_should_panic_fails_once_its_bug_is_fixed() {
    let scratch = Scratch::new("known");
    let (passed, output) = run(&scratch, "has_the_bug", &[]);
    assert!(passed, "{output}");
    let (passed, output) = run(&scratch, "has_the_bug", &[("FIXED", "1")]);
    assert!(!passed && output.contains("test did not panic as expected"), "{output}");
    let (passed, output) = run(&scratch, "has_the_bug", &[("MESSAGE", "another bug")]);
    assert!(!passed && output.contains("panic did not contain expected string"), "{output}");
}

#[test]
fn a_known_bug_that_an_assumption_excludes_hides_no_other() {
    let scratch = Scratch::new("excluded");
    let (passed, output) = run(&scratch, "has_no_other_bug", &[]);
    assert!(!passed && output.contains("the known bug"), "{output}");
    let (passed, output) = run(&scratch, "has_no_other_bug", &[("EXCLUDED", "1")]);
    assert!(passed && !output.contains("no longer fit"), "{output}");
    let variables = [("EXCLUDED", "1"), ("OTHER", "1")];
    let (passed, output) = run(&scratch, "has_no_other_bug", &variables);
    assert!(!passed && output.contains("another bug"), "{output}");
}

#[test]
fn an_input_of_a_replay_attribute_is_not_added_to_the_regressions() {
    let token = any::<u8>().encode(&200).expect("a number").to_token();
    assert_eq!(token, "d1:H7kBeQ", "the token in the attribute is that of 200");
    let scratch = Scratch::new("token");
    let (passed, output) = run(&scratch, "has_a_token", &[]);
    assert!(!passed, "{output}");
    let count = |folder| scratch.files().iter().filter(|file| file.starts_with(folder)).count();
    assert_eq!((count("failures/"), count("regressions/")), (1, 0));
    let (passed, output) = run(&scratch, "has_a_token", &[("LIMIT", "100")]);
    assert!(!passed && output.contains("n: 100,"), "{output}");
    assert_eq!((count("failures/"), count("regressions/")), (1, 1));
}

#[test]
fn an_unusable_database_does_not_change_the_verdict() {
    let scratch = Scratch::new("file");
    let file = scratch.path().join("file");
    fs::write(&file, "not a folder").expect("it can be written");
    let at_file = [("DISPROVE_DATABASE", file.to_str().expect("a plain name"))];
    let (passed, output) = run(&scratch, "sums_stay_small", &at_file);
    assert!(!passed && output.contains("the sum is too large"), "{output}");
    assert_eq!(output.matches("atabase").count(), 1, "it is reported once: {output}");
    let (passed, output) = run(&scratch, "sums_stay_small", &[at_file[0], ("LIMIT", "1000000")]);
    assert!(passed, "{output}");
}

#[test]
fn a_damaged_entry_does_not_change_the_verdict() {
    let scratch = Scratch::new("damaged");
    let (passed, output) = run(&scratch, "sums_stay_small", &[]);
    assert!(!passed && !output.contains("is damaged"), "{output}");
    for (limit, holds) in [("500", false), ("1000000", true)] {
        let files = scratch.files().into_iter().filter(|file| file.starts_with("failures/"));
        let [file] = &files.collect::<Vec<_>>()[..] else { panic!("{:?}", scratch.files()) };
        fs::write(scratch.path().join(file), "damaged").expect("an entry");
        let (passed, output) = run(&scratch, "sums_stay_small", &[("LIMIT", limit)]);
        assert_eq!((passed, output.matches(" is damaged (").count()), (holds, 1), "{output}");
    }
}

#[test]
fn a_saved_input_runs_before_the_same_generated_ones() {
    let inputs = |database: Db| {
        let inputs = RefCell::new(Vec::new());
        let check = check(any::<Vec<u16>>()).name("lists").seed(1).cases(50).database(database);
        check.run(|list| inputs.borrow_mut().push(list)).assert();
        inputs.into_inner()
    };
    let generated = inputs(Db::none());
    let (db, list) = (Db::memory(), vec![7_u16; 8]);
    let saved = any::<Vec<u16>>().encode(&list).expect("a list");
    db.save("lists", &saved).expect("it is saved");
    let both = inputs(db);
    assert_eq!(both[0], list);
    // The saved input is one of the 50 cases.
    assert_eq!((both[1..].len(), &both[1..]), (49, &generated[..49]));
}

/// So the seed of a report does not repeat its run while the failure is saved.
#[test]
fn few_generated_inputs_follow_a_saved_one_that_fails() {
    let db = Db::memory();
    db.save("numbers", &any::<u64>().encode(&7).expect("a number")).expect("it is saved");
    let report = check(any::<u64>()).name("numbers").seed(1).database(db).run(|n| n != 7);
    assert_eq!((report.failures()[0].found_at(), report.executions()), (1, 11));
}

#[test]
fn examples_and_tokens_run_before_saved_inputs() {
    let tree = |n: u16| any::<u16>().encode(&n).expect("a number");
    let (db, inputs) = (Db::memory(), RefCell::new(Vec::new()));
    db.save("numbers", &tree(7)).expect("it is saved");
    let check = check(any::<u16>()).name("numbers").seed(1).cases(10).database(db);
    let check = check.replay(tree(8).to_token()).example(|| 9);
    check.run(|n| inputs.borrow_mut().push(n)).assert();
    assert_eq!(inputs.borrow()[..3], [9, 8, 7]);
}

/// The lines of the file from top to bottom, then the other failures.
#[test]
fn saved_inputs_run_in_the_order_of_their_file_and_one_that_fails_ends_nothing() {
    let token = |n: u8| any::<u8>().encode(&n).expect("a number").to_token();
    let printed = |name: &str, variable: (&str, &str)| {
        let scratch = Scratch::new(name);
        let page = "regressions/disprove-all.regressions.prints_its_input.txt";
        let page = scratch.path().join(page);
        fs::create_dir_all(page.parent().expect("a folder")).expect("a folder");
        // Comments and their order do not matter, and an input may be there twice.
        let text = [30, 20, 30, 10].map(|n| format!("# {}\n{}\n", n + 1, token(n))).concat();
        fs::write(page, text).expect("it can be written");
        let db = Db::at(scratch.path());
        let saved = Tree::from_token(&token(40)).expect("a token");
        db.save("disprove-all::regressions::prints_its_input", &saved).expect("it is saved");
        let variables = [("DISPROVE_CASES", "1"), ("DISPROVE_REDUCE", "0"), variable];
        let (_, output) = run(&scratch, "prints_its_input", &variables);
        let inputs = output.split("ran <").skip(1).filter_map(|rest| rest.split_once('>'));
        let inputs: Vec<String> = inputs.map(|(n, _)| n.to_owned()).collect();
        (inputs.join(" "), output)
    };
    let (inputs, output) = printed("order", ("FIXED", "1"));
    assert_eq!(inputs, "30 20 10 40", "nothing else runs: {output}");
    let (inputs, output) = printed("order-failing", ("DISPROVE_MAX_FAILURES", "10"));
    assert!(inputs.starts_with("30 20 10 40 "), "{output}");
    assert!(output.contains("the first bug") && output.contains("the second bug"), "{output}");
    let (inputs, output) = printed("order-limited", ("DISPROVE_MAX_FAILURES", "1"));
    assert_eq!(inputs, "30 30", "the search, and the report: {output}");
    assert!(!output.contains("the second bug"), "{output}");
}

#[test]
fn without_a_database_nothing_is_written() {
    let scratch = Scratch::new("none");
    let none = [("DISPROVE_DATABASE", "none")];
    let (passed, output) = run(&scratch, "sums_stay_small", &none);
    assert!(!passed && !output.contains("saved"), "{output}");
    assert_eq!(scratch.files(), [""; 0]);
}

#[test]
fn without_a_database_no_regression_runs() {
    let scratch = Scratch::new("not-read");
    let (passed, output) = run(&scratch, "sums_stay_small", &[("DISPROVE_SEED", "1")]);
    assert!(!passed && scratch.files().iter().any(|file| file == PAGE), "{output}");
    let one = |database: &str| {
        let variables = [("DISPROVE_CASES", "1"), ("DISPROVE_DATABASE", database)];
        run(&scratch, "sums_stay_small", &variables).0
    };
    let folder = scratch.path().to_str().expect("a plain name");
    assert!(one("none") && !one(folder), "only the saved input fails");
}
