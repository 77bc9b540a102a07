//! Fitness of a case: accepted before rejected, then by score or branch distance.

use crate::case::CaseResult;
use std::cmp::Ordering;

/// What strategies compare cases by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fitness {
    /// [`ACCEPTED`]; or one more than the number of `assume!` that held; or 0 if the property was not called.
    rank: u32,
    /// The score of an accepted case; the negated branch distance of a rejected one.
    value: f64,
    /// Breaks ties: the other scores of an accepted case, the score of a rejected one.
    tie_breaker: f64,
}

const ACCEPTED: u32 = u32::MAX;

impl Fitness {
    /// The fitness of an accepted case with this score.
    pub(crate) fn accepted(score: f64) -> Fitness {
        Fitness { rank: ACCEPTED, value: score, tie_breaker: 0.0 }
    }

    /// Fitness for a search that maximizes the score of `label`, or without a label for one that wants accepted cases.
    pub(crate) fn of(result: &CaseResult, label: Option<&'static str>) -> Fitness {
        let score = label.map_or(0.0, |label| result.score(label).unwrap_or(f64::MIN));
        if result.is_accepted() {
            let tie_breaker = label.map_or(0.0, |label| result.other_scores(label));
            return Fitness { tie_breaker, ..Fitness::accepted(score) };
        }
        let Some(distance) = result.distance() else {
            let reached = result.rejection().is_some_and(|rejection| rejection.reached);
            return Fitness { rank: u32::from(reached), value: -1.0, tie_breaker: score };
        };
        Fitness {
            rank: distance.level.saturating_add(1).min(ACCEPTED - 1),
            value: -distance.distance.min(f64::MAX),
            tie_breaker: score,
        }
    }

    pub(crate) fn compare(self, other: Fitness) -> Ordering {
        self.rank
            .cmp(&other.rank)
            .then(difference(self.value, other.value).total_cmp(&0.0))
            .then(difference(self.tie_breaker, other.tie_breaker).total_cmp(&0.0))
    }

    pub(crate) fn is_better(self, other: Fitness) -> bool {
        match self.gain(other) {
            None => self.rank > other.rank,
            Some(gain) => gain > 0.0,
        }
    }

    /// The gain over `other`; `None` if their ranks differ, so that no number measures it.
    pub(crate) fn gain(self, other: Fitness) -> Option<f64> {
        if self.rank != other.rank {
            return None;
        }
        let gain = difference(self.value, other.value);
        Some(if gain == 0.0 { difference(self.tie_breaker, other.tie_breaker) } else { gain })
    }
}

/// The labels of the scores that are numbers.
pub(crate) fn score_labels(result: &CaseResult) -> impl Iterator<Item = &'static str> + '_ {
    let numbers = result.feedback.scores.iter().filter(|(_, score)| !score.is_nan());
    numbers.map(|(label, _)| *label)
}

/// `a - b`, or 0 if that is within the rounding error; always finite.
fn difference(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.abs() <= ROUNDING * a.abs().max(b.abs()) {
        return 0.0;
    }
    difference.clamp(-f64::MAX, f64::MAX)
}

/// Relative rounding error of a score: 45 times the machine epsilon of `f64`, for sums of some dozens of terms.
const ROUNDING: f64 = 1e-14;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::{CaseOutcome, Rejection},
        feedback::{BranchDistance, Feedback},
        trace::Trace,
    };

    fn result(outcome: CaseOutcome, scores: &[(&'static str, f64)]) -> CaseResult {
        let feedback = Feedback { scores: scores.to_vec(), ..Feedback::default() };
        CaseResult::new(outcome, feedback, Trace::default(), true)
    }

    fn accepted(scores: &[(&'static str, f64)]) -> Fitness {
        Fitness::of(&result(CaseOutcome::Passed, scores), Some("a"))
    }

    fn rejected(level: u32, distance: f64, score: f64) -> Fitness {
        let distance = Some(BranchDistance { level, distance });
        let rejection = Rejection { reached: true, distance, ..Rejection::default() };
        Fitness::of(&result(CaseOutcome::Rejected(rejection), &[("a", score)]), Some("a"))
    }

    #[test]
    fn acceptance_comes_first_then_the_level_then_the_distance_then_the_score() {
        let order = [
            rejected(0, 1.0, 900.0),
            rejected(1, 9.0, 900.0),
            rejected(1, 2.0, 1.0),
            rejected(1, 2.0, 5.0),
            accepted(&[("a", -1e9)]),
            accepted(&[("a", 1.0), ("b", 900.0)]),
            accepted(&[("a", 2.0), ("b", 3.0)]),
            accepted(&[("a", 2.0), ("b", 4.0)]),
        ];
        for (at, one) in order.iter().enumerate() {
            for (other_at, other) in order.iter().enumerate() {
                assert_eq!(one.is_better(*other), at > other_at, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn an_infinite_score_is_that_of_the_largest_finite_number() {
        for (infinite, finite) in [(f64::INFINITY, f64::MAX), (f64::NEG_INFINITY, f64::MIN)] {
            assert_eq!(accepted(&[("a", infinite)]), accepted(&[("a", finite)]));
        }
    }
}
