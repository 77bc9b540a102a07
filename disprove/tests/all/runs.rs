//! What a run does with inputs that are known beforehand, with runs inside of runs, and with panics that
//! are not its own.

use disprove::{ReductionEnd, prelude::*};
use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet, HashSet},
    iter,
    panic::{catch_unwind, resume_unwind},
    rc::Rc,
};

fn token(byte: u8) -> String {
    any::<u8>().encode(&byte).expect("every byte can be encoded").to_token()
}

#[test]
fn replays_stop_after_as_many_failures_as_are_wanted() {
    for wanted in 1..=3 {
        let check = check(any::<u8>()).replay(token(1)).replay(token(2)).replay(token(3));
        let report = check.max_failures(wanted).run(|byte| match byte {
            1 => panic!("one"),
            2 => panic!("two"),
            3 => panic!("three"),
            _ => {}
        });
        assert_eq!(report.failures().len() as u64, wanted);
        assert_eq!(report.executions(), wanted);
    }
}

#[test]
fn each_failure_has_the_limit_of_runs_for_itself() {
    let lists = vec(any::<u64>());
    let [one, other] = [123_456_789, 987_654_321].map(|first: u64| {
        let list: Vec<u64> = iter::once(first).chain(1_000..1_040).collect();
        lists.encode(&list).expect("a list").to_token()
    });
    let check = check(lists).seed(1).cases(2).replay(one).replay(other).database(Db::none());
    let report = check.reduction_runs(20).run(|list| {
        if list.iter().filter(|n| **n > 500).count() > 6 {
            assert!(list[0] != 123_456_789, "one");
            assert!(list[0] != 987_654_321, "the other");
        }
    });
    assert_eq!(report.failures().len(), 2, "{report}");
    for failure in report.failures() {
        assert_eq!(failure.reduction_ended(), ReductionEnd::Runs, "{report}");
        assert!(failure.reduction_runs() > 20, "{}", failure.reduction_runs());
    }
}

#[property]
#[example(200)]
#[should_panic(expected = "first: 200,")]
fn sums_stay_small(first: u8, src: &mut Source) {
    let second: u8 = src.draw(any::<u8>());
    assert!(first < 200 || second < 1, "too much");
}

#[test]
fn a_failing_example_of_a_property_that_draws_is_reduced() {
    let panic = catch_unwind(sums_stay_small).expect_err("it does not hold");
    let text = panic.downcast_ref::<String>().expect("a report");
    assert!(!text.contains("flaky") && text.contains("first: 200,"), "{text}");
}

#[test]
fn a_run_inside_of_a_run_leaves_its_notes_alone() {
    let report = check(any::<u32>()).seed(1).run(|n| {
        note!("before {n}");
        let inner = check(any::<u32>()).seed(2).run(|m| {
            note!("inside");
            m < 10
        });
        assert_eq!(inner.failures()[0].notes(), ["inside"]);
        note!("after {n}");
        assert!(n < 8);
    });
    assert_eq!(report.failures()[0].notes(), ["before 8", "after 8"]);
}

#[test]
fn a_panic_that_was_caught_is_not_taken_for_a_later_one() {
    let report = check(any::<bool>()).run(|_| {
        let _ = catch_unwind(|| panic!("caught"));
        resume_unwind(Box::new("of another thread"))
    });
    let failure = &report.failures()[0];
    assert_eq!((failure.message(), failure.location()), ("of another thread", None));
}

#[test]
fn a_set_of_an_absurd_length_is_given_up() {
    let report = check(set(any::<u8>()).len(usize::MAX..)).cases(1).max_executions(1).run(|_| true);
    assert_eq!((report.verdict(), report.unreached()), (Verdict::GaveUp, 1));
}

/// How many of 20,000 pairs of unusual numbers are equal.
fn equal_pairs<T: Arbitrary + Copy + PartialEq + std::fmt::Debug + 'static>(
    usual: impl Fn(T) -> bool,
) -> u32 {
    let equal = Rc::new(Cell::new(0));
    let count = Rc::clone(&equal);
    let report = check((any::<T>(), any::<T>())).seed(1).cases(20_000).run(move |(a, b)| {
        count.set(count.get() + u32::from(a == b && !usual(a)));
    });
    assert!(report.failures().is_empty());
    equal.get()
}

#[test]
fn wide_integers_are_drawn_again_as_well() {
    let (signed, unsigned) =
        (equal_pairs::<i128>(|n| n.unsigned_abs() < 1_000), equal_pairs::<u128>(|n| n < 1_000));
    assert!(signed > 20 && unsigned > 20, "{signed} {unsigned}");
}

/// The message of the panic of a check that asserts.
fn message_of(assert: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(assert).expect_err("the property does not hold");
    without_time(&payload.downcast::<String>().expect("the report is a string"))
}

