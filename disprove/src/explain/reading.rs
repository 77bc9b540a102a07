//! What trials say about the parts of an input.

use super::{
    candidate,
    clue::Clue,
    difference::{Path, distance, name, node_at},
    node::Node,
    phrase::by_number,
    trial::{Aim, Trial, Trials},
};
use crate::argsort::argsort;
use std::cmp::Ordering;

/// So many other values must fail before a part is said not to matter, if there are more.
pub(super) const ENOUGH: usize = 10;

/// In so many of them more than one part of it must be different, if it has parts.
const ENOUGH_WHOLE: usize = 3;

/// So many equal values must fail before being equal is said to be what matters.
const ENOUGH_EQUAL: usize = 3;

/// Lines about parts that matter, so that the block stays within six.
const MOST_MATTERS: usize = 4;

/// Elements of one list.
const MOST_ELEMENTS: usize = 2;

/// Longer values are shown as the part of them that is different.
const SHOWN: usize = 60;

/// Parts that need not be as they are.
#[derive(Debug, Default)]
pub(super) struct FreeParts {
    pub(super) paths: Vec<Path>,
    /// How many other values of each were tried at least.
    tried: usize,
    /// Of how many of them there are no others.
    exhausted: usize,
}

impl FreeParts {
    /// Whether there are no others of any.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted == self.paths.len()
    }

    pub(super) fn holds(&self, path: &[usize]) -> bool {
        self.paths.iter().any(|free| path.starts_with(free))
    }
}

/// The largest parts that need not be as they are. `complete` are those of which every other value was tried.
pub(super) fn free_parts(trials: &Trials<'_>, complete: &[Path]) -> FreeParts {
    let mut free = FreeParts { tried: usize::MAX, ..FreeParts::default() };
    // Shorter paths are of larger parts.
    let by_size = |a: usize, b: usize| trials.all[a].whole.len().cmp(&trials.all[b].whole.len());
    for number in argsort(trials.all.len(), &by_size) {
        let path = &trials.all[number].whole;
        if path.is_empty() || free.holds(path) {
            continue;
        }
        let (mut tried, mut as_a_whole) = (0, 0);
        let mut passed = false;
        for trial in &trials.all {
            let inside = trial.whole.starts_with(path);
            // Also where something else had to change with it.
            let changed = trial.paths.iter().any(|other| other.starts_with(path));
            passed |= trial.passed && (inside || trial.aim == Aim::One && changed);
            tried += usize::from(inside);
            as_a_whole += usize::from(trial.whole == *path);
        }
        let all = complete.contains(path);
        if !passed && (all || tried >= ENOUGH && as_a_whole >= ENOUGH_WHOLE) {
            free.tried = if all { free.tried } else { free.tried.min(tried) };
            free.exhausted += usize::from(all);
            free.paths.push(path.clone());
        }
    }
    let order = argsort(free.paths.len(), &|a, b| free.paths[a].cmp(&free.paths[b]));
    let mut paths = Vec::new();
    for number in order {
        paths.push(std::mem::take(&mut free.paths[number]));
    }
    free.paths = paths;
    free
}

/// All there is to say, the parts that matter first.
pub(super) fn clues(trials: &Trials<'_>, free: &FreeParts, together: Option<bool>) -> Vec<Clue> {
    let mut found: Vec<(u32, Path, Clue)> = Vec::new();
    let equal = equal_parts(trials);
    for (paths, clue) in &equal {
        found.push((0, paths[0].clone(), clue.clone()));
    }
    for path in single_paths(trials) {
        let covered = equal.iter().any(|(paths, _)| paths.contains(&path));
        if !covered && !free.holds(&path) {
            found.extend(length(trials, &path).map(|clue| (1, path.clone(), clue)));
            found.extend(value(trials, &path).map(|(rank, clue)| (rank, path.clone(), clue)));
        }
    }
    few_elements(trials, &mut found);
    let best = argsort(found.len(), &|a, b| found[a].0.cmp(&found[b].0));
    let best = &best[..best.len().min(MOST_MATTERS)];
    let mut clues = Vec::new();
    let mut shown = Vec::new();
    // In the order of the parts, a list before its elements.
    for number in argsort(found.len(), &|a, b| found[a].1.cmp(&found[b].1)) {
        if best.contains(&number) {
            let (_, path, clue) = &found[number];
            if matches!(clue, Clue::Value { .. }) {
                shown.push(path.clone());
            }
            clues.push(clue.clone());
        }
    }
    if !free.paths.is_empty() {
        let parts = free.paths.iter().map(|path| name(&trials.input, path)).collect();
        let (tried, exhausted) = (free.tried as u64, free.exhausted);
        let tried = if free.is_exhausted() { 0 } else { tried };
        clues.push(Clue::Free { parts, tried, exhausted, together });
    }
    clues.extend(passing(trials, &shown));
    clues
}

/// Of a list, the values of the first few elements that matter are as good as those of all.
fn few_elements(trials: &Trials<'_>, found: &mut Vec<(u32, Path, Clue)>) {
    let mut parents: Vec<Path> = Vec::new();
    found.retain(|(_, path, clue)| {
        let parent = path[..path.len() - 1].to_vec();
        let is_list = node_at(&trials.input, &parent).is_some_and(Node::is_collection);
        let kept = !is_list
            || !matches!(clue, Clue::Value { .. })
            || parents.iter().filter(|other| **other == parent).count() < MOST_ELEMENTS;
        parents.push(parent);
        kept
    });
}

/// The parts that were changed on their own, in their order.
fn single_paths(trials: &Trials<'_>) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for trial in &trials.all {
        if let [path] = &trial.paths[..]
            && trial.aim == Aim::One
            && !path.is_empty()
            && !paths.contains(path)
        {
            paths.push(path.clone());
        }
    }
    paths
}

