//! What a rejected case reports.

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

/// How a case ended, and what remains of it.
fn run<S: Subject>(subject: &S, src: &mut Source) -> (Ended, Option<BranchDistance>) {
    let ended = execute(subject, src, |_| true);
    (ended, take_feedback().missed)
}

fn missed<O: IntoOutcome>(property: impl Fn(bool) -> O) -> Option<BranchDistance> {
    let _listening = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, missed) = run(&Test(any::<bool>(), property), &mut src);
    assert!(matches!(ended, Ended::Rejected { .. }) || missed.is_none(), "{ended:?} {missed:?}");
    // Nothing is left for the next case.
    src.record(Random::from_state(1), 100);
    let (ended, left) = run(&Test(any::<bool>(), |_| ()), &mut src);
    assert!(matches!((ended, left), (Ended::Passed, None)));
    missed
}

/// What a property that returns early says.
fn here(a: i32, b: i32) -> Option<BranchDistance> {
    missed(|_| {
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
fn places_passed_are_counted_once_each() {
    for miss in [here, |a, b| missed(|_| helper(a, b))] {
        let levels = [miss(0, 0), miss(11, 0), miss(11, 9)].map(|missed| missed.expect("rejected"));
        assert_eq!(levels.map(|missed| missed.level), [0, 1, 1]);
        assert!(levels[1].distance > levels[2].distance && levels[2].distance > 0.0);
        assert_eq!(miss(11, 11), None);
    }
}

#[test]
fn rejections_without_an_assumption_say_nothing() {
    assert_eq!(missed(|_| Outcome::reject()), None);
    assert_eq!(missed(|_| assert_eq!(1, 2)), None);
    assert_eq!(missed(|_| false), None);
}

#[test]
fn what_was_caught_is_forgotten() {
    let caught = || assert!(catch_unwind(|| helper(0, 0)).is_err());
    assert_eq!(missed(|_| caught()), None);
    assert_eq!(
        missed(|_| {
            caught();
            Outcome::reject()
        }),
        None
    );
    assert_eq!(
        missed(|_| {
            caught();
            Outcome::fail("otherwise")
        }),
        None
    );
    assert_eq!(
        missed(|_| {
            caught();
            panic!("otherwise")
        }),
        None
    );
    let again = missed(|_| {
        caught();
        helper(11, 0)
    })
    .expect("rejected");
    assert_eq!(again.level, 1);
}

#[test]
fn a_generator_may_assume_as_well() {
    let _listening = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let subject = Test(any::<bool>().map(|_| helper(11, 0)), |()| ());
    let (ended, missed) = run(&subject, &mut src);
    assert!(matches!(ended, Ended::Rejected { unreached: true, overrun: false }));
    assert_eq!(missed.expect("it was said").level, 1);
}

#[test]
fn nothing_is_kept_where_nobody_hears() {
    let _listening = Recording::start(false);
    Recording::stop();
    let mut src = Source::recording();
    src.record(Random::from_state(1), 100);
    let (ended, missed) = run(&Test(any::<bool>(), |_| helper(0, 0)), &mut src);
    assert!(matches!((ended, missed), (Ended::Rejected { .. }, None)));
}

#[test]
fn a_check_inside_of_another_leaves_it_alone() {
    let outer = missed(|_| {
        disprove::__assume_here!(std::hint::black_box(true));
        disprove::check(any::<u8>()).cases(10).run(|n| disprove::assume!(n > 250 && n < 3));
        disprove::__assume_here!(std::hint::black_box(3) == 5);
    });
    let alone = missed(|_| {
        disprove::__assume_here!(std::hint::black_box(true));
        disprove::__assume_here!(std::hint::black_box(3) == 5);
    });
    assert_eq!(outer, alone);
}

/// A filter that accepts one in a billion, and how often it was asked.
fn rare() -> impl Generator<Value = u32> {
    any::<u32>().filter(|n| disprove::when!(n % 1_000_000_000 == 7))
}

#[test]
fn a_filter_that_gives_up_says_how_near_it_was() {
    let _listening = Recording::start(false);
    let mut src = Source::recording();
    src.record(Random::from_state(5), 100);
    let subject = Test(vec(rare()).len(1..), |_| ());
    let (ended, first) = run(&subject, &mut src);
    assert!(matches!(ended, Ended::Rejected { unreached: true, .. }));
    let first = first.expect("it was said");
    assert_eq!(first.level, 0);
    // The nearest attempt is the only one that is not discarded, and what a guide goes on from.
    let tree = Rc::new(src.take_tree());
    let attempts = tree.spans.iter().filter(|span| span.discarded()).count();
    assert_eq!(attempts, 63);
    src.replay(tree, Fill::Random, Random::from_state(6), 100);
    let (_, second) = run(&subject, &mut src);
    assert!(second.expect("it was said").distance <= first.distance);
}

#[test]
fn a_filter_without_a_distance_says_nothing_and_keeps_no_attempt() {
    let _listening = Recording::start(false);
    let mut src = Source::recording();
    for hears in [true, false] {
        if !hears {
            Recording::stop();
        }
        src.record(Random::from_state(5), 100);
        let (ended, missed) = if hears {
            run(&Test(any::<u32>().filter(|n| *n == 7), |_| ()), &mut src)
        } else {
            run(&Test(rare(), |_| ()), &mut src)
        };
        assert!(matches!((ended, missed), (Ended::Rejected { unreached: true, .. }, None)));
        let tree = src.take_tree();
        assert_eq!(tree.spans.iter().filter(|span| span.discarded()).count(), 64);
    }
}

#[test]
fn when_is_plain_truth_outside_of_filters() {
    let is_small = |n: i32| disprove::when!(n < 10);
    assert!(is_small(9) && !is_small(10) && !disprove::when!(!is_small(3)));
    assert_eq!(
        missed(|_| {
            is_small(90);
            Outcome::reject()
        }),
        None
    );
}
