//! The explanation phase: runs variations of a reduced failure to find out what matters about it.

use super::{Phase, phase::ReductionPhase, reduced::ReducedFailure};
use crate::{
    case::{CaseOutcome, Cause, NoOutcome, Texts},
    choice::Tree,
    explain::{CALLS, EndedSteps, Explanation, TrialOracle, TrialOutcome, TrialResult, explain},
    feedback::{FUNCTION, Feedback, Step, Transcript, start_transcript, take_transcript},
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
    pub(super) fn explain(&mut self, reduced: &ReducedFailure) -> Explanation {
        if !self.settings.explain || !self.settings.reduce {
            return Explanation::default();
        }
        let random = Random::for_case(self.engine.seed, STREAM);
        let (tree, cause) = (&reduced.tree, &reduced.cause);
        let mut variations = Variations { phase: self, cause, machine: None };
        if !reduced.transcript.steps.iter().any(|step| matches!(step, Step::Called { .. })) {
            return explain(tree, None, &mut variations, random);
        }
        let Some(steps) = EndedSteps::of(tree) else { return Explanation::default() };
        // A case without steps tells which calls come before them.
        let Some(first) = variations.calls(&steps.none) else { return Explanation::default() };
        let (tree, label) = (steps.tree.clone(), steps.label);
        variations.machine = Some(MachineCalls { steps, before: first.len() });
        explain(&tree, Some(label), &mut variations, random)
    }
}

/// What is needed to read the calls of a state machine from a transcript.
struct MachineCalls {
    steps: EndedSteps,
    /// Calls before the first step.
    before: usize,
}

impl MachineCalls {
    /// The steps of a case as one argument: a list of calls. Without a line for each, they are not known.
    fn text(&self, transcript: &Transcript, tree: &Tree) -> Option<String> {
        let calls = calls(transcript)?;
        let steps = calls.get(self.before..self.before + self.steps.count(tree))?;
        Some(format!("[{}]", steps.join(", ")))
    }
}

/// The calls of a transcript without those that make and drop the machine. `None` if some line is not a call.
fn calls(transcript: &Transcript) -> Option<Vec<String>> {
    let mut calls = Vec::new();
    let mut named = transcript.named_calls.iter().peekable();
    for (place, step) in transcript.steps.iter().enumerate() {
        let named = named.next_if(|(at, _)| *at == place);
        let Step::Called { line } = step else { continue };
        if line.starts_with("let mut machine = ") || line == "drop(machine);" {
            continue;
        }
        if let Some((_, call)) = named {
            calls.push(call.clone());
            continue;
        }
        // Without names: calls of another process, and those of threads. A call may define a variable.
        let call = match line.strip_prefix("let ") {
            Some(definition) => definition.split_once(" = ")?.1,
            None => line,
        };
        calls.push(call.strip_prefix("machine.")?.strip_suffix(';')?.to_owned());
    }
    Some(calls)
}

/// Runs the property on variations of an input.
struct Variations<'v, 'r, 'a> {
    phase: &'v mut ReductionPhase<'r, 'a>,
    cause: &'v Cause,
    machine: Option<MachineCalls>,
}

impl Variations<'_, '_, '_> {
    /// The calls of a state machine for a case that passes.
    fn calls(&mut self, tree: &Tree) -> Option<Vec<String>> {
        let engine = &mut *self.phase.engine;
        engine.replay(Rc::new(tree.clone()));
        let (outcome, transcript) = engine.run_with_transcript();
        matches!(outcome, Ok(CaseOutcome::Passed)).then(|| calls(&transcript))?
    }
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
        let tree = engine.src.take_tree();
        let mut is_unknown = false;
        match &self.machine {
            Some(machine) => match machine.text(&transcript, &tree) {
                Some(text) => texts.push((CALLS, text)),
                None => is_unknown = true,
            },
            None => {
                for step in transcript.steps {
                    // The calls of a function follow from the arguments.
                    if let Step::Drew { name, value } = step {
                        if name != FUNCTION {
                            texts.push((name, value));
                        }
                    }
                }
            }
        }
        let outcome = match outcome {
            _ if is_unknown => TrialOutcome::Inconclusive,
            CaseOutcome::Passed => TrialOutcome::Passed,
            CaseOutcome::Failed(now) if now.resembles(self.cause) => TrialOutcome::Failed,
            _ => TrialOutcome::Inconclusive,
        };
        Some(TrialResult { texts, outcome, tree })
    }
}
