//! The reducer's oracle: runs the property on proposals, saves improvements, and collects other failures.

use super::{Phase, checkpoint::Checkpoint, phase::ReductionPhase, reduced::ReducedFailure};
use crate::{
    case::{CaseOutcome, Cause, NoOutcome},
    choice::Tree,
    feedback::Feedback,
    random::Random,
    reduce::{Attempt, FILL_SIZE, Oracle, ReductionLimits},
    source::{Fill, Source},
    statistics::{FailureRate, FailureRateTest},
};
use std::rc::Rc;

/// Runs proposals of the reducer.
pub(super) struct PropertyOracle<'o, 'r, 'a> {
    phase: &'o mut ReductionPhase<'r, 'a>,
    /// The smallest input that failed.
    tree: Tree,
    /// The cause of its failure.
    pub(super) cause: Cause,
    pub(super) checkpoint: Checkpoint,
    /// Runs of the property.
    pub(super) runs: u64,
    limits: ReductionLimits,
    /// Runs a flaky input until it is known whether it fails about as often as the original.
    rate_test: Option<FailureRateTest>,
}

/// The result of one run.
enum Run {
    Unwanted,
    Passed(Tree),
    Failed(Box<(Tree, Cause)>),
}

impl<'o, 'r, 'a> PropertyOracle<'o, 'r, 'a> {
    /// For a failure that is saved already. `rate` is that of a flaky failure.
    pub(super) fn new(
        phase: &'o mut ReductionPhase<'r, 'a>,
        start: &ReducedFailure,
        rate: Option<FailureRate>,
        limits: ReductionLimits,
    ) -> PropertyOracle<'o, 'r, 'a> {
        let (tree, cause) = (start.tree.clone(), start.cause.clone());
        let (checkpoint, rate_test) =
            (Checkpoint::new(start.number, tree.clone()), rate.map(FailureRateTest::against));
        PropertyOracle { phase, tree, cause, checkpoint, runs: 0, limits, rate_test }
    }

    fn run(
        &mut self,
        guide: &Rc<Tree>,
        stream: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Run {
        let ReductionPhase { engine, slippage, reported, .. } = &mut *self.phase;
        self.checkpoint.save_if_due(engine, &self.tree, &self.cause);
        match stream {
            None => engine.replay(Rc::clone(guide)),
            Some(number) => {
                let random = Random::for_case(engine.seed, u64::MAX - 1 - number);
                engine.src.replay(Rc::clone(guide), Fill::Random, random, FILL_SIZE);
            }
        }
        let draws = engine.property.draws();
        let outcome = engine.run(&mut |src: &Source| draws || wanted(src.recorded()));
        if let Ok(outcome) = &outcome {
            engine.emit_execution(Phase::Reduce, outcome, &Feedback::default());
        }
        let run = match outcome {
            // A generator may panic on choices that were never drawn; the reduction goes on.
            Err(NoOutcome::Skipped | NoOutcome::GeneratorPanicked(_)) => return Run::Unwanted,
            Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached => return Run::Unwanted,
            Ok(CaseOutcome::Failed(cause)) if cause.resembles(&self.cause) => {
                Run::Failed(Box::new((engine.src.take_tree(), *cause)))
            }
            Ok(CaseOutcome::Failed(cause)) => {
                slippage.add(*cause, engine.src.recorded(), reported);
                Run::Passed(engine.src.take_tree())
            }
            Ok(_) => Run::Passed(engine.src.take_tree()),
        };
        self.runs += 1;
        run
    }

    /// Runs a flaky input until it is decided whether it fails often enough. An input that fails far less often than
    /// the original would hardly be seen to fail again.
    fn repeat(
        &mut self,
        guide: &Rc<Tree>,
        stream: Option<u64>,
        mut rate_test: FailureRateTest,
        first: Run,
    ) -> Run {
        let (mut run, mut failed) = (first, None);
        loop {
            let passed = match run {
                Run::Unwanted => return Run::Unwanted,
                Run::Passed(tree) => Some(tree),
                Run::Failed(seen) => {
                    failed = Some(seen);
                    None
                }
            };
            let decision = rate_test.add(passed.is_none());
            match (decision, passed, failed.take()) {
                (Some(true), _, Some(seen)) => return Run::Failed(seen),
                (None, _, seen) if !self.is_over() => failed = seen,
                (_, Some(tree), _) => return Run::Passed(tree),
                (_, None, seen) => return seen.map_or(Run::Unwanted, |seen| Run::Passed(seen.0)),
            }
            run = self.run(guide, stream, &mut |_| true);
        }
    }

    fn is_over(&self) -> bool {
        self.runs >= self.limits.runs || self.limits.is_late()
    }
}

impl Oracle for PropertyOracle<'_, '_, '_> {
    fn draws(&self) -> bool {
        self.phase.engine.property.draws()
    }

    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        stream: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        // The reducer does not count the runs of a flaky input.
        if self.rate_test.is_some() && self.is_over() {
            return Attempt::Unwanted;
        }
        let run = match (self.run(&guide, stream, wanted), &self.rate_test) {
            (run, None) | (run @ Run::Unwanted, _) => run,
            (first, Some(rate_test)) => self.repeat(&guide, stream, rate_test.clone(), first),
        };
        match run {
            Run::Unwanted => Attempt::Unwanted,
            Run::Passed(tree) => Attempt::Passed(tree),
            Run::Failed(seen) => {
                let (tree, cause) = *seen;
                if tree.compare(&self.tree).is_lt() {
                    (self.tree, self.cause) = (tree.clone(), cause);
                    self.checkpoint.improved(self.phase.engine, &self.tree, &self.cause);
                }
                Attempt::Failed(tree)
            }
        }
    }
}
