//! Runs a failing input with something changed, to explain it.

use super::{Phase, reduction::Reducer};
use crate::{
    case::{Ended, Fault, Subject},
    choice::Tree,
    explain::{ArgumentTexts, Explanation, TrialOracle, TrialOutcome, TrialResult, explain},
    feedback::Step,
    random::Random,
    source::Fill,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};

/// The stream of chance for changing inputs, apart from those of cases and of reduction.
const STREAM: u64 = u64::MAX - 1;

/// How large parts may become that are drawn anew: small enough to be read.
const SIZE: u32 = 30;

impl<S: Subject> Reducer<'_, S> {
    /// What matters about the smallest input, if that is asked for.
    pub(super) fn explanation(&mut self, tree: &Tree, fault: &Fault) -> Explanation {
        if !self.explain || !self.reduce {
            return Explanation::default();
        }
        let random = Random::for_case(self.seed, STREAM);
        explain(tree, &mut Changed { fault, reducer: self }, random)
    }
}

/// Runs the property with inputs that were changed.
struct Changed<'r, 'a, S: Subject> {
    reducer: &'r mut Reducer<'a, S>,
    fault: &'r Fault,
}

impl<S: Subject> TrialOracle for Changed<'_, '_, S> {
    fn attempt(
        &mut self,
        guide: Tree,
        fill: Fill,
        chance: u64,
        known: &mut dyn FnMut(&ArgumentTexts) -> bool,
    ) -> Option<TrialResult> {
        let Changed { reducer, fault } = self;
        let guide = Rc::new(guide);
        let random = Random::for_case(reducer.seed, STREAM - chance - 1);
        reducer.src.replay(guide.clone(), fill, random.clone(), SIZE);
        let made = catch_unwind(AssertUnwindSafe(|| reducer.subject.generate(reducer.src)));
        let mut texts = (reducer.describe)(&made.ok()?);
        if !S::DRAWS && known(&texts) {
            return None;
        }
        reducer.src.replay(guide, fill, random, SIZE);
        let (ended, told) = reducer.tell_once();
        reducer.tell(Phase::Explain, &ended);
        let mut is_machine = false;
        for step in told.steps {
            match step {
                Step::Drew { name, value } => texts.push((name, value)),
                Step::Called { .. } => is_machine = true,
            }
        }
        let outcome = match ended {
            // Its calls have no names, and what it does next depends on what it did.
            _ if is_machine => TrialOutcome::Inconclusive,
            Ended::Passed | Ended::Remarked => TrialOutcome::Passed,
            Ended::Failed(now) if now.resembles(fault) => TrialOutcome::Failed,
            _ => TrialOutcome::Inconclusive,
        };
        Some(TrialResult { texts, outcome, tree: reducer.src.take_tree() })
    }
}
