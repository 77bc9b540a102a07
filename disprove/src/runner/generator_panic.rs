//! Reduces the choices that make a generator panic. The property cannot run with them, so this is not a failure.

use super::{
    broken::{BrokenInput, BrokenRun, GENERATOR},
    failure::Provenance,
    found::Origin,
    phase::ReductionPhase,
    reduced::ReducedFailure,
};
use crate::{
    case::{Cause, NoOutcome, Texts},
    choice::Tree,
    feedback::{Transcript, start_transcript, take_feedback, take_transcript},
    random::Random,
    reduce::{Attempt, FILL_SIZE, Oracle, ReductionLimits, reduce},
    source::Fill,
};
use std::{rc::Rc, time::Instant};

/// What one run of the generator shows.
struct GeneratorRun {
    /// How it panicked, if it did.
    panic: Option<Cause>,
    tree: Tree,
    transcript: Transcript,
    arguments: Option<Texts>,
    argument_choices: usize,
}

impl ReductionPhase<'_, '_> {
    /// Reduces a panic of the generator like a failure.
    pub(super) fn generator_panicked(&mut self, cause: Cause, origin: Origin) -> Box<BrokenRun> {
        let (clock, provenance) = (Instant::now(), Provenance::of(&origin));
        let mut stored = None;
        match origin {
            Origin::Example { choices: None, .. } => return self.broken(GENERATOR, cause, None),
            Origin::Choices(tree)
            | Origin::Token { recorded: tree, .. }
            | Origin::Slippage(tree)
            | Origin::Regression(tree)
            | Origin::Example { choices: Some(tree), .. } => self.engine.replay(Rc::new(tree)),
            Origin::Stored { recorded, entry } => {
                self.engine.replay(Rc::new(recorded));
                stored = Some(entry);
            }
            Origin::Random { case, size } => {
                self.engine.src.record(Random::for_case(self.engine.seed, case), size);
            }
        }
        let first = self.run_generator();
        let original = first.tree;
        let mut reduced = ReducedFailure::new(0, original.clone(), cause, first.transcript);
        reduced.runs = 1;
        reduced.deadline = clock.checked_add(self.settings.reduction_time);
        let fails = |run: &GeneratorRun, cause: &Cause| {
            run.panic.as_ref().is_some_and(|panic| panic.resembles(cause))
        };
        let is_same = first.panic.is_some_and(|panic| panic.resembles(&reduced.cause));
        self.engine.save(&original);
        if is_same && self.settings.reduce {
            let limits =
                ReductionLimits { runs: self.settings.reduction_runs, deadline: reduced.deadline };
            let cause = reduced.cause.clone();
            let mut oracle = GeneratorOracle { phase: self, cause, runs: 0 };
            let reduction = reduce(original.clone(), &mut oracle, limits);
            reduced.runs += oracle.runs;
            (reduced.tree, reduced.end) = (reduction.tree, reduction.end);
        }
        self.engine.replay(Rc::new(reduced.tree.clone()));
        let last = self.run_generator();
        reduced.runs += 1;
        reduced.is_flaky = !is_same || !fails(&last, &reduced.cause);
        if reduced.is_flaky {
            // Neither its choices nor its message are of a known run.
            reduced.tree = original.clone();
        } else {
            reduced.transcript = last.transcript;
            reduced.cause = last.panic.unwrap_or(reduced.cause);
        }
        let is_saved = self.engine.save(&reduced.tree);
        if is_saved {
            for old in stored.iter().chain([&original]) {
                self.engine.remove_replaced(old, &reduced.tree);
            }
        }
        reduced.time = clock.elapsed();
        let cause = reduced.cause.clone();
        let (arguments, argument_choices) = (last.arguments, last.argument_choices);
        let input = BrokenInput { reduced, provenance, arguments, argument_choices, is_saved };
        self.broken(GENERATOR, cause, Some(input))
    }

    pub(super) fn broken(
        &self,
        culprit: &'static str,
        cause: Cause,
        input: Option<BrokenInput>,
    ) -> Box<BrokenRun> {
        let (name, seed) = (self.settings.name.clone(), self.engine.repeatable_seed());
        Box::new(BrokenRun { name, seed, culprit, cause, input })
    }

    /// Runs the generator that the source is prepared for, and the body only if it draws.
    fn run_generator(&mut self) -> GeneratorRun {
        let engine = &mut *self.engine;
        let draws = engine.property.draws();
        let (mut arguments, mut argument_choices) = (None, 0);
        start_transcript();
        let outcome = engine.run_described(&mut |src, describe| {
            arguments = Some(describe());
            argument_choices = src.recorded().len();
            draws
        });
        let transcript = take_transcript();
        take_feedback();
        let panic = match outcome {
            Err(NoOutcome::GeneratorPanicked(cause)) => Some(*cause),
            _ => None,
        };
        let tree = engine.src.take_tree();
        GeneratorRun { panic, tree, transcript, arguments, argument_choices }
    }
}

/// Runs the generator on proposals of the reducer.
struct GeneratorOracle<'o, 'r, 'a> {
    phase: &'o mut ReductionPhase<'r, 'a>,
    cause: Cause,
    runs: u64,
}

impl Oracle for GeneratorOracle<'_, '_, '_> {
    /// The choices are only known after the panic.
    fn draws(&self) -> bool {
        true
    }

    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        stream: Option<u64>,
        _wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        let engine = &mut *self.phase.engine;
        match stream {
            None => engine.replay(guide),
            Some(number) => {
                let random = Random::for_case(engine.seed, u64::MAX - 1 - number);
                engine.src.replay(guide, Fill::Random, random, FILL_SIZE);
            }
        }
        self.runs += 1;
        let draws = engine.property.draws();
        let outcome = engine.run(&mut |_| draws);
        take_feedback();
        let tree = engine.src.take_tree();
        match outcome {
            Err(NoOutcome::GeneratorPanicked(cause)) if cause.resembles(&self.cause) => {
                Attempt::Failed(tree)
            }
            _ => Attempt::Passed(tree),
        }
    }
}
