//! Tests of the public value reducer.

use super::{ReductionEnd, reducer};
use crate::generator::{Generator, any, int, just, vec};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

#[test]
fn several_jobs_find_the_same_value_with_a_few_more_runs() {
    let interesting = |list: &Vec<u16>| list.iter().filter(|n| **n > 300).count() > 2;
    let start: Vec<u16> = (0..400).map(|n| n * 7 % 401).collect();
    let alone = reducer(vec(any())).run(start.clone(), interesting);
    assert_eq!((&alone.value, alone.end), (&vec![301; 3], ReductionEnd::Complete));
    for jobs in [2, 4, 16] {
        let asked = AtomicU64::new(0);
        let together = reducer(vec(any())).jobs(jobs).run(start.clone(), |list| {
            asked.fetch_add(1, Relaxed);
            interesting(list)
        });
        assert_eq!(together.value, alone.value);
        assert_eq!(together.runs, asked.load(Relaxed));
        assert!(together.runs >= alone.runs, "{} {}", together.runs, alone.runs);
    }
}

#[test]
fn calls_the_listener_with_each_smaller_value_in_order() {
    for jobs in [1, 3] {
        let mut seen = Vec::new();
        let reduced = reducer(vec(0..100u8).len(20))
            .jobs(jobs)
            .on_smaller(|list| seen.push(list.clone()))
            .run(vec![99; 20], |list| list.split(|n| *n == 99).count() > 6);
        assert_eq!(seen.last(), Some(&reduced.value));
        assert!(seen.is_sorted_by(|a, b| a > b));
    }
}

#[test]
fn returns_the_best_value_so_far_at_a_limit() {
    for jobs in [1, 3] {
        let reduced =
            reducer(vec(any::<u8>())).jobs(jobs).runs(9).run(vec![7; 500], |list| list.len() > 40);
        assert_eq!(reduced.end, ReductionEnd::Runs);
        assert!(reduced.value.len() > 40 && reduced.value.len() < 500);
        assert!(reduced.runs < 9 + jobs as u64);
    }
}

#[test]
fn passes_a_panic_of_the_predicate_on_to_the_caller() {
    for jobs in [1, 3] {
        let result = catch_unwind(AssertUnwindSafe(|| {
            reducer(any::<u32>()).jobs(jobs).run(700, |n| *n == 700 || panic!("asked about {n}"))
        }));
        let payload = result.expect_err("it panics");
        assert_eq!(payload.downcast_ref::<String>().map(String::as_str), Some("asked about 0"));
    }
}

#[test]
fn survives_a_panic_of_the_generator() {
    let picky = int(0..1_000u32)
        .map_with(|n| if n == 0 { panic!("no zero") } else { n }, |n: &u32| Some(*n));
    let reduced = reducer(picky).run(700, |_| true);
    assert_eq!((reduced.value, reduced.end), (1, ReductionEnd::Complete));
}

#[test]
fn reports_a_start_that_the_generator_cannot_encode() {
    let reduced = reducer(int(0..9).map(|n: u8| n * 2)).run(4, |_| true);
    assert_eq!((reduced.value, reduced.end), (4, ReductionEnd::Unencodable));
    assert_eq!(reducer(just(3)).run(3, |_| true).end, ReductionEnd::Complete);
}
