//! How good a case is: accepted before rejected, and then by its score.

use crate::case::CaseResult;
use std::cmp::Ordering;

/// What a search compares cases by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Merit {
    /// How far it came: [`ACCEPTED`], or how many assumptions held, or 0 if the property was not reached.
    rank: u32,
    /// Of accepted cases: the score. Of rejected ones: how near it was to being accepted, at most 0.
    value: f64,
    /// What decides between two that are as good: the score of a rejected case, the other scores of an accepted one.
    also: f64,
}

const ACCEPTED: u32 = u32::MAX;

impl Merit {
    /// Of an accepted case with this score.
    pub(crate) fn accepted(score: f64) -> Merit {
        Merit { rank: ACCEPTED, value: score, also: 0.0 }
    }

    /// For a search that looks after the scores of this label, or only for accepted cases.
    pub(crate) fn of(result: &CaseResult, label: Option<&'static str>) -> Merit {
        let score = label.map_or(0.0, |label| result.score(label).unwrap_or(f64::MIN));
        if result.is_accepted() {
            let also = label.map_or(0.0, |label| result.other_scores(label));
            return Merit { also, ..Merit::accepted(score) };
        }
        match result.distance() {
            Some(missed) => Merit {
                rank: missed.level.saturating_add(1).min(ACCEPTED - 1),
                value: -missed.distance.min(f64::MAX),
                also: score,
            },
            None => Merit {
                rank: u32::from(result.rejection().is_some_and(|rejection| rejection.reached)),
                value: -1.0,
                also: score,
            },
        }
    }

    pub(crate) fn compare(self, other: Merit) -> Ordering {
        self.rank
            .cmp(&other.rank)
            .then(difference(self.value, other.value).total_cmp(&0.0))
            .then(difference(self.also, other.also).total_cmp(&0.0))
    }

    pub(crate) fn is_better(self, other: Merit) -> bool {
        match self.gain(other) {
            None => self.rank > other.rank,
            Some(gain) => gain > 0.0,
        }
    }

    /// By how much it is better than `other`, if both came as far: then it can be weighed.
    pub(crate) fn gain(self, other: Merit) -> Option<f64> {
        if self.rank != other.rank {
            return None;
        }
        let gain = difference(self.value, other.value);
        Some(if gain == 0.0 { difference(self.also, other.also) } else { gain })
    }
}

/// `a - b`, where that is more than rounding made of it; and never more than a number can be.
fn difference(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.abs() <= ROUNDING * a.abs().max(b.abs()) {
        return 0.0;
    }
    difference.clamp(-f64::MAX, f64::MAX)
}

/// Some dozens of the smallest difference that a number can have from the next.
const ROUNDING: f64 = 1e-14;
