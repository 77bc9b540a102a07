//! Feedback that steers the search: scores, restarts, temperature and custom mutators, and bad values of each.

use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

const GUIDED: [Search; 4] = [Search::Auto, Search::Climb, Search::Anneal, Search::Pool];

#[test]
fn ignores_and_reports_scores_that_are_not_numbers() {
    for search in GUIDED {
        let report = check(any::<u32>())
            .seed(1)
            .cases(3_000)
            .search(search)
            .max_failures(1)
            .database(Db::none())
            .run(|n| {
                let gap = f64::from(n.abs_diff(123_456_789));
                minimize!("gap", if n % 4 == 0 { f64::NAN } else { gap });
                gap > 1_000.0
            });
        assert_eq!(report.verdict(), Verdict::Falsified, "{search:?}");
        let advice = report.advice();
        let line = advice.last().expect("a line about the score");
        assert!(
            line.starts_with("the score `gap` of `target!` or `minimize!` was not a number in"),
            "{line}"
        );
        assert!(report.spreads()[0].mean() <= 0.0, "{:?}", report.spreads());
    }
}

#[test]
fn searches_without_a_score_that_is_never_a_number() {
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
            assert_eq!(report.searches(), [(Search::Random, 300)], "no score guides it");
        }
        assert_eq!(
            report.advice(),
            [
                "the score of `target!` or `minimize!` was not a number in 300 of 300 cases: the search \
              ignores it there; pass a number, or skip the call"
            ]
        );
    }
}

#[test]
fn gives_no_advice_for_valid_scores() {
    let report = check(any::<u64>()).seed(1).database(Db::none()).run(|n| target!(n));
    assert_eq!(report.advice(), Vec::<String>::new());
}

#[test]
fn climbs_infinite_and_exploding_scores() {
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
fn takes_the_best_of_several_scores_with_one_label() {
    let found = |scores: fn(f64)| {
        let report =
            check(any::<u32>()).seed(4).cases(20_000).max_failures(1).database(Db::none()).run(
                move |n| {
                    scores(f64::from((!(n ^ 0xdead_beef)).count_ones()));
                    n != 0xdead_beef
                },
            );
        report.failures().first().map(disprove::Failure::found_at)
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

/// The sums of all inputs while the score rewards larger ones and the property restarts the search from a sum on.
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
fn forgets_its_progress_after_a_restart() {
    let largest = |sums: &[u64]| sums.iter().copied().max().unwrap_or(0);
    let (free, limited) = (numbers(u64::MAX), numbers(500));
    assert!(largest(&free) > 1_500, "{}", largest(&free));
    // One move can exceed the limit, but none starts from there.
    assert!(largest(&limited) < 1_500, "{}", largest(&limited));
    // Without restarts the search soon exceeds the limit and stays there.
    let beyond = |sums: &[u64]| sums.iter().filter(|sum| **sum >= 500).count();
    assert!(beyond(&free) > 2_000, "{}", beyond(&free));
    assert!(beyond(&limited) < 500, "{}", beyond(&limited));
}

#[test]
fn a_restart_does_not_change_the_verdict() {
    let report = check(any::<u64>()).seed(1).cases(200).database(Db::none()).run(|n| {
        restart!();
        target!(n);
    });
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 200));
}

/// The number of executions until annealing finds a secret.
fn annealed(temperature: Option<f64>) -> Option<u64> {
    let mut check = check(any::<u32>())
        .name("secret")
        .seed(2)
        .cases(5_000)
        .search(Search::Anneal)
        .max_failures(1)
        .database(Db::none());
    if let Some(temperature) = temperature {
        check = check.temperature(temperature);
    }
    let report = check.run(|n| {
        let wrong = (n ^ 0xdead_beef).count_ones();
        minimize!(wrong);
        wrong > 0
    });
    report.failures().first().map(disprove::Failure::found_at)
}

#[test]
fn anneals_at_the_given_temperature() {
    assert!(annealed(None).is_some());
    assert_eq!(annealed(None), annealed(Some(0.1)), "the default");
    assert!(annealed(Some(0.0)).is_some());
    assert_ne!(annealed(Some(0.0)), annealed(Some(3.0)));
}

#[test]
fn refuses_a_temperature_out_of_range() {
    for temperature in [-0.1, 10.1, f64::NAN, f64::INFINITY] {
        let payload = std::panic::catch_unwind(|| annealed(Some(temperature)))
            .expect_err("it is out of range");
        assert_eq!(
            payload.downcast_ref::<String>(),
            Some(&format!(
                "secret: `temperature` is {temperature}: give a number from 0, which accepts no \
                 worse input, to 10"
            ))
        );
    }
}

/// The mean length of 400 lists while annealing maximizes it. A hot search accepts shorter lists.
fn mean_length(temperature: f64) -> f64 {
    let sum = Cell::new(0);
    let check = check(vec(0..9u8).len(0..=20)).seed(1).cases(400).search(Search::Anneal);
    let report = check.temperature(temperature).database(Db::none()).run(|list| {
        sum.set(sum.get() + list.len());
        target!(list.len());
    });
    assert_eq!(report.executions(), 400);
    sum.get() as f64 / 400.0
}

thread_local! {
    /// The number of lists that the next property has seen, and the sum of their lengths.
    static SEEN: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

#[property(search = anneal, temperature = 10.0, cases = 400, seed = 1)]
fn anneals_at_the_temperature_of_the_attribute(#[draw(vec(0..9).len(0..=20))] list: Vec<u8>) {
    target!(list.len());
    let (count, sum) = SEEN.get();
    SEEN.set((count + 1, sum + list.len()));
    if count + 1 == 400 {
        let mean = (sum + list.len()) as f64 / 400.0;
        let (default, hot) = (mean_length(0.1), mean_length(10.0));
        assert!(hot + 1.0 < default, "the temperature has an effect: {hot} {default}");
        assert!((mean - hot).abs() < (mean - default).abs(), "{mean} {hot} {default}");
    }
}

const BITS: u32 = 48;
const MASK: u64 = (1 << BITS) - 1;
const SCRAMBLE: u64 = 0x9e37_79b9_7f4a_7c15;
const SECRET: u64 = 0x0123_4567_89ab_cdef & MASK;

/// The modular inverse of [`SCRAMBLE`].
fn inverse() -> u64 {
    let mut inverse = SCRAMBLE;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(SCRAMBLE.wrapping_mul(inverse)));
    }
    inverse
}

