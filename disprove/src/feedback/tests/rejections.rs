//! Branch distances that rejected cases leave behind.

use crate::{
    case::{CaseOutcome, TypedProperty, run_case},
    feedback::{BranchDistance, IntoOutcome, Outcome, Recording, take_feedback},
    generator::{Generator, any, vec},
    random::Random,
    source::{Fill, Source},
};
use std::{panic::catch_unwind, rc::Rc};

/// The outcome of a case, and its branch distance.
fn run<G: Generator, O: IntoOutcome>(
    generator: &G,
    property: impl Fn(G::Value) -> O,
    src: &mut Source,
) -> (CaseOutcome, Option<BranchDistance>) {
    let body = |value, _: &mut Source| property(value).into_outcome();
    let property = TypedProperty::new(generator, body);
    let outcome = run_case(&property, src, &mut |_| true).expect("an outcome");
    assert_eq!(take_feedback().distance, None, "the outcome has the distance");
    let distance = match &outcome {
        CaseOutcome::Rejected(rejection) => rejection.distance,
        _ => None,
    };
    (outcome, distance)
}

fn distance<O: IntoOutcome>(property: impl Fn(bool) -> O) -> Option<BranchDistance> {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, missed) = run(&any::<bool>(), property, &mut src);
    assert!(matches!(ended, CaseOutcome::Rejected(_)) || missed.is_none(), "{ended:?} {missed:?}");
    // Nothing is left for the next case.
    src.record(Random::from_state(1), 100);
    let (ended, left) = run(&any::<bool>(), |_| (), &mut src);
    assert!(matches!((ended, left), (CaseOutcome::Passed, None)));
    missed
}

/// The feedback of a property that returns early.
fn here(a: i32, b: i32) -> Option<BranchDistance> {
    distance(|_| {
        for _ in 0..3 {
            disprove::__assume_here!(a > 10);
        }
        disprove::__assume_here!(b > 10);
    })
}

fn helper(a: i32, b: i32) {
    for _ in 0..3 {
        disprove::assume!(a > 10);
    }
    disprove::assume!(b > 10);
}

#[test]
fn the_level_counts_each_assumption_once() {
    for miss in [here, |a, b| distance(|_| helper(a, b))] {
        let levels =
            [miss(0, 0), miss(11, 0), miss(11, 9)].map(|distance| distance.expect("rejected"));
        assert_eq!(levels.map(|distance| distance.level), [0, 1, 1]);
        assert!(levels[1].distance > levels[2].distance && levels[2].distance > 0.0);
        assert_eq!(miss(11, 11), None);
    }
}

#[test]
fn an_assumption_in_a_closure_has_a_distance() {
    let missed = |n| distance(|_| [n].iter().for_each(|n| disprove::assume!(*n > 10)));
    let [near, far] = [missed(9), missed(-90)].map(|distance| distance.expect("rejected"));
    assert!(near.level == far.level && near.distance < far.distance);
}

#[test]
fn the_first_iteration_that_does_not_hold_has_the_distance() {
    let missed = |numbers: &[i32]| {
        let missed = distance(|_| {
            for n in numbers {
                disprove::__assume_here!(*n > 10);
            }
        });
        missed.expect("rejected")
    };
    assert_eq!(missed(&[11, 9, -90]), missed(&[11, 12, 13, 9]));
    assert!(missed(&[11, 9, -90]).distance < missed(&[11, -90, 9]).distance);
}

#[test]
fn a_rejection_without_an_assumption_has_no_distance() {
    assert_eq!(distance(|_| Outcome::reject()), None);
    assert_eq!(distance(|_| assert_eq!(1, 2)), None);
    assert_eq!(distance(|_| false), None);
}

#[test]
fn a_caught_rejection_leaves_no_distance() {
    let caught = || assert!(catch_unwind(|| helper(0, 0)).is_err());
    assert_eq!(distance(|_| caught()), None);
    assert_eq!(
        distance(|_| {
            caught();
            Outcome::reject()
        }),
        None
    );
    assert_eq!(
        distance(|_| {
            caught();
            Outcome::fail("otherwise")
        }),
        None
    );
    assert_eq!(
        distance(|_| {
            caught();
            panic!("otherwise")
        }),
        None
    );
    let again = distance(|_| {
        caught();
        helper(11, 0)
    })
    .expect("rejected");
    assert_eq!(again.level, 1);
}

