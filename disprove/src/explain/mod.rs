//! After a failure was reduced: which parts of its input matter, which may be anything, and what passes instead.
//!
//! Parts of the choices are changed while all else is kept, and the property is run. What that means is read from
//! the texts of the values, so that it can be said in names that the author knows, whatever the generators do.
//! Only what was run is told.

mod candidate;
mod clue;
mod difference;
mod node;
mod phrase;
mod reading;
mod trial;
mod unit;

pub use clue::Clue;
pub(crate) use trial::{End, Lab, Seen, Texts};

use crate::{
    choice::{Bounds, IntegerBounds, Tree, Value},
    random::Random,
};
use candidate::{candidates, is_ordered};
use difference::{Path, node_at};
use reading::{ENOUGH, FreeParts, clues, free_parts};
use trial::{Aim, Trials};
use unit::{Item, List, Units, inside, with_items};

/// So many guides are made at most to see whether all of a part may be anything.
const GUIDES: usize = 3 * ENOUGH;

/// So many of them at most may be rejected before it is given up.
const REFUSED: usize = ENOUGH;

/// So many steps to find where an interval of failing numbers ends: enough for one of a thousand.
const BISECTIONS: usize = 10;

/// So often parts that may be anything are changed together.
const TOGETHER: usize = 8;

/// So many choices of the same value are looked at two by two at most.
const PAIRED: usize = 4;

/// So many runs are kept for what comes after the groups, the lists, and the single choices, so that an input of many
/// parts is not all groups.
const RESERVE_GROUPS: u64 = 120;
const RESERVE_LISTS: u64 = 80;
const RESERVE: u64 = 40;

/// What was found out.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    pub(super) clues: Vec<Clue>,
    /// How often the property was run.
    pub(super) runs: u64,
}

/// Explains a failing input, given as the tree of its choices. Pure, but for the clock that ends it.
pub(super) fn explain(tree: &Tree, lab: &mut dyn Lab, random: Random) -> Explanation {
    let mut found = Explanation::default();
    if tree.is_empty() {
        return found;
    }
    if let Some(trials) = Trials::new(tree, lab, &mut found.runs) {
        let mut explainer = Explainer {
            tree,
            units: Units::of(tree),
            trials,
            random,
            choices: Vec::new(),
            free_groups: Vec::new(),
            complete: Vec::new(),
        };
        found.clues = explainer.clues();
        found.runs = explainer.trials.runs;
    }
    found
}

/// A choice, and the trials in which it had another value.
struct Tried {
    choice: usize,
    trials: Vec<(Value, usize)>,
}

struct Explainer<'a> {
    tree: &'a Tree,
    units: Units,
    trials: Trials<'a>,
    random: Random,
    choices: Vec<Tried>,
    /// Spans of which all tried in their place failed.
    free_groups: Vec<usize>,
    /// Parts of which every other value was tried.
    complete: Vec<Path>,
}