/// The report without the line that says how long the reduction took.
fn without_time(report: &str) -> String {
    report.lines().filter(|line| !line.contains("Reduced in")).collect::<Vec<_>>().join("\n")
}

#[test]
fn asserting_panics_with_the_report_unless_the_property_passed() {
    let small = || check(any::<u64>()).name("small").seed(1).database(Db::none());
    let report = small().run(|n| n < 10);
    let expected = without_time(&report.to_string());
    assert!(expected.contains("small(\n        10,\n    )"), "{expected}");
    assert_eq!(message_of(|| small().run(|n| n < 10).assert()), expected);
    assert_eq!(message_of(|| small().assert(|n| n < 10)), expected);
    let gave_up = message_of(|| small().cases(20).assert(|_| Outcome::reject()));
    assert!(gave_up.contains("gave up"), "{gave_up}");
    let covered = message_of(|| small().assert(|n| cover!("even", n % 2 == 0, 90.0)));
    assert!(covered.contains("small gave up: it passed "), "{covered}");
    small().assert(|_| true);
    check(any::<bool>()).database(Db::none()).assert(|_| true);
}

/// Checks two properties when it is dropped, the first of the process.
struct ChecksWhenDropped;

impl Drop for ChecksWhenDropped {
    fn drop(&mut self) {
        println!("{}", two_checks(|n| assert!(n < 10, "too large")));
    }
}

/// The verdict of a property that holds, and the smallest failure of one that does not.
fn two_checks(fails: impl Fn(u8)) -> String {
    let holds = check(any::<u32>()).run(|n| n.wrapping_sub(1).wrapping_add(1) == n);
    let report = check(any::<u8>()).database(Db::none()).run(fails);
    let failure = &report.failures()[0];
    format!("{:?}, {} is {}", holds.verdict(), failure.value(), failure.message())
}

#[test]
#[ignore = "run in its own process"]
fn checks_while_unwinding() {
    let caught = catch_unwind(|| {
        let _checks = ChecksWhenDropped;
        panic!("first");
    });
    assert_eq!(caught.expect_err("it panics").downcast_ref(), Some(&"first"));
    println!("after it: {}", two_checks(|n| assert!(n < 10, "too large")));
}

#[test]
#[ignore = "run in its own process"]
fn checks_in_a_panic_hook() {
    std::panic::set_hook(Box::new(|_| {
        let report = check(any::<u8>()).database(Db::none()).run(|n| n < 10);
        println!("in the hook: {}", report.failures()[0].value());
    }));
    catch_unwind(|| panic!("first")).expect_err("it panics");
    println!("after it: {}", two_checks(|n| assert!(n < 10, "too large")));
}

#[test]
fn the_first_check_of_a_process_may_be_made_while_it_panics() {
    let found = "Passed, 10 is too large";
    let (passed, output) = crate::child::run("checks_while_unwinding", &[]);
    assert!(passed && output.matches(found).count() == 2, "{output}");
    let (passed, output) = crate::child::run("checks_in_a_panic_hook", &[]);
    assert!(passed && output.contains("in the hook: 10"), "{output}");
    assert!(output.contains(&format!("after it: {found}")), "{output}");
}

#[test]
fn a_type_with_few_values_is_not_called_too_narrow() {
    fn advice<T: Arbitrary + std::fmt::Debug + 'static>() -> String {
        let mut all = String::new();
        for seed in 0..5 {
            let report = check(any::<T>()).seed(seed).database(Db::none()).run(|_| true);
            all += &report.to_string();
        }
        all
    }
    for report in [
        advice::<Vec<()>>(),
        advice::<Vec<Vec<()>>>(),
        advice::<BTreeSet<bool>>(),
        advice::<BTreeMap<bool, bool>>(),
        advice::<HashSet<()>>(),
        advice::<(bool, BTreeSet<bool>)>(),
    ] {
        assert!(!report.contains("distinct"), "{report}");
    }
}

#[property]
fn a_panic_of_a_joined_thread_is_no_failure(n: u8) {
    let joined = std::thread::spawn(move || assert!(n < 56, "elsewhere")).join();
    assert_eq!(joined.is_err(), n >= 56);
}

#[property]
fn a_panic_of_a_thread_that_is_not_joined_is_no_failure(n: u8) {
    let thread = std::thread::spawn(move || assert!(n < 56, "elsewhere"));
    while !thread.is_finished() {
        std::thread::yield_now();
    }
}

#[property]
#[should_panic(expected = "n: 56,")]
fn a_panic_of_a_joined_thread_may_be_passed_on(n: u8) {
    let thread = std::thread::spawn(move || assert!(n < 56, "elsewhere"));
    thread.join().expect("it does not panic");
}

#[property]
#[should_panic(expected = "n: 56,")]
fn a_scope_passes_panics_of_its_threads_on(n: u8) {
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(n < 56, "elsewhere"));
    });
}
