//! Reproduces a failure before it is reduced: records its choices, saves them, and runs them again.

use super::{
    broken::{BrokenInput, BrokenRun, GENERATOR},
    failure::{FailureDetails, Provenance, ReportedBacktrace},
    found::{FoundFailure, Origin},
    phase::ReductionPhase,
    reduced::ReducedFailure,
};
use crate::{
    case::{CaseOutcome, Cause, Input, NoOutcome},
    choice::Tree,
    explain::Explanation,
    feedback::{start_transcript, take_transcript},
    random::Random,
    search::Search,
};
use std::{rc::Rc, time::Instant};

/// A failure whose choices are recorded and saved.
pub(super) struct ReproducedFailure {
    pub(super) provenance: Provenance,
    pub(super) execution: u64,
    pub(super) search: Search,
    /// The entry of the database that it came from.
    pub(super) stored: Option<Tree>,
    /// The state before reduction.
    pub(super) start: ReducedFailure,
}

/// What remains to be done for a failure.
pub(super) enum Reproduction {
    /// Nothing: it has no choices that could be reduced.
    Final(Box<FailureDetails>),
    Reduce(Box<ReproducedFailure>),
}

impl ReductionPhase<'_, '_> {
    /// Records the choices of a failure, saves them, and checks whether it fails again. An error is a panic of the
    /// generator.
    pub(super) fn reproduce(
        &mut self,
        found: FoundFailure,
    ) -> Result<Reproduction, Box<BrokenRun>> {
        let clock = Instant::now();
        let FoundFailure { number, saved, cause, origin, execution, search } = found;
        let provenance = Provenance::of(&origin);
        let engine = &mut *self.engine;
        let mut stored = None;
        match origin {
            Origin::Example { number: example, choices: None } => {
                let details =
                    self.unencodable_example(number, cause, example, provenance, execution)?;
                return Ok(Reproduction::Final(Box::new(details)));
            }
            Origin::Choices(tree)
            | Origin::Token { recorded: tree, .. }
            | Origin::Slippage(tree)
            | Origin::Regression(tree)
            | Origin::Example { choices: Some(tree), .. } => engine.replay(Rc::new(tree)),
            Origin::Stored { recorded, entry } => {
                engine.replay(Rc::new(recorded));
                stored = Some(entry);
            }
            Origin::Random { case, size } => {
                engine.src.record(Random::for_case(engine.seed, case), size);
            }
        }
        let (again, transcript) = engine.run_with_transcript();
        let tree = engine.src.take_tree();
        let mut start = ReducedFailure::new(number, tree, cause, transcript);
        match again {
            // A random case does not know whether its body was drawing.
            Err(NoOutcome::GeneratorPanicked(panic)) if panic.resembles(&start.cause) => {
                return Err(self.generator_panicked(*panic, Origin::Choices(start.tree)));
            }
            Err(NoOutcome::GeneratorPanicked(mut panic)) => {
                panic.message += "; before, it made an input of the same choices, which failed: ";
                panic.message += &start.cause.message;
                let is_saved = saved.is_some() || stored.is_some();
                let (arguments, argument_choices) = (None, 0);
                let reduced = start;
                let input =
                    BrokenInput { reduced, provenance, arguments, argument_choices, is_saved };
                return Err(self.broken(GENERATOR, *panic, Some(input)));
            }
            Ok(CaseOutcome::Failed(again)) => {
                start.runs = 1;
                start.is_flaky = !again.resembles(&start.cause);
                start.is_doubtful = again.message != start.cause.message;
                if !start.is_flaky {
                    // The notes are those of this run.
                    start.cause = *again;
                }
            }
            Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached => {}
            _ => start.runs = 1,
        }
        if start.is_flaky {
            // They belong to a run that did not fail.
            start.transcript.notes.clear();
        }
        if engine.save_failure(number, &start.cause, &start.tree) {
            if let Some(saved) = saved {
                engine.remove_replaced(&saved, &start.tree);
            }
        }
        start.time = clock.elapsed();
        let failure = ReproducedFailure { provenance, execution, search, stored, start };
        Ok(Reproduction::Reduce(Box::new(failure)))
    }

    /// An example that the generator cannot encode is reported as it is.
    fn unencodable_example(
        &mut self,
        number: usize,
        cause: Cause,
        example: usize,
        provenance: Provenance,
        execution: u64,
    ) -> Result<FailureDetails, Box<BrokenRun>> {
        start_transcript();
        let again = self.engine.run_example(example);
        let mut transcript = take_transcript();
        let tree = self.engine.src.take_tree();
        let again = match again {
            Ok(CaseOutcome::Failed(again)) if again.resembles(&cause) => Some(*again),
            _ => None,
        };
        let fails_again = again.is_some();
        if !fails_again {
            // They belong to a run that did not fail so.
            transcript.notes.clear();
        }
        let cause = again.unwrap_or(cause);
        let mut reduced = ReducedFailure::new(number, tree, cause, transcript);
        reduced.runs = 1;
        reduced.is_flaky = !fails_again;
        reduced.rate.add(fails_again);
        let mut keep = |is_original| {
            if let Some(kept) = self.engine.keep_input(Input::Example(example), is_original) {
                return Ok(kept);
            }
            let message = format!("example {} panicked when it was made again", example + 1);
            Err(self.broken(GENERATOR, Cause { message, location: None }, None))
        };
        Ok(FailureDetails {
            value: keep(false)?,
            original: keep(true)?,
            provenance,
            found_at: execution,
            found_by: Search::Random,
            saved: false,
            replay_token: reduced.tree.to_token(),
            backtrace: ReportedBacktrace::default(),
            reduced,
            explanation: Explanation::default(),
        })
    }
}
