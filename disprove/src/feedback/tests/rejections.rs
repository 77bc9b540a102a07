//! Branch distances that rejected cases leave behind.

use crate::{
    case::{Ended, Subject, execute},
    feedback::{BranchDistance, IntoOutcome, Outcome, Recording, take_feedback},
    generator::{Generator, any, vec},
    random::Random,
    source::{Fill, Source},
};
use std::{panic::catch_unwind, rc::Rc};

struct Test<G, F>(G, F);

impl<G: Generator, F: Fn(G::Value) -> O, O: IntoOutcome> Subject for Test<G, F> {
    type Value = G::Value;

    const DRAWS: bool = false;

    fn generate(&self, src: &mut Source) -> G::Value {
        self.0.generate(src)
    }

    fn test(&self, value: G::Value, _: &mut Source) -> Outcome {
        (self.1)(value).into_outcome()
    }
}

/// The outcome of a case, and its feedback.
fn run<S: Subject>(subject: &S, src: &mut Source) -> (Ended, Option<BranchDistance>) {
    let ended = execute(subject, src, |_| true);
    (ended, take_feedback().distance)
}

fn distance<O: IntoOutcome>(property: impl Fn(bool) -> O) -> Option<BranchDistance> {
    let _recording = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, distance) = run(&Test(any::<bool>(), property), &mut src);
    assert!(
        matches!(ended, Ended::Rejected { .. }) || distance.is_none(),
        "{ended:?} {distance:?}"
    );
    // Nothing remains for the next case.
    src.record(Random::from_state(1), 100);
    let (ended, left) = run(&Test(any::<bool>(), |_| ()), &mut src);
    assert!(matches!((ended, left), (Ended::Passed, None)));
    distance
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
    let subject = Test(any::<bool>().map(|_| helper(11, 0)), |()| ());
    let (ended, distance) = run(&subject, &mut src);
    assert!(matches!(ended, Ended::Rejected { unreached: true, overrun: false }));
    assert_eq!(distance.expect("it was said").level, 1);
}

#[test]
fn nothing_is_recorded_outside_of_a_run() {
    let _recording = Recording::start(false);
    Recording::stop();
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, distance) = run(&Test(any::<bool>(), |_| helper(0, 0)), &mut src);
    assert!(matches!((ended, distance), (Ended::Rejected { .. }, None)));
}

#[test]
fn a_nested_check_does_not_affect_the_outer_one() {
    let outer = distance(|_| {
        disprove::__assume_here!(std::hint::black_box(true));
        disprove::check(any::<u8>()).cases(10).run(|n| disprove::assume!(n > 250 && n < 3));
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
    src.record(Random::from_state(5), 100);
    let subject = Test(vec(rare()).len(1..), |_| ());
    let (ended, first) = run(&subject, &mut src);
    assert!(matches!(ended, Ended::Rejected { unreached: true, .. }));
    let first = first.expect("it was said");
    assert_eq!(first.level, 0);
    // The attempt with the smallest distance is the only one not discarded, and a guide continues from it.
    let tree = Rc::new(src.take_tree());
    let attempts = tree.spans.iter().filter(|span| span.discarded()).count();
    assert_eq!(attempts, 63);
    src.replay(tree, Fill::Random, Random::from_state(6), 100);
    let (_, second) = run(&subject, &mut src);
    assert!(second.expect("it was said").distance <= first.distance);
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
        let (ended, distance) = if hears {
            run(&Test(any::<u32>().filter(|n| *n == 7), |_| ()), &mut src)
        } else {
            run(&Test(rare(), |_| ()), &mut src)
        };
        assert!(matches!((ended, distance), (Ended::Rejected { unreached: true, .. }, None)));
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
