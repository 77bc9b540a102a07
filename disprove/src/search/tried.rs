//! What searches propose, and what they are told.

use crate::{
    choice::Tree,
    feedback::{BranchDistance, is_same_name},
    search::Kept,
    trace::Trace,
};
use std::rc::Rc;

/// What is to be run next.
#[derive(Debug)]
pub(crate) enum Proposal {
    /// Any case.
    Random,
    /// A case that follows this tree; what it does not have is drawn.
    Follow(Rc<Tree>),
    /// The same; what it does not have is as simple as can be.
    Conform(Rc<Tree>),
    /// The same, run also if there was one like it before.
    Again(Rc<Tree>),
}

/// A case that was run.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Tried<'a> {
    pub(crate) kept: Rc<Kept>,
    /// No case like it was run before.
    pub(crate) new: bool,
    pub(crate) accepted: bool,
    /// It was rejected before the property was called.
    pub(crate) unreached: bool,
    /// By how much it was rejected.
    pub(crate) missed: Option<BranchDistance>,
    /// What `target!` and `minimise!` said.
    pub(crate) scores: &'a [(&'static str, f64)],
    /// The course it took through code that is traced.
    pub(crate) trace: &'a Trace,
    /// It changed the history.
    pub(crate) changed: bool,
    /// The property asked for a fresh start.
    pub(crate) restart: bool,
}

impl Tried<'_> {
    /// The scores of other labels together.
    pub(crate) fn other_scores(&self, label: &str) -> f64 {
        let others = self.scores.iter().filter(|(name, _)| !is_same_name(name, label));
        others.map(|(_, score)| score).sum::<f64>().clamp(f64::MIN, f64::MAX)
    }

    /// The best score of this label; a score that is not a number says nothing.
    pub(crate) fn score(&self, label: &str) -> Option<f64> {
        let mut best: Option<f64> = None;
        for (name, score) in self.scores {
            if is_same_name(name, label) && !score.is_nan() {
                let score = score.clamp(f64::MIN, f64::MAX);
                best = Some(best.map_or(score, |best| best.max(score)));
            }
        }
        best
    }
}
