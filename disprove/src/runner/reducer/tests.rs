use super::{EndedBy, reducer};
use crate::generator::{Generator, any, int, just, vec};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

#[test]
fn several_jobs_find_the_same_with_a_few_more_runs() {
    let interesting = |list: &Vec<u16>| list.iter().filter(|n| **n > 300).count() > 2;
    let start: Vec<u16> = (0..400).map(|n| n * 7 % 401).collect();
    let alone = reducer(vec(any())).run(start.clone(), interesting);
    assert_eq!((&alone.value, alone.ended_by), (&vec![301; 3], EndedBy::Complete));
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
fn every_smaller_value_is_told_in_order() {
    for jobs in [1, 3] {
        let mut told = Vec::new();
        let smallest = reducer(vec(0..100u8).len(20))
            .jobs(jobs)
            .on_smaller(|list| told.push(list.clone()))
            .run(vec![99; 20], |list| list.split(|n| *n == 99).count() > 6);
        assert_eq!(told.last(), Some(&smallest.value));
        assert!(told.is_sorted_by(|a, b| a > b));
    }
}

#[test]
fn limits_end_it_with_the_best_so_far() {
    for jobs in [1, 3] {
        let some =
            reducer(vec(any::<u8>())).jobs(jobs).runs(9).run(vec![7; 500], |list| list.len() > 40);
        assert_eq!(some.ended_by, EndedBy::Runs);
        assert!(some.value.len() > 40 && some.value.len() < 500);
        assert!(some.runs < 9 + jobs as u64);
    }
}

#[test]
fn a_panic_of_the_question_is_the_callers() {
    for jobs in [1, 3] {
        let ended = catch_unwind(AssertUnwindSafe(|| {
            reducer(any::<u32>()).jobs(jobs).run(700, |n| *n == 700 || panic!("asked about {n}"))
        }));
        let payload = ended.expect_err("it panics");
        assert_eq!(payload.downcast_ref::<String>().map(String::as_str), Some("asked about 0"));
    }
}

#[test]
fn a_generator_that_panics_on_the_way_does_not_end_it() {
    let picky = int(0..1_000u32)
        .map_with(|n| if n == 0 { panic!("no zero") } else { n }, |n: &u32| Some(*n));
    let smallest = reducer(picky).run(700, |_| true);
    assert_eq!((smallest.value, smallest.ended_by), (1, EndedBy::Complete));
}

#[test]
fn a_start_without_choices_is_told() {
    let smallest = reducer(int(0..9).map(|n: u8| n * 2)).run(4, |_| true);
    assert_eq!((smallest.value, smallest.ended_by), (4, EndedBy::Unencodable));
    assert_eq!(reducer(just(3)).run(3, |_| true).ended_by, EndedBy::Complete);
}
