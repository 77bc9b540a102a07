//! What a property can say to steer the search, and what becomes of what makes no sense.

use disprove::prelude::*;
use std::{cell::RefCell, rc::Rc};

const GUIDED: [Search; 4] = [Search::Auto, Search::Climb, Search::Anneal, Search::Pool];

#[test]
fn scores_that_are_no_numbers_are_ignored_and_said() {
    for search in GUIDED {
        let report = check(any::<u32>())
            .seed(1)
            .cases(3_000)
            .search(search)
            .max_failures(1)
            .database(Db::none())
            .run(|n| {
                let gap = f64::from(n.abs_diff(123_456_789));
                minimise!("gap", if n % 4 == 0 { f64::NAN } else { gap });
                gap > 1_000.0
            });
        assert_eq!(report.verdict(), Verdict::Falsified, "{search:?}");
        let advice = report.advice();
        let line = advice.last().expect("a line about the score");
        assert!(
            line.starts_with("the score `gap` of `target!` or `minimise!` was not a number in"),
            "{line}"
        );
        assert!(report.spreads()[0].mean() <= 0.0, "{:?}", report.spreads());
    }
}

#[test]
fn a_score_that_is_never_a_number_leaves_the_search_without_one() {
    for search in GUIDED {
        let report = check(any::<u64>())
            .seed(1)
            .cases(300)
            .search(search)
            .database(Db::none())
            .run(|_| target!(f64::NAN));
        assert_eq!(report.verdict(), Verdict::Passed);
        assert!(report.spreads().is_empty());
        if search == Search::Auto {
            assert_eq!(report.searches(), [(Search::Random, 300)], "there is nothing to climb");
        }
        assert_eq!(
            report.advice(),
            [
                "the score of `target!` or `minimise!` was not a number in 300 of 300 cases: the search \
              ignores it there; give it a number, or leave it out"
            ]
        );
    }
}

#[test]
fn healthy_scores_get_no_advice() {
    let report = check(any::<u64>()).seed(1).database(Db::none()).run(|n| target!(n));
    assert_eq!(report.advice(), Vec::<String>::new());
}

#[test]
fn infinite_and_exploding_scores_do_not_stop_the_search() {
    let explode = |n: u32, secret: u32| {
        let right = (!(n ^ secret)).count_ones();
        if right < 10 { f64::NEG_INFINITY } else { 10_f64.powi(right as i32 * 12) }
    };
    for search in GUIDED {
        let report = check(any::<u32>())
            .seed(1)
            .cases(20_000)
            .search(search)
            .max_failures(1)
            .database(Db::none())
            .run(|n| {
                target!(explode(n, 0xdead_beef));
                (!(n ^ 0xdead_beef)).count_ones() < 24
            });
        assert_eq!(report.verdict(), Verdict::Falsified, "{search:?}");
    }
}

#[test]
fn of_a_label_that_is_used_twice_the_best_counts() {
    let found = |scores: fn(f64)| {
        let report =
            check(any::<u32>()).seed(4).cases(20_000).max_failures(1).database(Db::none()).run(
                move |n| {
                    scores(f64::from((!(n ^ 0xdead_beef)).count_ones()));
                    n != 0xdead_beef
                },
            );
        report.failures().first().map(|failure| failure.found_at())
    };
    let once = found(|right| target!(right));
    assert!(once.is_some());
    let twice = found(|right| {
        target!(0.0);
        target!(right);
        target!(right - 1.0);
    });
    assert_eq!(twice, once);
}

/// The largest number reached while the score only rewards larger ones, in steps of at most a hundred.
fn numbers(restart_at: u64) -> Vec<u64> {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let seen_inside = seen.clone();
    let report = check(vec(0..10u64).len(0..=200))
        .seed(2)
        .cases(4_000)
        .search(Search::Climb)
        .database(Db::none())
        .run(move |list| {
            let sum: u64 = list.iter().sum();
            seen_inside.borrow_mut().push(sum);
            if sum >= restart_at {
                restart!();
            }
            target!(sum);
        });
    assert!(report.failures().is_empty());
    let seen = seen.borrow();
    assert_eq!(seen.len() as u64, report.executions());
    seen.clone()
}

#[test]
fn a_restart_makes_the_search_forget_how_far_it_was() {
    let largest = |sums: &[u64]| sums.iter().copied().max().unwrap_or(0);
    let (free, limited) = (numbers(u64::MAX), numbers(500));
    assert!(largest(&free) > 1_500, "{}", largest(&free));
    // One move can lead beyond the limit, but never further from there.
    assert!(largest(&limited) < 1_500, "{}", largest(&limited));
    // Without restarts the search is soon beyond the limit and stays there.
    let beyond = |sums: &[u64]| sums.iter().filter(|sum| **sum >= 500).count();
    assert!(beyond(&free) > 2_000, "{}", beyond(&free));
    assert!(beyond(&limited) < 500, "{}", beyond(&limited));
}

#[test]
fn a_restart_is_no_verdict() {
    let report = check(any::<u64>()).seed(1).cases(200).database(Db::none()).run(|n| {
        restart!();
        target!(n);
    });
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 200));
}

/// The executions it takes to find a secret by annealing.
fn annealed(temperature: Option<f64>) -> Option<u64> {
    let mut check = check(any::<u32>())
        .name("secret")
        .seed(1)
        .cases(5_000)
        .search(Search::Anneal)
        .max_failures(1)
        .database(Db::none());
    if let Some(temperature) = temperature {
        check = check.temperature(temperature);
    }
    let report = check.run(|n| {
        let wrong = (n ^ 0xdead_beef).count_ones();
        minimise!(wrong);
        wrong > 0
    });
    report.failures().first().map(|failure| failure.found_at())
}

#[test]
fn the_temperature_of_annealing_can_be_set() {
    assert!(annealed(None).is_some());
    assert_eq!(annealed(None), annealed(Some(0.1)), "as if nothing was said");
    assert!(annealed(Some(0.0)).is_some());
    assert_ne!(annealed(Some(0.0)), annealed(Some(3.0)));
}

#[test]
fn a_temperature_that_makes_no_sense_is_told() {
    for temperature in [-0.1, 10.1, f64::NAN, f64::INFINITY] {
        let payload = std::panic::catch_unwind(|| annealed(Some(temperature)))
            .expect_err("it is out of range");
        assert_eq!(
            payload.downcast_ref::<String>(),
            Some(&format!(
                "secret: `temperature` is {temperature}: give a number from 0, which accepts nothing \
                 worse, to 10"
            ))
        );
    }
}

#[property(search = anneal, temperature = 0.3, cases = 200)]
fn a_temperature_can_be_set_in_the_attribute(#[draw(vec(0..9).len(0..=20))] bytes: Vec<u8>) {
    target!(bytes.len());
}