fn unscrambled(n: u64) -> u64 {
    n.wrapping_mul(inverse()) & MASK
}

fn scrambled(n: u64) -> u64 {
    n.wrapping_mul(SCRAMBLE) & MASK
}

/// A custom mutator for scrambled numbers: neighbors in the unscrambled order are far apart as drawn.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "a neighbor function borrows its base")]
fn stepped(n: &u64, _temperature: f64, src: &mut Source) -> u64 {
    let by = 1 << src.draw(0..BITS);
    let from = unscrambled(*n);
    scrambled(if src.draw(any::<bool>()) { from.wrapping_add(by) } else { from.wrapping_sub(by) })
}

fn secret_numbers() -> impl Generator<Value = u64> {
    int(0..=MASK).neighbor(stepped)
}

/// The unscrambled distance to the secret.
fn distance(n: u64) -> u64 {
    unscrambled(n).abs_diff(SECRET)
}

/// The same on a logarithmic scale: halving the distance gains the same anywhere.
fn closeness(n: u64) -> f64 {
    (distance(n) as f64 + 1.0).log2()
}

#[test]
fn finds_with_a_custom_mutator_what_no_other_move_finds() {
    fn run(search: Search, generator: impl Generator<Value = u64>) -> Report<u64> {
        check(generator)
            .seed(5)
            .cases(20_000)
            .max_failures(1)
            .search(search)
            .database(Db::none())
            .run(|n| {
                minimize!(closeness(n));
                distance(n) > 100
            })
    }
    for search in [Search::Auto, Search::Climb, Search::Anneal, Search::Pool] {
        let report = run(search, secret_numbers());
        println!(
            "{search:?} {:?} {:?}",
            report.failures().first().map(disprove::Failure::found_at),
            report.spreads()
        );
        assert_eq!(report.verdict(), Verdict::Falsified, "{search:?}");
        let failure = &report.failures()[0];
        assert!(distance(*failure.value()) <= 100 && failure.value() <= failure.original());
        assert_ne!(failure.found_by(), Search::Random);
        assert_eq!(report.advice(), Vec::<String>::new());
        let blind = run(search, int(0..=MASK));
        assert_eq!(blind.verdict(), Verdict::Passed, "{search:?}");
    }
}

