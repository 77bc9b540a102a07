//! The explanation phase: runs variations of a reduced failure to find out what matters about it.

use super::{Phase, phase::ReductionPhase};
use crate::{
    case::{CaseOutcome, Cause, NoOutcome, Texts},
    choice::Tree,
    explain::{Explanation, TrialOracle, TrialOutcome, TrialResult, explain},
    feedback::{Feedback, Step, start_transcript, take_transcript},
    random::Random,
    source::Fill,
};
use std::rc::Rc;

/// The random streams of variations, apart from those of cases and of reduction.
const STREAM: u64 = u64::MAX - 1;

/// The size of regenerated parts, in percent: small enough to be read.
const SIZE: u32 = 30;

impl ReductionPhase<'_, '_> {
    /// What matters about the reduced input, if the settings ask for it.
    pub(super) fn explain(&mut self, tree: &Tree, cause: &Cause) -> Explanation {
        if !self.settings.explain || !self.settings.reduce {
            return Explanation::default();
        }
        let random = Random::for_case(self.engine.seed, STREAM);
        explain(tree, &mut Variations { phase: self, cause }, random)
    }
}

/// Runs the property on variations of an input.
struct Variations<'v, 'r, 'a> {
    phase: &'v mut ReductionPhase<'r, 'a>,
    cause: &'v Cause,
}

impl TrialOracle for Variations<'_, '_, '_> {
    fn attempt(
        &mut self,
        guide: Tree,
        fill: Fill,
        stream: u64,
        known: &mut dyn FnMut(&Texts) -> bool,
    ) -> Option<TrialResult> {
        let engine = &mut *self.phase.engine;
        let random = Random::for_case(engine.seed, STREAM - stream - 1);
        engine.src.replay(Rc::new(guide), fill, random, SIZE);
        let draws = engine.property.draws();
        let mut described = None;
        start_transcript();
        let outcome = engine.run_described(&mut |_, describe| {
            let texts = described.insert(describe());
            draws || !known(texts)
        });
        let transcript = take_transcript();
        // Without it the generator panicked, or rejected the input.
        let mut texts = described?;
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(NoOutcome::Skipped) => return None,
            Err(NoOutcome::GeneratorPanicked(_)) => {
                return Some(TrialResult {
                    texts,
                    outcome: TrialOutcome::Inconclusive,
                    tree: engine.src.take_tree(),
                });
            }
        };
        engine.emit_execution(Phase::Explain, &outcome, &Feedback::default());
        let mut is_machine = false;
        for step in transcript.steps {
            match step {
                Step::Drew { name, value } => texts.push((name, value)),
                Step::Called { .. } => is_machine = true,
            }
        }
        let outcome = match outcome {
            // The calls of a state machine have no names, and each depends on those before it.
            _ if is_machine => TrialOutcome::Inconclusive,
            CaseOutcome::Passed => TrialOutcome::Passed,
            CaseOutcome::Failed(now) if now.resembles(self.cause) => TrialOutcome::Failed,
            _ => TrialOutcome::Inconclusive,
        };
        Some(TrialResult { texts, outcome, tree: engine.src.take_tree() })
    }
}
