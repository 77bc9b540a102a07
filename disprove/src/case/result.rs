//! The result of one case: its outcome and its feedback.

use super::Cause;
use crate::{
    feedback::{BranchDistance, Feedback, is_same_name},
    source::FixedSize,
    trace::Trace,
};
use std::panic::Location;

/// How a case ended. The cause is boxed because unoptimized code copies this several times per case.
#[derive(Debug)]
pub(crate) enum CaseOutcome {
    Passed,
    Rejected(Rejection),
    Failed(Box<Cause>),
}

/// Why a case has no outcome.
#[derive(Debug)]
pub(crate) enum NoOutcome {
    /// The property was not called: `proceed` declined its input.
    Skipped,
    /// The generator panicked, or drawing in the body did.
    GeneratorPanicked(Box<Cause>),
}

/// Why a case was rejected: by `assume!`, by a filter, or because it exceeded the budget.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rejection {
    /// The property was called.
    pub(crate) reached: bool,
    /// The case drew more choices than the budget allows.
    pub(crate) overrun: bool,
    /// A value of fixed size that does not fit into the budget.
    pub(crate) too_large: Option<FixedSize>,
    /// How far the case was from being accepted.
    pub(crate) distance: Option<BranchDistance>,
    /// The `assume!` that rejected it.
    pub(crate) place: Option<&'static Location<'static>>,
}

/// Everything the runner learns from one case. The runner creates it once per case; the search, the
/// corpus and the statistics read it.
pub(crate) struct CaseResult {
    pub(crate) outcome: CaseOutcome,
    /// What `target!`, `label!`, `cover!` and `observe!` recorded.
    pub(crate) feedback: Feedback,
    /// The execution trace, empty if nothing under test is traced.
    pub(crate) trace: Trace,
    /// No earlier case of the run had the same input.
    pub(crate) is_new: bool,
    /// The history reported a change.
    pub(crate) history_changed: bool,
}

impl CaseResult {
    /// The result of a case. The history has not seen it yet.
    pub(crate) fn new(
        outcome: CaseOutcome,
        feedback: Feedback,
        trace: Trace,
        is_new: bool,
    ) -> CaseResult {
        CaseResult { outcome, feedback, trace, is_new, history_changed: false }
    }

    /// Whether the property was called and its preconditions held.
    pub(crate) fn is_accepted(&self) -> bool {
        !matches!(self.outcome, CaseOutcome::Rejected(_))
    }

    pub(crate) fn rejection(&self) -> Option<Rejection> {
        match self.outcome {
            CaseOutcome::Rejected(rejection) => Some(rejection),
            _ => None,
        }
    }

    /// How far a rejected case was from being accepted, if that is known.
    pub(crate) fn distance(&self) -> Option<BranchDistance> {
        self.rejection()?.distance
    }

    /// The best score of this label. Scores that are not numbers are ignored.
    pub(crate) fn score(&self, label: &str) -> Option<f64> {
        let mut best: Option<f64> = None;
        for (name, score) in &self.feedback.scores {
            if is_same_name(name, label) && !score.is_nan() {
                let score = score.clamp(f64::MIN, f64::MAX);
                best = Some(best.map_or(score, |best| best.max(score)));
            }
        }
        best
    }

    /// The sum of the scores of all other labels.
    pub(crate) fn other_scores(&self, label: &str) -> f64 {
        let others = self.feedback.scores.iter().filter(|(name, _)| !is_same_name(name, label));
        others
            .map(|(_, score)| score)
            .filter(|score| !score.is_nan())
            .sum::<f64>()
            .clamp(f64::MIN, f64::MAX)
    }
}
