//! The state of the reduction phase.

use super::{engine::Engine, reduced::ReducedFailure, slippage::Slippage};
use crate::{
    case::{
        CaseOutcome, Cause, NoOutcome, Texts, has_hashed_between, has_hidden_output,
        keep_backtraces, next_hash_key, show_output, take_backtrace,
    },
    choice::Tree,
    feedback::{Transcript, start_transcript, take_transcript},
    settings::Settings,
};
use std::{rc::Rc, sync::Arc};

/// Reduces failures and checks that they fail again.
pub(super) struct ReductionPhase<'r, 'a> {
    pub(super) engine: &'r mut Engine<'a>,
    pub(super) settings: &'r Settings,
    /// The causes that the report has already.
    pub(super) reported: Vec<Cause>,
    /// Other failures met while reducing the current one.
    pub(super) slippage: Slippage,
}

impl<'r, 'a> ReductionPhase<'r, 'a> {
    pub(super) fn new(
        engine: &'r mut Engine<'a>,
        settings: &'r Settings,
    ) -> ReductionPhase<'r, 'a> {
        ReductionPhase { engine, settings, reported: Vec::new(), slippage: Slippage::default() }
    }

    /// Runs the reported input once more if its output was hidden; returns the number of runs.
    pub(super) fn show_hidden_output(&mut self, tree: &Tree) -> u64 {
        if !has_hidden_output() {
            return 0;
        }
        show_output(true);
        self.engine.replay(Rc::new(tree.clone()));
        let outcome = self.engine.run(&mut |_| true);
        show_output(false);
        u64::from(was_called(&outcome))
    }

    /// Runs the smallest input again, and checks that the same choices make the same input as in the last run.
    pub(super) fn run_again(
        &mut self,
        reduced: &mut ReducedFailure,
        recorded: &mut Option<Tree>,
        with_transcript: impl FnOnce(&mut ReducedFailure, Transcript),
    ) -> Result<CaseOutcome, NoOutcome> {
        self.engine.replay(Rc::new(reduced.tree.clone()));
        let (mut key, mut printed) = (None, None);
        keep_backtraces(reduced.cause.location.as_deref());
        start_transcript();
        let outcome = self.engine.run_described(&mut |_, describe| {
            printed = Some(describe());
            key = next_hash_key();
            true
        });
        let backtrace = take_backtrace();
        if let Ok(CaseOutcome::Failed(cause)) = &outcome {
            if cause.resembles(&reduced.cause) {
                reduced.backtrace = backtrace.map(Arc::new);
            }
        }
        let hashed = has_hashed_between(key, next_hash_key());
        with_transcript(reduced, take_transcript());
        let was_reordered = match (&printed, &reduced.printed) {
            (Some(now), Some(before)) => are_reordered(now, before),
            _ => false,
        };
        reduced.has_random_order |= hashed || was_reordered;
        reduced.printed = printed;
        reduced.runs += u64::from(was_called(&outcome));
        let now = self.engine.src.take_tree();
        let differs = recorded.as_ref().is_some_and(|before| before.compare(&now).is_ne());
        // What the body draws depends on how far it gets.
        reduced.is_nondeterministic |= differs && !self.engine.property.draws();
        *recorded = Some(now);
        outcome
    }
}

/// Whether two texts of the same choices consist of the same characters in another order, as those of a hash map do.
fn are_reordered(now: &Texts, before: &Texts) -> bool {
    let sorted = |texts: &Texts| {
        let mut bytes: Vec<u8> = texts.iter().flat_map(|(_, text)| text.bytes()).collect();
        bytes.sort_unstable();
        bytes
    };
    now != before && sorted(now) == sorted(before)
}

/// Whether the property was called.
pub(super) fn was_called(outcome: &Result<CaseOutcome, NoOutcome>) -> bool {
    !matches!(outcome, Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached)
}
