//! The explainer: changes parts of a failing input and runs the property.

use super::{
    candidate::{candidates, is_ordered},
    conclusion::{ENOUGH, FreeParts, free_parts, items},
    difference::{PartPath, node_at},
    item::ExplanationItem,
    part::{ChangeableParts, Collection, NewElement, inside, with_elements},
    trial::{TrialChange, TrialOracle, Trials},
};
use crate::{
    choice::{Bounds, IntegerBounds, Label, Tree, Value},
    random::Random,
};

/// Attempts to find out whether a whole part may be anything: some of them repeat an input.
const MAX_REFILLS: usize = 3 * ENOUGH;

/// Inconclusive runs among them after which the explainer gives up on the part.
const MAX_INCONCLUSIVE: usize = ENOUGH;

/// Bisection steps to find the end of an interval of failing numbers: enough for an interval of 1,024.
const MAX_BISECTIONS: usize = 10;

/// Failing runs with all irrelevant parts changed together before they count as jointly irrelevant. A joint
/// change is one more check, so it needs fewer runs than [`ENOUGH`].
const ENOUGH_TOGETHER: usize = 8;

/// Choices of the same value that are changed in pairs: at most six pairs.
const MAX_PAIRED: usize = 4;

/// Neighboring calls of a state machine to swap: a longer list of pairs says nothing.
const MAX_SWAPS: usize = 10;

/// Runs that must be left to try another group, of 200 in all. The reserves share the budget between the stages, so
/// that an input of many parts does not use it up for groups.
const RESERVE_AFTER_GROUPS: u64 = 120;

/// Runs that must be left to try other lengths of another collection.
const RESERVE_AFTER_COLLECTIONS: u64 = 80;

/// Runs that single choices leave for boundaries, equal choices and joint changes.
const RESERVE_AFTER_CHOICES: u64 = 40;

/// The explanation of a failure.
#[derive(Debug, Default)]
pub(crate) struct Explanation {
    pub(crate) items: Vec<ExplanationItem>,
    /// Runs of the property.
    pub(crate) runs: u64,
}

/// Explains a failing input, given by its choices. Deterministic except for the time limit.
/// `steps` is the label of the steps of a state machine.
pub(crate) fn explain(
    tree: &Tree,
    steps: Option<Label>,
    oracle: &mut dyn TrialOracle,
    random: Random,
) -> Explanation {
    // The caller has run a state machine once, to learn which calls come before its steps.
    let mut explanation = Explanation { runs: steps.is_some().into(), ..Explanation::default() };
    if tree.is_empty() {
        return explanation;
    }
    if let Some(trials) = Trials::new(tree, oracle, &mut explanation.runs) {
        let mut explainer = Explainer {
            tree,
            parts: ChangeableParts::of(tree),
            trials,
            random,
            choices: Vec::new(),
            free_groups: Vec::new(),
            complete: Vec::new(),
            steps,
        };
        explanation.items = explainer.items();
        explanation.runs = explainer.trials.runs;
    }
    explanation
}

/// A choice, and the trials in which it had another value.
struct ChoiceTrials {
    choice: usize,
    /// Values, with the numbers of their trials.
    trials: Vec<(Value, usize)>,
}

struct Explainer<'a> {
    tree: &'a Tree,
    parts: ChangeableParts,
    trials: Trials<'a>,
    random: Random,
    choices: Vec<ChoiceTrials>,
    /// Spans that failed with any content tried.
    free_groups: Vec<usize>,
    /// ChangeableParts of which every other value was tried.
    complete: Vec<PartPath>,
    /// The label of the steps of a state machine.
    steps: Option<Label>,
}