impl Explainer<'_> {
    fn clues(&mut self) -> Vec<Clue> {
        self.refill(&Tree::default());
        for number in 0..self.units.groups.len() {
            let group = self.units.groups[number];
            if self.trials.runs_left() < RESERVE_GROUPS || self.trials.is_over() {
                break;
            }
            if !self.is_free_span(group) {
                let (choices, spans) = inside(self.tree, group);
                if self.refill(&self.tree.cut(choices, spans)) {
                    self.free_groups.push(group);
                }
            }
        }
        for list in std::mem::take(&mut self.units.lists) {
            if self.trials.runs_left() < RESERVE_LISTS || self.trials.is_over() {
                break;
            }
            if !self.is_free_span(list.span) {
                self.lengths(&list);
            }
        }
        self.single_choices();
        for number in 0..self.choices.len() {
            self.find_ends(number);
        }
        self.equal_choices();
        let tried = self.trials.all.len();
        if tried >= ENOUGH && !self.trials.all.iter().any(|trial| trial.passed) {
            return vec![Clue::AnyInput { tried: tried as u64 }];
        }
        let free = free_parts(&self.trials, &self.complete);
        let together = self.together(&free);
        clues(&self.trials, &free, together)
    }

    /// Whether a choice is part of what may be anything.
    fn is_free(&self, choice: usize) -> bool {
        self.free_groups.iter().any(|group| inside(self.tree, *group).0.contains(&choice))
    }

    /// Whether a span is.
    fn is_free_span(&self, number: usize) -> bool {
        let span = self.tree.spans[number];
        let (start, end) = (span.start as usize, span.end as usize);
        start < end && self.is_free(start) && self.is_free(end - 1)
    }

    /// Tries whatever fits into the gap of a guide. True if all of that fails, and there was enough.
    fn refill(&mut self, guide: &Tree) -> bool {
        let mut failed: Vec<usize> = Vec::new();
        // What was reduced as far as this is likely to pass if it becomes smaller still, but chance may make only
        // large values.
        if let Some(trial) = self.trials.attempt_simplest(guide.clone())
            && self.trials.all[trial].passed
        {
            return false;
        }
        let mut refused = 0;
        for _ in 0..GUIDES {
            let runs = self.trials.runs;
            match self.trials.attempt(guide.clone(), Aim::Many) {
                Some(trial) if self.trials.all[trial].passed => return false,
                Some(trial) if !failed.contains(&trial) => failed.push(trial),
                _ => refused += usize::from(self.trials.runs > runs),
            }
            if failed.len() == ENOUGH {
                return true;
            }
            if refused == REFUSED {
                return false;
            }
        }
        false
    }

    /// Shorter and longer lists; what is added is anything, or what is there already.
    fn lengths(&mut self, list: &List) {
        let count = list.items.len();
        let kept: Vec<Item> = (0..count).map(Item::Copy).collect();
        let mut lists = Vec::new();
        if count > 0 {
            lists.push(kept[..count - 1].to_vec());
            lists.push(kept[1..].to_vec());
            lists.push(kept[..count / 2].to_vec());
            lists.push(Vec::new());
            lists.push([&kept[..], &kept[count - 1..]].concat());
        }
        for more in [1, 2, 3, 6] {
            lists.push([&kept[..], &vec![Item::Fresh; more]].concat());
        }
        for items in lists {
            self.trials.attempt(with_items(self.tree, list, &items), Aim::One);
        }
    }

    fn single_choices(&mut self) {
        let mut left: Vec<usize> = self.units.choices.clone();
        left.retain(|choice| !self.is_free(*choice));
        for (number, choice) in left.iter().enumerate() {
            let share =
                self.trials.runs_left().saturating_sub(RESERVE) / (left.len() - number) as u64;
            if share == 0 {
                return;
            }
            let (values, all) = candidates(self.tree, *choice, &mut self.random);
            let mut tried = Tried { choice: *choice, trials: Vec::new() };
            for value in values.iter().take((share as usize).max(3)) {
                let guide = self.with(&[*choice], value);
                if let Some(trial) = self.trials.attempt(guide, Aim::One) {
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

    /// The part that a choice is, if it is the same one for all values.
    fn path(&self, tried: &Tried) -> Option<Path> {
        let (_, first) = tried.trials.first()?;
        let path = &self.trials.all[*first].whole;
        let same = |trial: &usize| self.trials.all[*trial].paths[..] == [path.clone()];
        tried.trials.iter().all(|(_, trial)| same(trial)).then(|| path.clone())
    }

    /// Where numbers around this one begin to pass, if they do.
    fn find_ends(&mut self, number: usize) {
        let Tried { choice, trials } = &self.choices[number];
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
            self.find_end(choice, &limits, limits.nearest(own), &known, above);
        }
    }

    fn find_end(
        &mut self,
        choice: usize,
        limits: &IntegerBounds,
        own: u128,
        known: &[(u128, bool)],
        above: bool,
    ) {
        let side = || known.iter().filter(|(offset, _)| (*offset > own) == above);
        let far = |offset: u128| offset.abs_diff(own);
        let Some(mut passing) =
            side().filter(|(_, passed)| *passed).map(|(offset, _)| far(*offset)).min()
        else {
            return;
        };
        let failing = side().filter(|(_, passed)| !passed).map(|(offset, _)| far(*offset));
        let mut failing = failing.max().unwrap_or(0);
        if failing > passing {
            return;
        }
        for _ in 0..BISECTIONS {
            if passing - failing <= 1 {
                return;
            }
            let middle = failing + (passing - failing) / 2;
            let offset = if above { own + middle } else { own - middle };
            let guide = self.with(&[choice], &Value::Integer(limits.value(offset)));
            match self.trials.attempt(guide, Aim::One) {
                Some(trial) if self.trials.all[trial].passed => passing = middle,
                Some(_) => failing = middle,
                None => return,
            }
        }
    }

    /// Choices that have the same value get another one together: all of them, or two by two.
    fn equal_choices(&mut self) {
        let mut seen: Vec<usize> = Vec::new();
        for number in 0..self.choices.len() {
            let members = self.equal_to(number);
            if members.len() < 2 || members.iter().any(|member| seen.contains(member)) {
                continue;
            }
            seen.extend(&members);
            if self.change_alike(&members) {
                continue;
            }
            for (at, one) in members.iter().take(PAIRED).enumerate() {
                for other in members.iter().take(PAIRED).skip(at + 1) {
                    if members.len() > 2 {
                        self.change_alike(&[*one, *other]);
                    }
                }
            }
        }
    }

    /// This choice and those after it that matter, have the same value and are of the same kind.
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

    /// Gives choices other values together, until one passes. True if none does.
    fn change_alike(&mut self, choices: &[usize]) -> bool {
        let (values, _) = candidates(self.tree, choices[0], &mut self.random);
        for value in values.iter().take(ENOUGH / 2) {
            let guide = self.with(choices, value);
            if let Some(trial) = self.trials.attempt(guide, Aim::Many)
                && self.trials.all[trial].passed
            {
                return false;
            }
        }
        true
    }

    /// Whether it still fails each time if all parts that may be anything change at once.
    fn together(&mut self, free: &FreeParts) -> Option<bool> {
        if free.paths.len() < 2 {
            return None;
        }
        let mut failed = 0;
        for _ in 0..2 * TOGETHER {
            let mut guide = self.tree.clone();
            for number in 0..self.choices.len() {
                let tried = &self.choices[number];
                let inside = |trial: &usize| {
                    self.trials.all[*trial].paths.iter().all(|path| free.holds(path))
                };
                if !tried.trials.is_empty() && tried.trials.iter().all(|(_, trial)| inside(trial)) {
                    let some = self.random.word() as usize % tried.trials.len();
                    guide.set(tried.choice, &tried.trials[some].0);
                }
            }
            // From the back, so that the numbers of those in front stay what they are.
            for group in self.free_groups.iter().rev() {
                let (choices, spans) = inside(self.tree, *group);
                guide = guide.cut(choices, spans);
            }
            let Some(trial) = self.trials.attempt(guide, Aim::Many) else { continue };
            let Trials { all, input, .. } = &self.trials;
            let trial = &all[trial];
            if trial.passed {
                return Some(false);
            }
            let changed = |path: &Path| node_at(input, path) != node_at(&trial.input, path);
            failed += usize::from(free.paths.iter().filter(|path| changed(path)).count() > 1);
            if failed == TOGETHER {
                return Some(true);
            }
        }
        // Few values are soon tried.
        (failed >= if free.is_exhausted() { 1 } else { TOGETHER / 2 }).then_some(true)
    }
}

#[cfg(test)]
mod tests;
