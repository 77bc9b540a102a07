//! Which inputs a hill climber continues from.

use super::*;
use crate::{
    case::{CaseOutcome, Rejection},
    feedback::Feedback,
    generator::{Generator, any, vec},
    humanize::{assert_said, count},
    trace::Trace,
};

/// An input of this size, made of a list of numbers.
fn input(size: usize) -> Rc<IndexedTree> {
    let list =
        |length| IndexedTree::new(vec(any::<u8>()).encode(&vec![1; length]).expect("any list"));
    // Each element is preceded by a continue flag.
    let input = list(size / 2);
    assert!(input.size().abs_diff(size) <= 2, "{}", input.size());
    input
}

fn scored(score: f64) -> CaseResult {
    let feedback = Feedback { scores: vec![("score", score)], ..Feedback::default() };
    CaseResult::new(CaseOutcome::Passed, feedback, Trace::default(), true)
}

/// The size of the incumbent after a start from random inputs, the largest of this size, and better inputs of another.
fn incumbent_after(random: usize, better: usize) -> usize {
    let mut climber = HillClimber::new(Some("score"), Cooling::Cold);
    climber.observe(&input(random), &scored(1.0), true);
    climber.observe(&input(10), &scored(0.0), true);
    climber.observe(&input(better), &scored(2.0), false);
    climber.base.expect("an incumbent").0.size()
}

#[test]
fn a_better_input_that_is_too_large_is_left_alone() {
    let (small, large) = (input(20).size(), input(LARGEST - 10).size());
    assert_eq!(incumbent_after(20, LARGEST - 10), large);
    assert_eq!(incumbent_after(20, LARGEST + 10), small);
    let random = LARGEST / 2;
    let most = TIMES_RANDOM * input(random).size();
    assert_eq!(incumbent_after(random, most - 10), input(most - 10).size());
    assert_eq!(incumbent_after(random, most + 10), input(random).size());
}

/// Whether a cold climber with a score of 1 moves on to an input of this size and result.
fn moves_to(size: usize, result: &CaseResult) -> bool {
    let mut climber = HillClimber::new(Some("score"), Cooling::Cold);
    climber.observe(&input(20), &scored(1.0), true);
    let (input, mut rng) = (input(size), Rng::new(1));
    (0..300).any(|_| {
        climber.pending = Pending::Move;
        climber.learn(&input, result, &mut rng);
        climber.base.as_ref().is_some_and(|(base, _)| Rc::ptr_eq(base, &input))
    })
}

#[test]
fn a_cold_climber_moves_to_no_worse_input() {
    assert!(moves_to(20, &scored(2.0)) && !moves_to(20, &scored(0.999)));
    let rejected = CaseOutcome::Rejected(Rejection::default());
    assert!(!moves_to(20, &CaseResult { outcome: rejected, ..scored(2.0) }));
}

#[test]
fn an_annealing_climber_cools_with_each_move() {
    let mut climber = HillClimber::new(Some("score"), Cooling::cycles(None));
    let (input, mut rng) = (input(20), Rng::new(1));
    climber.observe(&input, &scored(1.0), true);
    for moves in 1..=3 {
        climber.pending = Pending::Move;
        climber.learn(&input, &scored(0.5), &mut rng);
        let Cooling::Cycles { at, .. } = climber.cooling else { panic!("it anneals") };
        assert!((at - f64::from(moves)).abs() < 0.5, "{at} after {moves}");
    }
}

#[test]
fn no_score_leads_beyond_the_largest_size() {
    for cooling in [Cooling::Cold, Cooling::Steady, Cooling::cycles(Some(10.0))] {
        for random in [20, LARGEST / 2] {
            let mut climber = HillClimber::new(Some("score"), cooling);
            climber.observe(&input(random), &scored(1.0), true);
            let most = LARGEST.max(TIMES_RANDOM * input(random).size());
            let (larger, mut rng) = (input(most + 10), Rng::new(1));
            for _ in 0..100 {
                // Gains and losses decide how hot the climber is.
                for (input, score) in [(20, 1.1), (20, 0.9)] {
                    climber.pending = Pending::Move;
                    climber.learn(&self::input(input), &scored(score), &mut rng);
                }
                for score in [0.9, 1.0, 2.0] {
                    climber.pending = Pending::Move;
                    climber.learn(&larger, &scored(score), &mut rng);
                    climber.observe(&larger, &scored(score), false);
                    let base = climber.base.as_ref().map(|(base, _)| base);
                    let is_left_alone = base.is_none_or(|base| !Rc::ptr_eq(base, &larger));
                    assert!(is_left_alone, "{cooling:?} {score}");
                }
            }
        }
    }
    assert!(moves_to(LARGEST - 10, &scored(1.0)) && moves_to(LARGEST - 10, &scored(2.0)));
    assert_eq!(TIMES_RANDOM, 8, "eight");
    let most = count(LARGEST as u64);
    let said = format!("at most {most} choices, or eight times as many as the largest random");
    assert_said("guides/steering.md", &said);
}
