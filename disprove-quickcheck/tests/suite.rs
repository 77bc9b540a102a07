//! A suite as users of quickcheck write it: it passes, and its wrong properties fail with the smallest input.

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable, quickcheck};
use std::collections::{BTreeMap, HashMap, HashSet};

fn reversed<T: Clone>(xs: &[T]) -> Vec<T> {
    xs.iter().rev().cloned().collect()
}

quickcheck! {
    fn reversed_twice(xs: Vec<i32>) -> bool {
        reversed(&reversed(&xs)) == xs
    }

    #[should_panic(expected = "fewer_than_three failed")]
    fn fewer_than_three(xs: HashSet<u8>, other: String) -> bool {
        xs.len() < 3 || other.is_empty()
    }

    fn maps_keep_their_keys(map: HashMap<u8, String>, tree: BTreeMap<String, Vec<u8>>) -> () {
        assert!(map.keys().all(|key| map.contains_key(key)));
        assert!(tree.len() < 100);
    }
}

#[quickcheck_macros::quickcheck]
fn an_attribute(a: u32, b: u32) -> TestResult {
    if b == 0 {
        return TestResult::discard();
    }
    TestResult::from_bool(a / b * b + a % b == a)
}

#[quickcheck_macros::quickcheck]
fn results_are_tested(text: String) -> Result<bool, std::num::ParseIntError> {
    let number: i32 = text.len().to_string().parse()?;
    Ok(number >= 0)
}

/// A recursive type with a `Gen` of its own for its parts.
#[derive(Clone, Debug)]
enum Expr {
    Number(u8),
    Sum(Box<Expr>, Box<Expr>),
    All(Vec<Expr>),
}

impl Arbitrary for Expr {
    fn arbitrary(g: &mut Gen) -> Expr {
        if g.size() <= 1 {
            return Expr::Number(u8::arbitrary(g));
        }
        let mut smaller = Gen::new(g.size() / 4);
        match *g.choose(&[0, 1, 2]).unwrap() {
            0 => Expr::Number(u8::arbitrary(g)),
            1 => Expr::Sum(Box::arbitrary(&mut smaller), Box::arbitrary(&mut smaller)),
            _ => Expr::All(Vec::arbitrary(&mut smaller)),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Expr>> {
        panic!("the reduction calls `shrink`")
    }
}

impl Expr {
    fn sum(&self) -> u32 {
        match self {
            Expr::Number(n) => u32::from(*n),
            Expr::Sum(a, b) => a.sum() + b.sum(),
            Expr::All(all) => all.iter().map(Expr::sum).sum(),
        }
    }
}

/// The arguments of the failure of a wrong property, and its message.
fn failure<A: Testable>(property: A) -> String {
    let mut tester = QuickCheck::new().rng(Gen::from_size_and_seed(100, 7)).tests(10_000);
    format!("{:?}", tester.quicktest(property).expect_err("it is wrong"))
}

#[test]
fn failures_are_reduced_without_shrink() {
    let sums: fn(Expr) -> bool = |e| e.sum() < 300;
    let text = failure(sums);
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .filter(|n| *n > 0)
        .collect();
    assert_eq!(numbers.iter().sum::<u32>(), 300, "{text}");
    assert_eq!(numbers.len(), 2, "{text}");
    let lists: fn(Vec<u8>, bool) -> bool =
        |xs, bit| !bit || xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 10;
    let text = failure(lists);
    assert!(text.contains(r#"Some(["[10]", "true"])"#), "{text}");
    let panics: fn(u8) = |x| assert!(x < 50, "{x} is too large");
    let text = failure(panics);
    assert!(text.contains(r#"["50"]"#) && text.contains("50 is too large"), "{text}");
}

/// A function that returns a function draws its argument too.
#[test]
fn functions_may_return_functions() {
    fn outer(x: u8) -> fn(u8) -> bool {
        if x < 100 { |_| true } else { |y| y < 20 }
    }
    let text = failure(outer as fn(u8) -> fn(u8) -> bool);
    assert!(text.contains(r#"["20"]"#) || text.contains(r#"["100"]"#), "{text}");
    let result = std::panic::catch_unwind(|| quickcheck(outer as fn(u8) -> fn(u8) -> bool));
    assert!(result.is_err());
}

#[test]
fn sizes_limit_lengths() {
    let lists: fn(Vec<Vec<u8>>, String) -> bool =
        |xs, text| xs.len() < 5 && xs.iter().all(|x| x.len() < 5) && text.chars().count() < 5;
    QuickCheck::new().rng(Gen::new(5)).tests(500).quickcheck(lists);
    let long: fn(Vec<u8>) -> bool = |xs| xs.len() < 90;
    assert!(QuickCheck::new().tests(2_000).quicktest(long).is_err());
    let empty: fn(Vec<u8>) -> bool = |xs| xs.is_empty();
    QuickCheck::new().rng(Gen::new(0)).quickcheck(empty);
}

#[test]
fn discarded_inputs_are_no_failure_unless_some_must_pass() {
    let discard: fn(u8) -> TestResult = |_| TestResult::discard();
    let tester = || QuickCheck::new().max_tests(300);
    tester().quickcheck(discard);
    assert_eq!(tester().quicktest(discard).expect("nothing failed"), 0);
    let too_few = || tester().min_tests_passed(1).quickcheck(discard);
    assert!(std::panic::catch_unwind(too_few).is_err());
    let must_fail: fn(Vec<u8>) -> TestResult = |xs| {
        let end = xs.len();
        TestResult::must_fail(move || xs[end])
    };
    quickcheck(must_fail);
}

/// A property whose values are generated in its body is the same when it runs again.
#[test]
fn a_property_can_generate_values() {
    let words: fn(u8) -> bool = |n| {
        let mut g = Gen::new(usize::from(n) + 1);
        Vec::<u8>::arbitrary(&mut g).len() <= usize::from(n)
    };
    quickcheck(words);
}

#[test]
#[ignore = "run in its own process by the test below"]
fn counts_tests() {
    let property: fn(u64) -> bool = |_| true;
    println!("{} tests", QuickCheck::new().quicktest(property).expect("it holds"));
}

#[test]
fn the_variables_of_quickcheck_count() {
    let binary = std::env::current_exe().expect("a running test knows its binary");
    for (tests, expected) in [("37", "37 tests"), ("", "100 tests")] {
        let mut command = std::process::Command::new(&binary);
        command.args(["--exact", "counts_tests", "--ignored", "--nocapture"]);
        command.env_remove("DISPROVE_CASES").env("QUICKCHECK_TESTS", tests);
        let output = command.output().expect("the test binary starts").stdout;
        let output = String::from_utf8_lossy(&output);
        assert!(output.contains(expected), "{output}");
    }
}

/// Two random numbers of 64 bits are never equal.
#[test]
fn numbers_drawn_before_are_drawn_again() {
    let differ: fn(u64, u64) -> bool = |a, b| a != b || !(1_000..u64::MAX / 2).contains(&a);
    let text = failure(differ);
    assert!(text.contains(r#"["1000", "1000"]"#), "{text}");
}

/// Its users have changed one line of their manifest, so they cannot name disprove.
#[test]
fn the_macro_needs_no_other_crate() {
    let source = include_str!("../src/lib.rs");
    assert_eq!(source.matches("#[macro_export]").count(), 1);
    let (_, code) = source.split_once("macro_rules! quickcheck {").expect("the macro");
    let (code, _) = code.split_once("\n}").expect("its end");
    assert!(code.contains("$crate::__private::") && !code.contains("disprove"), "{code}");
}