impl Explainer<'_> {
    fn items(&mut self) -> Vec<ExplanationItem> {
        self.regenerate(&Tree::default());
        for number in 0..self.parts.groups.len() {
            let group = self.parts.groups[number];
            if self.trials.runs_left() < RESERVE_AFTER_GROUPS || self.trials.is_over() {
                break;
            }
            if !self.is_free_span(group) {
                let (choices, spans) = inside(self.tree, group);
                if self.regenerate(&self.tree.cut(choices, spans)) {
                    self.free_groups.push(group);
                }
            }
        }
        for collection in std::mem::take(&mut self.parts.collections) {
            if self.trials.runs_left() < RESERVE_AFTER_COLLECTIONS || self.trials.is_over() {
                break;
            }
            if !self.is_free_span(collection.span) {
                self.change_length(&collection);
            }
        }
        self.single_choices();
        for number in 0..self.choices.len() {
            self.find_boundaries(number);
        }
        self.equal_choices();
        let order = self.order_of_calls();
        let tried = self.trials.all.len();
        if tried >= ENOUGH && !self.trials.all.iter().any(|trial| trial.passed) {
            return vec![ExplanationItem::AnyInput { tried: tried as u64 }];
        }
        let free = free_parts(&self.trials, &self.complete);
        let together = self.fails_together(&free);
        items(&self.trials, &free, together, order)
    }

    /// Swaps each two neighboring calls of a state machine.
    fn order_of_calls(&mut self) -> Option<ExplanationItem> {
        let list = self.tree.spans.iter().position(|span| Some(span.label) == self.steps)?;
        let mut calls: Vec<usize> = self.tree.children(Some(list)).collect();
        // The end of the list.
        calls.pop();
        let (mut passes, mut fails) = (Vec::new(), Vec::new());
        for first in 0..calls.len().saturating_sub(1).min(MAX_SWAPS) {
            let mut swapped = self.trials.input.clone();
            let parts = &mut swapped.first_mut()?.1.parts;
            if parts.len() != calls.len() || parts[first] == parts[first + 1] {
                continue;
            }
            parts.swap(first, first + 1);
            let guide = self.tree.permuted(&calls[first..first + 2], &[1, 0]);
            // Other calls may be all that is possible in this order.
            if let Some(trial) = self.trials.attempt_simplest(guide) {
                if self.trials.all[trial].input == swapped {
                    let is_passed = self.trials.all[trial].passed;
                    if is_passed { &mut passes } else { &mut fails }.push(first + 1);
                }
            }
        }
        let is_known = !passes.is_empty() || !fails.is_empty();
        is_known.then_some(ExplanationItem::Order { passes, fails })
    }

    /// Whether a choice is inside a part that may be anything.
    fn is_free(&self, choice: usize) -> bool {
        self.free_groups.iter().any(|group| inside(self.tree, *group).0.contains(&choice))
    }

    /// Whether a span is inside such a part.
    fn is_free_span(&self, number: usize) -> bool {
        let span = self.tree.spans[number];
        let (start, end) = (span.start as usize, span.end as usize);
        start < end && self.is_free(start) && self.is_free(end - 1)
    }

    /// Fills the gap of a guide with random content. Returns true if enough runs were made and all of them failed.
    fn regenerate(&mut self, guide: &Tree) -> bool {
        let mut failed: Vec<usize> = Vec::new();
        // A reduced input is likely to pass with simpler content, which random content may not include.
        if let Some(trial) = self.trials.attempt_simplest(guide.clone()) {
            if self.trials.all[trial].passed {
                return false;
            }
        }
        let mut inconclusive = 0;
        for _ in 0..MAX_REFILLS {
            let runs = self.trials.runs;
            match self.trials.attempt(guide.clone(), TrialChange::Several) {
                Some(trial) if self.trials.all[trial].passed => return false,
                Some(trial) if !failed.contains(&trial) => failed.push(trial),
                _ => inconclusive += usize::from(self.trials.runs > runs),
            }
            if failed.len() == ENOUGH {
                return true;
            }
            if inconclusive == MAX_INCONCLUSIVE {
                return false;
            }
        }
        false
    }

    /// Tries a shorter and a longer collection, with random or copied elements added.
    fn change_length(&mut self, collection: &Collection) {
        let count = collection.elements.len();
        let kept: Vec<NewElement> = (0..count).map(NewElement::Copy).collect();
        let mut lists = Vec::new();
        if count > 0 {
            lists.push(kept[..count - 1].to_vec());
            lists.push(kept[1..].to_vec());
            lists.push(kept[..count / 2].to_vec());
            lists.push(Vec::new());
            lists.push([&kept[..], &kept[count - 1..]].concat());
        }
        for more in [1, 2, 3, 6] {
            lists.push([&kept[..], &vec![NewElement::Fresh; more]].concat());
        }
        for elements in lists {
            self.trials
                .attempt(with_elements(self.tree, collection, &elements), TrialChange::Single);
        }
    }

    /// Tries other values of each choice that may matter.
    fn single_choices(&mut self) {
        let mut left: Vec<usize> = self.parts.choices.clone();
        left.retain(|choice| !self.is_free(*choice));
        for (number, choice) in left.iter().enumerate() {
            let share = self.trials.runs_left().saturating_sub(RESERVE_AFTER_CHOICES)
                / (left.len() - number) as u64;
            if share == 0 {
                return;
            }
            let (values, all) = candidates(self.tree, *choice, &mut self.random);
            let mut tried = ChoiceTrials { choice: *choice, trials: Vec::new() };
            for value in values.iter().take((share as usize).max(3)) {
                let guide = self.with(&[*choice], value);
                if let Some(trial) = self.trials.attempt(guide, TrialChange::Single) {
                    tried.trials.push((value.clone(), trial));
                }
            }
            if all && tried.trials.len() == values.len() {
                self.complete.extend(self.path(&tried));
            }
            self.choices.push(tried);
        }
    }

    /// The tree with another value for some choices.
    fn with(&self, choices: &[usize], value: &Value) -> Tree {
        let mut guide = self.tree.clone();
        for choice in choices {
            guide.set(*choice, value);
        }
        guide
    }

    /// The part of the value that a choice determines, if all its values changed the same part.
    fn path(&self, tried: &ChoiceTrials) -> Option<PartPath> {
        let (_, first) = tried.trials.first()?;
        let path = &self.trials.all[*first].whole;
        let same = |trial: &usize| self.trials.all[*trial].paths[..] == [path.clone()];
        tried.trials.iter().all(|(_, trial)| same(trial)).then(|| path.clone())
    }

    /// Finds where numbers around the value of a choice begin to pass.
    fn find_boundaries(&mut self, number: usize) {
        let ChoiceTrials { choice, trials } = &self.choices[number];
        let choice = *choice;
        let (Bounds::Integer(limits), Value::Integer(own)) =
            (self.tree.bounds(choice).clone(), self.tree.value(choice))
        else {
            return;
        };
        if !is_ordered(self.tree, choice) || self.path(&self.choices[number]).is_none() {
            return;
        }
        let mut known = Vec::new();
        for (value, trial) in trials {
            if let Value::Integer(value) = value {
                known.push((limits.nearest(*value), self.trials.all[*trial].passed));
            }
        }
        for above in [false, true] {
            self.find_boundary(choice, &limits, limits.nearest(own), &known, above);
        }
    }

    /// Bisects between the furthest failing and the nearest passing number on one side.
    fn find_boundary(
        &mut self,
        choice: usize,
        limits: &IntegerBounds,
        own: u128,
        known: &[(u128, bool)],
        above: bool,
    ) {
        let side = || known.iter().filter(|(offset, _)| (*offset > own) == above);
        let distance = |offset: u128| offset.abs_diff(own);
        let Some(mut passing) =
            side().filter(|(_, passed)| *passed).map(|(offset, _)| distance(*offset)).min()
        else {
            return;
        };
        let failing = side().filter(|(_, passed)| !passed).map(|(offset, _)| distance(*offset));
        let mut failing = failing.max().unwrap_or(0);
        if failing > passing {
            return;
        }
        for _ in 0..MAX_BISECTIONS {
            if passing - failing <= 1 {
                return;
            }
            let middle = failing + (passing - failing) / 2;
            let offset = if above { own + middle } else { own - middle };
            let guide = self.with(&[choice], &Value::Integer(limits.value(offset)));
            match self.trials.attempt(guide, TrialChange::Single) {
                Some(trial) if self.trials.all[trial].passed => passing = middle,
                Some(_) => failing = middle,
                None => return,
            }
        }
    }

    /// Changes choices of the same value together: all of them, or in pairs.
    fn equal_choices(&mut self) {
        let mut seen: Vec<usize> = Vec::new();
        for number in 0..self.choices.len() {
            let members = self.equal_to(number);
            if members.len() < 2 || members.iter().any(|member| seen.contains(member)) {
                continue;
            }
            seen.extend(&members);
            if self.change_equally(&members) {
                continue;
            }
            for (at, one) in members.iter().take(MAX_PAIRED).enumerate() {
                for other in members.iter().take(MAX_PAIRED).skip(at + 1) {
                    if members.len() > 2 {
                        self.change_equally(&[*one, *other]);
                    }
                }
            }
        }
    }

    /// This choice and later ones that matter and have the same value and bounds.
    fn equal_to(&self, number: usize) -> Vec<usize> {
        let mut members = Vec::new();
        let own = self.choices[number].choice;
        let bounds = self.tree.bounds(own);
        for tried in &self.choices[number..] {
            let other = tried.choice;
            let matters = tried.trials.iter().any(|(_, trial)| self.trials.all[*trial].passed);
            let same = self.tree.value(other) == self.tree.value(own);
            if matters && same && self.tree.bounds(other) == bounds && self.path(tried).is_some() {
                members.push(other);
            }
        }
        members
    }

    /// Gives several choices the same other value, until one passes. Returns true if none does.
    fn change_equally(&mut self, choices: &[usize]) -> bool {
        let (values, _) = candidates(self.tree, choices[0], &mut self.random);
        for value in values.iter().take(ENOUGH / 2) {
            let guide = self.with(choices, value);
            if let Some(trial) = self.trials.attempt(guide, TrialChange::Several) {
                if self.trials.all[trial].passed {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the property still fails every time if all irrelevant parts change at once; `None` if undecided.
    fn fails_together(&mut self, free: &FreeParts) -> Option<bool> {
        if free.paths.len() < 2 {
            return None;
        }
        let mut failed = 0;
        for _ in 0..2 * ENOUGH_TOGETHER {
            let mut guide = self.tree.clone();
            for number in 0..self.choices.len() {
                let tried = &self.choices[number];
                let inside = |trial: &usize| {
                    self.trials.all[*trial].paths.iter().all(|path| free.contains(path))
                };
                if !tried.trials.is_empty() && tried.trials.iter().all(|(_, trial)| inside(trial)) {
                    let index = self.random.word() as usize % tried.trials.len();
                    guide.set(tried.choice, &tried.trials[index].0);
                }
            }
            // From the back, so that the positions of earlier groups stay valid.
            for group in self.free_groups.iter().rev() {
                let (choices, spans) = inside(self.tree, *group);
                guide = guide.cut(choices, spans);
            }
            let Some(trial) = self.trials.attempt(guide, TrialChange::Several) else { continue };
            let Trials { all, input, .. } = &self.trials;
            let trial = &all[trial];
            if trial.passed {
                return Some(false);
            }
            let changed = |path: &PartPath| node_at(input, path) != node_at(&trial.input, path);
            failed += usize::from(free.paths.iter().filter(|path| changed(path)).count() > 1);
            if failed == ENOUGH_TOGETHER {
                return Some(true);
            }
        }
        // If all values of the parts were tried, few joint changes are possible.
        (failed >= if free.is_exhausted() { 1 } else { ENOUGH_TOGETHER / 2 }).then_some(true)
    }
}
