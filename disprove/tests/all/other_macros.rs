//! `check(..)` in ordinary tests and in tests of rstest and test-case, as book/src/guides/other-tests.md shows it.

use disprove::prelude::*;
use rstest::{Context, fixture, rstest};
use std::cell::Cell;
use test_case::test_case;

#[fixture]
fn limit() -> u16 {
    261
}

#[rstest]
#[case(3)]
#[case(5)]
fn sums_stay_below(limit: u16, #[case] n: u8, #[context] context: Context) {
    check((any::<u8>(), vec(0..n))).name(format!("{} {:?}", context.name, context.case)).assert(
        |(x, xs)| {
            assert!(u16::from(x) + u16::from(n) < limit);
            assert!(xs.iter().all(|x| *x < n));
        },
    );
}

#[test_case(3; "three")]
#[test_case(5; "five")]
fn multiples(n: u32) {
    check(0..1_000_u32).name(format!("multiples of {n}")).assert(|x| x * n % n == 0);
}

#[rstest]
#[case(3)]
#[case(5)]
#[should_panic(expected = "limit is reached")]
fn a_failing_case_fails_its_test(limit: u16, #[case] n: u8) {
    check(any::<u8>()).database(Db::none()).assert(|x| {
        assert!(u16::from(x) + u16::from(n) < limit - 10, "the limit is reached");
    });
}

#[test_case(3 => (500, 500); "three")]
#[test_case(5 => (500, 500); "five")]
fn every_case_of_a_test_generates_its_own_inputs(n: u32) -> (u64, u64) {
    let runs = Cell::new(0);
    let report = check(any::<u64>()).cases(500).database(Db::none()).run(|x| {
        runs.set(runs.get() + 1);
        assert!(x.wrapping_add(n.into()) != x);
    });
    (runs.get(), report.distinct())
}

thread_local! {
    static TABLES: Cell<i32> = const { Cell::new(0) };
}

/// Stands for something that takes long to start, and must be stopped.
struct Table(Vec<usize>);

impl Table {
    fn load() -> Table {
        TABLES.set(TABLES.get() + 1);
        Table((0..1_000).map(|n| n * n).collect())
    }

    fn square(&self, n: usize) -> usize {
        self.0[n]
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        TABLES.set(TABLES.get() - 100);
    }
}

#[test]
fn lookups_agree_with_multiplication() {
    let table = Table::load(); // once, for all inputs
    check(0..1_000_usize).cases(200).assert(|n| {
        assert_eq!(table.square(n), n * n);
    });
    // The table is dropped here, even if the property fails.
}

#[test]
fn a_value_around_a_check_is_created_and_dropped_once_even_if_the_property_fails() {
    let failing = || {
        let table = Table::load();
        check(0..1_000_usize).database(Db::none()).assert(|n| table.square(n) < 100);
    };
    let panic = std::panic::catch_unwind(failing).expect_err("it does not hold");
    let report = panic.downcast_ref::<String>().expect("a report");
    assert!(report.contains("failed on case ") && report.contains("10,"), "{report}");
    assert_eq!(TABLES.get(), 1 - 100);
}

#[test]
fn a_second_check_runs_only_if_the_first_one_passes() {
    let run = |limit: usize| {
        let runs = Cell::new(0);
        let both = || {
            let table = Table::load();
            check(0..1_000_usize).database(Db::none()).assert(|n| table.square(n) < limit);
            check(0..1_000_usize).cases(50).database(Db::none()).assert(|n| {
                runs.set(runs.get() + 1);
                assert!(table.square(n) >= n);
            });
        };
        let before = TABLES.get();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(both));
        assert_eq!(TABLES.get() - before, 1 - 100, "loaded once and dropped once");
        (result.is_ok(), runs.get())
    };
    assert_eq!(run(1_000_000), (true, 50));
    assert_eq!(run(100), (false, 0));
}

thread_local! {
    static SUMS: Cell<u32> = const { Cell::new(0) };
}

#[property(test = false)]
fn sums_commute(a: u32, b: u32) {
    SUMS.set(SUMS.get() + 1);
    assert_eq!(a.wrapping_add(b), b.wrapping_add(a));
}

#[rstest]
fn a_property_without_cases_is_called_by_a_test() {
    sums_commute();
    assert!(SUMS.get() > 1, "its cases run");
}

#[test]
fn cases_with_names_keep_the_failures_of_each_other() {
    let folder = crate::child::Scratch::new("failures-of-cases");
    let run = |n: u32, seed| {
        let check = check(0..1_000_u32).name(format!("below {n}")).seed(seed);
        check.database(Db::at(folder.path())).run(move |x| x < n)
    };
    assert_eq!(*run(500, 1).failures()[0].value(), 500);
    assert!(run(1_000, 2).failures().is_empty());
    let again = run(500, 3).to_string();
    assert!(again.starts_with("below 500 failed again"), "{again}");
}

#[test]
fn cases_without_names_remove_the_failures_of_each_other() {
    let folder = crate::child::Scratch::new("failures-of-a-location");
    let run =
        |n: u32| check(0..1_000_u32).seed(1).database(Db::at(folder.path())).run(move |x| x < n);
    let saved = || folder.files().iter().filter(|file| file.starts_with("failures/")).count();
    assert_eq!(*run(500).failures()[0].value(), 500);
    assert_eq!(saved(), 1);
    let elsewhere = check(0..1_000_u32).seed(1).database(Db::at(folder.path())).run(|_| true);
    assert_eq!((elsewhere.failures().len(), saved()), (0, 1));
    // Each case has a thread of its own.
    let passes = || run(1_000).failures().is_empty();
    let has_passed = std::thread::scope(|scope| scope.spawn(passes).join());
    assert!(has_passed.expect("it ends"));
    assert_eq!(saved(), 0);
}

/// The guide says not to write this: all calls have the argument of the case.
#[test_case(3; "three")]
#[property]
fn below_test_case_nothing_is_generated(n: u32) {
    assert_eq!(n, 3);
}
