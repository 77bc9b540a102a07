//! The state of the reduction phase.

use super::{engine::Engine, reduced::ReducedFailure, slippage::Slippage};
use crate::{
    case::{CaseOutcome, Cause, NoOutcome},
    choice::Tree,
    feedback::Transcript,
    settings::Settings,
};
use std::rc::Rc;

/// Reduces failures and checks that they fail again.
pub(super) struct ReductionPhase<'r, 'a> {
    pub(super) engine: &'r mut Engine<'a>,
    pub(super) settings: &'r Settings,
    /// The causes that the report has already.
    pub(super) reported: Vec<Cause>,
    /// Other failures met while reducing the current one.
    pub(super) slippage: Slippage,
}

impl ReductionPhase<'_, '_> {
    /// Runs the smallest input again, and checks that the same choices make the same input as in the last run.
    pub(super) fn run_again(
        &mut self,
        reduced: &mut ReducedFailure,
        recorded: &mut Option<Tree>,
        with_transcript: impl FnOnce(&mut ReducedFailure, Transcript),
    ) -> Result<CaseOutcome, NoOutcome> {
        self.engine.replay(Rc::new(reduced.tree.clone()));
        let (outcome, transcript) = self.engine.run_with_transcript();
        with_transcript(reduced, transcript);
        reduced.runs += u64::from(was_called(&outcome));
        let now = self.engine.src.take_tree();
        let differs = recorded.as_ref().is_some_and(|before| before.compare(&now).is_ne());
        // What the body draws depends on how far it gets.
        reduced.is_nondeterministic |= differs && !self.engine.property.draws();
        *recorded = Some(now);
        outcome
    }
}

/// Whether the property was called.
pub(super) fn was_called(outcome: &Result<CaseOutcome, NoOutcome>) -> bool {
    !matches!(outcome, Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached)
}