#[test]
fn an_assumption_in_a_generator_has_a_distance() {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let generator = any::<bool>().map(|_| helper(11, 0));
    let (ended, missed) = run(&generator, |()| (), &mut src);
    let CaseOutcome::Rejected(rejection) = ended else { panic!("{ended:?}") };
    assert!(!rejection.reached && !rejection.overrun);
    assert_eq!(missed.expect("it was said").level, 1);
}

#[test]
fn nothing_is_recorded_outside_of_a_run() {
    let _recording = Recording::start(false);
    Recording::stop();
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, missed) = run(&any::<bool>(), |_| helper(0, 0), &mut src);
    assert!(matches!((ended, missed), (CaseOutcome::Rejected(_), None)));
}

#[test]
fn a_nested_check_does_not_affect_the_outer_one() {
    let outer = distance(|_| {
        disprove::__assume_here!(std::hint::black_box(true));
        let _ = disprove::check(any::<u8>()).cases(10).run(|n| disprove::assume!(n > 250 && n < 3));
        disprove::__assume_here!(std::hint::black_box(3) == 5);
    });
    let alone = distance(|_| {
        disprove::__assume_here!(std::hint::black_box(true));
        disprove::__assume_here!(std::hint::black_box(3) == 5);
    });
    assert_eq!(outer, alone);
}

/// A filter that accepts one in a billion, and its number of calls.
fn rare() -> impl Generator<Value = u32> {
    any::<u32>().filter(|n| disprove::when!(n % 1_000_000_000 == 7))
}

#[test]
fn a_filter_that_gives_up_keeps_its_smallest_distance() {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    let generator = vec(any::<u32>().filter(|n| disprove::when!(*n == 3_000_000_007))).len(1..);
    for state in 1..=10 {
        src.record(Random::from_state(state), 100);
        let (ended, first) = run(&generator, |_| (), &mut src);
        assert!(matches!(ended, CaseOutcome::Rejected(rejection) if !rejection.reached));
        let first = first.expect("it was said");
        assert_eq!(first.level, 0);
        // The attempt with the smallest distance is the only one not discarded, and a guide continues from it.
        let tree = Rc::new(src.take_tree());
        let attempts = tree.spans.iter().filter(|span| span.discarded()).count();
        assert_eq!(attempts, 63);
        src.replay(tree, Fill::Random, Random::from_state(state + 10), 100);
        let (_, second) = run(&generator, |_| (), &mut src);
        assert!(second.expect("it was said").distance <= first.distance, "{state}");
    }
}

#[test]
fn a_filter_without_a_distance_keeps_no_attempt() {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    for hears in [true, false] {
        if !hears {
            Recording::stop();
        }
        src.record(Random::from_state(5), 100);
        let (ended, missed) = if hears {
            run(&any::<u32>().filter(|n| *n == 7), |_| (), &mut src)
        } else {
            run(&rare(), |_| (), &mut src)
        };
        assert!(matches!(ended, CaseOutcome::Rejected(rejection) if !rejection.reached));
        assert_eq!(missed, None);
        let tree = src.take_tree();
        assert_eq!(tree.spans.iter().filter(|span| span.discarded()).count(), 64);
    }
}

#[test]
fn when_has_the_plain_value_outside_of_filters() {
    let is_small = |n: i32| disprove::when!(n < 10);
    assert!(is_small(9) && !is_small(10) && !disprove::when!(!is_small(3)));
    assert_eq!(
        distance(|_| {
            is_small(90);
            Outcome::reject()
        }),
        None
    );
}

#[test]
fn a_rejected_case_keeps_the_scores_that_it_reported_before() {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let body = |_, _: &mut Source| {
        disprove::target!("before", 3);
        helper(11, 0);
        disprove::target!("after", 4);
        Outcome::pass()
    };
    let generator = any::<bool>();
    let property = TypedProperty::new(&generator, body);
    let outcome = run_case(&property, &mut src, &mut |_| true).expect("an outcome");
    assert!(matches!(outcome, CaseOutcome::Rejected(_)), "{outcome:?}");
    assert_eq!(take_feedback().scores, [("before", 3.0)]);
}
