//! Generated functions: pure, reduced, and printed as tables of their calls.

use disprove::{Function, prelude::*};
use std::panic::catch_unwind;

/// The report of a property that fails.
fn report(test: fn()) -> String {
    let panic = catch_unwind(test).expect_err("the property does not hold");
    *panic.downcast::<String>().expect("the report is a text")
}

/// The part of a report with the arguments and the table.
fn input(report: &str) -> Vec<&str> {
    let lines = report.lines().skip_while(|line| !line.starts_with("    "));
    lines.take_while(|line| !line.is_empty()).map(str::trim).collect()
}

#[property(seed = 1)]
#[ignore = "run by another test"]
fn some_are_kept_and_some_are_not(xs: Vec<u16>, keep: Function<u16, bool>) {
    let kept = xs.iter().filter(|x| keep.call(x)).count();
    assert!(kept == 0 || kept == xs.len());
}

#[test]
fn a_reduced_function_is_a_small_table() {
    let report = report(some_are_kept_and_some_are_not);
    let expected = [
        "some_are_kept_and_some_are_not(",
        "xs: [0, 1],",
        "keep: |_| true or false,",
        ")",
        "function = {0 => true, 1 => false}",
    ];
    assert_eq!(input(&report), expected, "{report}");
}

#[property(seed = 1, cases = 5_000)]
#[ignore = "run by another test"]
fn functions_commute(
    f: Function<u8, u8>,
    #[draw(fn_of::<u8, _>(0..10_u8))] g: Function<u8, u8>,
    x: u8,
) {
    assert_eq!(f.call(&g.call(&x)), g.call(&f.call(&x)));
}

#[test]
fn each_function_has_a_table() {
    let report = report(functions_commute);
    let lines = input(&report);
    assert_eq!(lines.iter().filter(|line| line.starts_with("function = {")).count(), 2, "{report}");
    assert!(lines.contains(&"x: 0,"), "{report}");
}

#[test]
fn equal_arguments_have_equal_results_and_different_ones_often_differ() {
    let inputs = (any::<Function<str, u64>>(), vec(text().len(..4)).len(8));
    let report = check(inputs.clone())
        .seed(1)
        .run(|(f, texts)| texts.iter().all(|text| f.call(text) == f.clone().call(&text.clone())));
    assert_eq!(report.verdict(), Verdict::Passed);
    let counted = std::cell::Cell::new(0);
    let _ = check(inputs).seed(1).cases(200).run(|(f, texts)| {
        let mut results: Vec<u64> = texts.iter().map(|text| f.call(text)).collect();
        results.sort_unstable();
        results.dedup();
        counted.set(counted.get() + u32::from(results.len() > 2));
    });
    let differing = counted.get();
    assert!(differing > 70, "{differing} of 200 functions have three results for eight texts");
}

#[test]
fn a_function_that_need_not_differ_becomes_constant() {
    let inputs = (any::<Function<(u8, String), u32>>(), any::<(u8, String)>());
    for seed in 1..=10 {
        let report = check(inputs).seed(seed).run(|(f, argument)| f.call(&argument) < 1_000);
        let (f, argument) = report.failures()[0].value();
        assert_eq!(*f, Function::constant(1_000), "seed {seed}");
        assert_eq!(*argument, (0, String::new()));
    }
}

#[test]
fn functions_of_examples_are_reduced() {
    let report = check(any::<Function<[u8], i32>>())
        .seed(1)
        .cases(1)
        .example(|| Function::constant(-5_000))
        .run(|f| f.call(&[1, 2]) > -70);
    assert_eq!(*report.failures()[0].value(), Function::constant(-70));
}

/// Code under test that needs a function it can share.
fn apply_on_a_thread<F: Fn(&u8) -> bool + Send + Sync>(f: F) -> bool {
    std::thread::scope(|scope| scope.spawn(|| f(&3)).join().expect("it returns"))
}

#[property]
#[example(Function::constant(true))]
fn threads_can_call_functions(f: Function<u8, bool>) {
    assert_eq!(apply_on_a_thread(f.as_fn()), f.call(&3));
}

#[property(seed = 1)]
#[ignore = "run by another test"]
fn a_function_returns_false_on_a_thread(f: Function<u8, bool>) {
    assert!(!apply_on_a_thread(f.as_fn()));
}

#[test]
fn calls_of_other_threads_are_not_shown() {
    let report = report(a_function_returns_false_on_a_thread);
    assert!(report.contains("f: |_| true,") && !report.contains("function = {"), "{report}");
}

#[property]
fn filtering_keeps_the_order(mut xs: Vec<u16>, keep: Function<u16, bool>) {
    let kept: Vec<u16> = xs.iter().copied().filter(|x| keep.call(x)).collect();
    xs.retain(keep.as_fn());
    assert_eq!(xs, kept);
}

fn folded(xs: &[u8], f: impl Fn(u8, u8) -> u8) -> u8 {
    xs.iter().fold(0, |sum, x| f(sum, *x))
}

#[property]
fn a_closure_calls_a_function_of_two_arguments(xs: Vec<u8>, f: Function<(u8, u8), u8>) {
    let mut sum = 0;
    for x in &xs {
        sum = f.call(&(sum, *x));
    }
    assert_eq!(folded(&xs, |a, b| f.call(&(a, b))), sum);
}

#[property]
fn sorting_by_a_key_sorts(
    mut xs: Vec<u16>,
    #[draw(fn_of::<u16, _>(0..10))] key: Function<u16, u8>,
) {
    xs.sort_by_key(key.as_fn());
    assert!(xs.is_sorted_by_key(|x| key.call(x)));
}