#[test]
fn mutates_elements_of_a_list_and_reduces_the_failure() {
    let report = check(vec(secret_numbers()).len(2..=4))
        .seed(5)
        .cases(300_000)
        .max_failures(1)
        .database(Db::none())
        .run(|list| {
            minimize!(list.iter().map(|n| closeness(*n)).fold(64.0, f64::min));
            list.iter().all(|n| distance(*n) > 100)
        });
    let mut value = report.failures()[0].value().clone();
    value.sort_unstable();
    assert_eq!(
        (value.len(), value[0]),
        (2, 0),
        "the shortest list, with the simplest other element"
    );
    assert!(distance(value[1]) <= 100);
}

#[test]
fn records_a_custom_step_as_choices_of_its_generator() {
    let report = check(secret_numbers())
        .seed(5)
        .cases(20_000)
        .max_failures(1)
        .reduce(false)
        .database(Db::none())
        .run(|n| {
            minimize!(closeness(n));
            distance(n) > 100
        });
    let failure = &report.failures()[0];
    let plain = int(0..=MASK).encode(failure.value()).expect("it is in range");
    assert_eq!(failure.replay_token(), plain.to_token());
    assert_eq!(
        secret_numbers().encode(failure.value()).expect("the same").to_token(),
        plain.to_token()
    );
}

/// The advice of a guided run that passes.
fn advice_of(generator: impl Generator<Value = u32>) -> Vec<String> {
    let report = check(generator).seed(1).cases(200).database(Db::none()).run(|n| {
        assert!(n < 1_000);
        target!(n.count_ones());
    });
    assert!(report.failures().is_empty(), "{report}");
    report.advice()
}

#[test]
fn reports_a_custom_mutator_that_leaves_the_range() {
    let advice = advice_of(int(0..1_000u32).neighbor(|n, _, _| n + 1_000));
    assert!(
        advice[0].starts_with(concat!("the `neighbor` function at ", file!(), ":")),
        "{advice:?}"
    );
    assert!(advice[0].contains(": keep it in range, and"), "{advice:?}");
    let advice = advice_of(int(0..500u32).map(|n| n * 2 % 1_000).neighbor(|n, _, _| *n));
    assert!(
        advice[0].contains("returned a value that its generator cannot produce, "),
        "{advice:?}"
    );
    assert!(advice[0].ends_with("map values with `map_with` instead of `map`"), "{advice:?}");
    let even = int(0..500u32).map_with(|n| n * 2, |n: &u32| (n % 2 == 0).then_some(n / 2));
    let advice = advice_of(even.neighbor(|n, _, _| (n + 2) % 1_000));
    assert_eq!(advice, Vec::<String>::new());
}

#[test]
fn reports_a_custom_mutator_that_panics() {
    let advice = advice_of(int(0..1_000u32).neighbor(|n, _, _| panic!("no way from {n}")));
    assert!(advice[0].contains(" panicked or rejected the value, "), "{advice:?}");
    let advice =
        advice_of(int(0..1_000u32).neighbor(|_, _, src| src.draw(any::<u32>().filter(|_| false))));
    assert!(advice[0].contains(" panicked or rejected the value, "), "{advice:?}");
}

#[test]
fn passes_a_temperature_from_0_to_1_to_a_custom_mutator() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let inside = seen.clone();
    let advice = advice_of(int(0..1_000u32).neighbor(move |n, temperature, _| {
        inside.borrow_mut().push(temperature);
        (n + 1) % 1_000
    }));
    assert_eq!(advice, Vec::<String>::new());
    let seen = seen.borrow();
    assert!(seen.len() > 50, "{}", seen.len());
    assert!(seen.iter().all(|temperature| (0.0..=1.0).contains(temperature)));
    assert!(seen.iter().any(|temperature| *temperature < 0.5), "it falls without success");
    assert!(seen.iter().any(|temperature| *temperature > 0.9), "it starts high");
}
