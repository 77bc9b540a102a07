//! Trials: runs of the property with something changed, within a budget.

use super::{
    difference::{Input, Path, common, difference},
    node::Node,
};
use crate::{choice::Tree, source::Fill};
use std::time::{Duration, Instant};

/// Runs of the property at most: a few hundred are done before anybody notices, and the parts of a small input
/// need about ten each.
const MOST_RUNS: u64 = 200;

/// Runs of the generator at most, for those whose values are known or refused.
const MOST_ATTEMPTS: u64 = 1_000;

/// No run is begun after this time: the failure is known, and its report is waited for.
const MOST_TIME: Duration = Duration::from_secs(1);

/// The names and texts of what a property is given.
pub(crate) type Texts = Vec<(&'static str, String)>;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Passed,
    /// In the same way as the failure that is explained.
    Failed,
    /// It was rejected, or failed otherwise: that says nothing.
    Neither,
}

/// A run of the property.
pub(crate) struct Seen {
    pub(crate) texts: Texts,
    pub(crate) end: End,
    pub(crate) tree: Tree,
}

/// Runs the property.
pub(crate) trait Lab {
    /// Runs it with what a guide leads to. What the guide lacks is the simplest, or drawn by the chance of this
    /// number. If the input is complete before the property runs, `known` is asked whether it was run before.
    /// `None` if it was, or if there is none.
    fn attempt(
        &mut self,
        guide: Tree,
        fill: Fill,
        chance: u64,
        known: &mut dyn FnMut(&Texts) -> bool,
    ) -> Option<Seen>;
}

/// What was changed on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// One choice, or the length of one list.
    One,
    /// Several at once, or all of a part.
    Many,
}

/// A run that passed, or failed in the same way.
pub(super) struct Trial {
    pub(super) input: Input,
    /// Where it differs.
    pub(super) paths: Vec<Path>,
    /// The smallest part that holds all of that.
    pub(super) whole: Path,
    pub(super) passed: bool,
    pub(super) aim: Aim,
    pub(super) token: String,
}

/// The input that is explained, and what was tried in its place.
pub(super) struct Trials<'a> {
    lab: &'a mut dyn Lab,
    pub(super) input: Input,
    pub(super) all: Vec<Trial>,
    pub(super) runs: u64,
    attempts: u64,
    end: Instant,
}

impl<'a> Trials<'a> {
    /// `None` if the input does not fail any more. The runs are counted either way.
    pub(super) fn new(tree: &Tree, lab: &'a mut dyn Lab, runs: &mut u64) -> Option<Trials<'a>> {
        let end = Instant::now() + MOST_TIME;
        let seen = lab.attempt(tree.clone(), Fill::Simplest, 0, &mut |_| false)?;
        *runs += 1;
        let input = parsed(&seen.texts);
        let known = seen.end == End::Failed && !input.is_empty();
        known.then_some(Trials { lab, input, all: Vec::new(), runs: 1, attempts: 1, end })
    }

    pub(super) fn is_over(&self) -> bool {
        self.runs >= MOST_RUNS || self.attempts >= MOST_ATTEMPTS || Instant::now() >= self.end
    }

    pub(super) fn runs_left(&self) -> u64 {
        MOST_RUNS.saturating_sub(self.runs)
    }

    /// Tries what a guide leads to. `None` if that is the input itself, or says nothing; else the number of the trial,
    /// which may be an earlier one.
    pub(super) fn attempt(&mut self, guide: Tree, aim: Aim) -> Option<usize> {
        self.attempt_filled(guide, Fill::Random, aim)
    }

    /// The same, with the simplest where the guide has nothing to say.
    pub(super) fn attempt_simplest(&mut self, guide: Tree) -> Option<usize> {
        self.attempt_filled(guide, Fill::Simplest, Aim::Many)
    }

    fn attempt_filled(&mut self, guide: Tree, fill: Fill, aim: Aim) -> Option<usize> {
        if self.is_over() {
            return None;
        }
        self.attempts += 1;
        let Trials { lab, input, all, .. } = self;
        let mut earlier = None;
        let seen = lab.attempt(guide, fill, self.attempts, &mut |texts| {
            let now = parsed(texts);
            earlier = all.iter().position(|trial| trial.input == now);
            earlier.is_some() || now == *input
        });
        if let (Some(number), Aim::One) = (earlier, aim) {
            self.all[number].aim = aim;
        }
        let Some(seen) = seen else { return earlier };
        self.runs += 1;
        let now = parsed(&seen.texts);
        if seen.end == End::Neither || now == self.input {
            return None;
        }
        let paths = difference(&self.input, &now);
        let whole = common(&paths);
        let passed = seen.end == End::Passed;
        let token = if passed { seen.tree.to_token() } else { String::new() };
        self.all.push(Trial { input: now, paths, whole, passed, aim, token });
        Some(self.all.len() - 1)
    }
}

fn parsed(texts: &Texts) -> Input {
    let mut input = Input::new();
    for (name, text) in texts {
        input.push(((*name).to_owned(), Node::parse(text)));
    }
    input
}