/// The trials that changed only this part, on purpose.
fn alone<'a>(trials: &'a Trials<'_>, path: &'a Path) -> impl Iterator<Item = &'a Trial> {
    let only = move |trial: &&Trial| trial.aim == Aim::One && trial.paths[..] == [path.clone()];
    trials.all.iter().filter(only)
}

fn length(trials: &Trials<'_>, path: &Path) -> Option<Clue> {
    let own = node_at(&trials.input, path).filter(|node| node.is_collection())?;
    let length = own.parts.len();
    let (mut passes, mut fails) = (Vec::new(), Vec::new());
    for trial in alone(trials, path) {
        let Some(node) = node_at(&trial.input, path).filter(|node| node.is_collection()) else {
            continue;
        };
        let lengths = if trial.passed { &mut passes } else { &mut fails };
        if node.parts.len() != length && !lengths.contains(&node.parts.len()) {
            lengths.push(node.parts.len());
        }
    }
    passes.sort_unstable();
    fails.sort_unstable();
    let part = name(&trials.input, path);
    (!passes.is_empty()).then_some(Clue::Length { part, length, passes, fails })
}

/// With how useful it is to know: the lower the better.
fn value(trials: &Trials<'_>, path: &Path) -> Option<(u32, Clue)> {
    let own = node_at(&trials.input, path)?;
    let (mut passes, mut fails) = (Vec::new(), Vec::new());
    for trial in alone(trials, path) {
        let node = node_at(&trial.input, path)?;
        if node.is_collection() && own.is_collection() && node.parts.len() != own.parts.len() {
            continue;
        }
        let values = if trial.passed { &mut passes } else { &mut fails };
        let text = node.brief();
        if !values.contains(&text) {
            values.push(text);
        }
    }
    if passes.is_empty() {
        return None;
    }
    // Where only the beginning is shown, the same text may stand on both sides.
    fails.retain(|text| !passes.contains(text));
    let value = own.brief();
    let (passes, fails) = (ascending(passes), ascending(fails));
    let numbers = passes.iter().chain(&fails).all(|other| by_number(other, &value).is_some());
    let rank = if numbers { 2 } else { 3 };
    let part = name(&trials.input, path);
    Some((rank, Clue::Value { part, value, passes, fails }))
}

fn ascending(values: Vec<String>) -> Vec<String> {
    let order =
        argsort(values.len(), &|a, b| by_number(&values[a], &values[b]).unwrap_or(Ordering::Equal));
    let mut ordered = Vec::new();
    for number in order {
        ordered.push(values[number].clone());
    }
    ordered
}

/// Parts that fail with any value, as long as all have the same.
fn equal_parts(trials: &Trials<'_>) -> Vec<(Vec<Path>, Clue)> {
    let mut found: Vec<(Vec<Path>, Clue)> = Vec::new();
    for trial in &trials.all {
        let paths = &trial.paths;
        let known = found.iter().any(|(known, _)| known.iter().any(|path| paths.contains(path)));
        if paths.len() < 2 || known || !is_equal(trials, trial) {
            continue;
        }
        let (mut fails, mut passed) = (Vec::new(), false);
        for other in &trials.all {
            if other.paths == *paths && is_equal(trials, other) {
                passed |= other.passed;
                fails.extend(node_at(&other.input, &paths[0]).map(Node::brief));
            }
        }
        let alone_passes = |path: &Path| {
            let mut one = false;
            let all = alone(trials, path).all(|trial| {
                one = true;
                trial.passed
            });
            one && all
        };
        if !passed && fails.len() >= ENOUGH_EQUAL && paths.iter().all(alone_passes) {
            let parts = paths.iter().map(|path| name(&trials.input, path)).collect();
            found.push((paths.clone(), Clue::Equal { parts, fails: ascending(fails) }));
        }
    }
    found
}

/// Whether all that differs was equal, and is again.
fn is_equal(trials: &Trials<'_>, trial: &Trial) -> bool {
    let mut first = None;
    trial.paths.iter().all(|path| {
        let nodes = (node_at(&trials.input, path), node_at(&trial.input, path));
        *first.get_or_insert(nodes) == nodes
    })
}

/// The nearest input that passes, unless a line about the value of a part names it already.
fn passing(trials: &Trials<'_>, shown: &[Path]) -> Option<Clue> {
    let mut nearest: Option<((usize, u64), &Trial)> = None;
    for trial in &trials.all {
        let far = distance(&trials.input, &trial.input, &trial.paths);
        // Of two as near the one that was changed further back, as it is the simpler one.
        let closer =
            |(least, other): (_, &Trial)| far < least || far == least && trial.paths > other.paths;
        if trial.passed && nearest.is_none_or(closer) {
            nearest = Some((far, trial));
        }
    }
    let (_, trial) = nearest?;
    if trial.aim == Aim::One && trial.paths.len() == 1 && shown.contains(&trial.paths[0]) {
        return None;
    }
    let mut changed: Vec<(String, String)> = Vec::new();
    for path in &trial.paths {
        // The whole argument, if it is short.
        let argument = path.get(..1).unwrap_or_default();
        let short = node_at(&trial.input, argument).filter(|node| node.text().len() <= SHOWN);
        let shown = if short.is_some() { argument } else { path };
        let node = node_at(&trial.input, shown)?;
        let one =
            (name(&trials.input, shown), if short.is_some() { node.text() } else { node.brief() });
        if !changed.contains(&one) {
            changed.push(one);
        }
    }
    Some(Clue::Passing { changed, replay_token: trial.token.clone() })
}

const _: () = assert!(ENOUGH <= candidate::MOST, "enough values can be tried");
