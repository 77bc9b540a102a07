//! Trials: runs of the property with a changed input, within a budget.

use super::{
    debug_node::DebugNode,
    difference::{ParsedInput, PartPath, common, difference},
};
use crate::{choice::Tree, source::Fill};
use std::time::{Duration, Instant};

/// Runs of the property. The parts of a small input need about ten each, and 200 fast runs take no noticeable time.
const MAX_RUNS: u64 = 200;

/// Runs of the generator, including those whose inputs are known or rejected.
const MAX_ATTEMPTS: u64 = 1_000;

/// Time after which no further trial starts: the user waits for the report of a failure that is already known.
const MAX_TIME: Duration = Duration::from_secs(1);

/// Names and printed values of the arguments of a property.
pub(crate) type ArgumentTexts = Vec<(&'static str, String)>;

/// Outcome of a trial.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrialOutcome {
    Passed,
    /// It failed in the same way as the failure to explain.
    Failed,
    /// It was rejected, or failed in another way.
    Inconclusive,
}

/// Result of a trial.
pub(crate) struct TrialResult {
    pub(crate) texts: ArgumentTexts,
    pub(crate) outcome: TrialOutcome,
    pub(crate) tree: Tree,
}

/// Runs trials for the explainer.
pub(crate) trait TrialOracle {
    /// Runs the property with the input drawn along a guide. Missing choices are the simplest, or come from the random
    /// stream of this number. If the input is complete before the property runs, `known` tells whether it was run
    /// before. Returns `None` if it was, or if the generator panics.
    fn attempt(
        &mut self,
        guide: Tree,
        fill: Fill,
        stream: u64,
        known: &mut dyn FnMut(&ArgumentTexts) -> bool,
    ) -> Option<TrialResult>;
}

/// The intended change of a trial.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TrialChange {
    /// One choice, or the length of one collection.
    Single,
    /// Several choices at once, or a whole part.
    Several,
}

/// A trial that passed, or failed in the same way.
pub(super) struct Trial {
    pub(super) input: ParsedInput,
    /// The parts that differ from the explained input.
    pub(super) paths: Vec<PartPath>,
    /// The smallest part that contains all of them.
    pub(super) whole: PartPath,
    pub(super) passed: bool,
    pub(super) change: TrialChange,
    /// Replay token, if it passed.
    pub(super) token: String,
}

/// The explained input, and the trials so far.
pub(super) struct Trials<'a> {
    oracle: &'a mut dyn TrialOracle,
    pub(super) input: ParsedInput,
    pub(super) all: Vec<Trial>,
    pub(super) runs: u64,
    attempts: u64,
    deadline: Instant,
}

impl<'a> Trials<'a> {
    /// Runs the input once, after these runs. Returns `None` if it no longer fails; `runs` counts the run in any case.
    pub(super) fn new(
        tree: &Tree,
        oracle: &'a mut dyn TrialOracle,
        runs: &mut u64,
    ) -> Option<Trials<'a>> {
        let deadline = Instant::now() + MAX_TIME;
        let result = oracle.attempt(tree.clone(), Fill::Simplest, 0, &mut |_| false)?;
        *runs += 1;
        let input = parsed(&result.texts);
        let fails = result.outcome == TrialOutcome::Failed && !input.is_empty();
        let (all, runs) = (Vec::new(), *runs);
        fails.then_some(Trials { oracle, input, all, runs, attempts: 1, deadline })
    }

    pub(super) fn is_over(&self) -> bool {
        self.runs >= MAX_RUNS || self.attempts >= MAX_ATTEMPTS || Instant::now() >= self.deadline
    }

    pub(super) fn runs_left(&self) -> u64 {
        MAX_RUNS.saturating_sub(self.runs)
    }

    /// Runs the input drawn along a guide, with random content in its gaps. Returns the number of the trial, which may be
    /// an earlier one, or `None` if the run was inconclusive or did not change the input.
    pub(super) fn attempt(&mut self, guide: Tree, change: TrialChange) -> Option<usize> {
        self.attempt_filled(guide, Fill::Random, change)
    }

    /// The same with the simplest content in the gaps.
    pub(super) fn attempt_simplest(&mut self, guide: Tree) -> Option<usize> {
        self.attempt_filled(guide, Fill::Simplest, TrialChange::Several)
    }

    fn attempt_filled(&mut self, guide: Tree, fill: Fill, change: TrialChange) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        self.attempts += 1;
        let Trials { oracle, input, all, .. } = self;
        let mut earlier = None;
        let result = oracle.attempt(guide, fill, self.attempts, &mut |texts| {
            let now = parsed(texts);
            earlier = all.iter().position(|trial| trial.input == now);
            earlier.is_some() || now == *input
        });
        if let (Some(number), TrialChange::Single) = (earlier, change) {
            self.all[number].change = change;
        }
        let Some(result) = result else { return earlier };
        self.runs += 1;
        let now = parsed(&result.texts);
        if result.outcome == TrialOutcome::Inconclusive || now == self.input {
            return None;
        }
        let paths = difference(&self.input, &now);
        let whole = common(&paths);
        let passed = result.outcome == TrialOutcome::Passed;
        let token = if passed { result.tree.to_token() } else { String::new() };
        self.all.push(Trial { input: now, paths, whole, passed, change, token });
        Some(self.all.len() - 1)
    }
}

fn parsed(texts: &ArgumentTexts) -> ParsedInput {
    let mut input = ParsedInput::new();
    for (name, text) in texts {
        input.push(((*name).to_owned(), DebugNode::parse(text)));
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generator::{Generator, any},
        humanize::assert_said,
    };

    /// Fails for every input, and counts the runs.
    struct Always(u64);

    impl TrialOracle for Always {
        fn attempt(
            &mut self,
            guide: Tree,
            _: Fill,
            stream: u64,
            _: &mut dyn FnMut(&ArgumentTexts) -> bool,
        ) -> Option<TrialResult> {
            self.0 += 1;
            let texts = vec![("n", stream.to_string())];
            Some(TrialResult { texts, outcome: TrialOutcome::Failed, tree: guide })
        }
    }

    /// How often the property runs if earlier runs took this many, and the time is over or not.
    fn runs(mut earlier: u64, is_late: bool) -> u64 {
        let tree = any::<u8>().encode(&7).expect("a number");
        let mut oracle = Always(earlier);
        let start = Instant::now();
        let mut trials = Trials::new(&tree, &mut oracle, &mut earlier).expect("it fails");
        assert!((start + MAX_TIME..=Instant::now() + MAX_TIME).contains(&trials.deadline));
        if is_late {
            trials.deadline = Instant::now();
        }
        for _ in 0..300 {
            trials.attempt(tree.clone(), TrialChange::Single);
        }
        oracle.0
    }

    #[test]
    fn an_explanation_has_the_limits_that_the_page_names() {
        assert_eq!((runs(0, false), runs(1, false)), (MAX_RUNS, MAX_RUNS));
        assert_eq!(runs(0, true), 1);
        assert_eq!(MAX_TIME, Duration::from_secs(1));
        let sentence = format!(
            "takes at most {MAX_RUNS} runs of the property, and starts no run after one second"
        );
        assert_said("how/explanation.md", &sentence);
    }
}
