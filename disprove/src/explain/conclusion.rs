//! Conclusions from trials: the items of an explanation.

use super::{
    candidate,
    debug_node::DebugNode,
    difference::{CALLS, PartPath, distance, name, node_at},
    item::ExplanationItem,
    trial::{Trial, TrialChange, Trials},
};
use crate::argsort::argsort;
use std::cmp::Ordering;

/// Other values of a part that must fail, and none pass, before it counts as irrelevant. Ten runs per part fit into the
/// budget of a small input.
pub(super) const ENOUGH: usize = 10;

/// Of these, runs in which more than one component of the part must differ, if it has components.
const ENOUGH_WHOLE: usize = 3;

/// Equal values that must fail before equality counts as relevant.
const ENOUGH_EQUAL: usize = 3;

/// Items about parts that matter. With the irrelevant parts and the passing input, an explanation has at most six.
const MAX_RELEVANT: usize = 4;

/// Items about the values of elements of one collection. If more of them matter, or not all were tried, one item is an
/// example, and another counts them: otherwise it would look as if only some elements mattered.
const MAX_ELEMENTS: usize = 2;

/// Characters of the longest argument shown as a whole in the passing input; of a longer one, only the different part is.
const MAX_SHOWN: usize = 60;

/// Parts that do not matter.
#[derive(Default)]
pub(super) struct FreeParts {
    pub(super) paths: Vec<PartPath>,
    /// Other values tried of each part, the minimum over the parts.
    tried: usize,
    /// Number of parts of which every other value was tried.
    exhausted: usize,
}

impl FreeParts {
    /// Whether every other value of all parts was tried.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted == self.paths.len()
    }

    pub(super) fn contains(&self, path: &[usize]) -> bool {
        self.paths.iter().any(|free| path.starts_with(free))
    }
}

/// The largest parts that do not matter. `complete` are the parts of which every other value was tried.
pub(super) fn free_parts(trials: &Trials<'_>, complete: &[PartPath]) -> FreeParts {
    let mut free = FreeParts { tried: usize::MAX, ..FreeParts::default() };
    // Shorter paths lead to larger parts.
    let by_size = |a: usize, b: usize| trials.all[a].whole.len().cmp(&trials.all[b].whole.len());
    for number in argsort(trials.all.len(), &by_size) {
        let path = &trials.all[number].whole;
        if path.is_empty() || free.contains(path) {
            continue;
        }
        let (mut tried, mut as_a_whole) = (0, 0);
        let mut passed = false;
        for trial in &trials.all {
            let inside = trial.whole.starts_with(path);
            // Also if another part had to change with it.
            let changed = trial.paths.iter().any(|other| other.starts_with(path));
            passed |= trial.passed && (inside || trial.change == TrialChange::Single && changed);
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

/// All items of the explanation, the parts that matter first.
pub(super) fn items(
    trials: &Trials<'_>,
    free: &FreeParts,
    together: Option<bool>,
    order: Option<ExplanationItem>,
) -> Vec<ExplanationItem> {
    let mut found: Vec<(u32, PartPath, ExplanationItem)> = Vec::new();
    let equal = equal_parts(trials);
    for (paths, item) in &equal {
        found.push((0, paths[0].clone(), item.clone()));
    }
    for path in single_paths(trials) {
        let covered = equal.iter().any(|(paths, _)| paths.contains(&path));
        if !covered && !free.contains(&path) {
            found.extend(length(trials, &path).map(|item| (1, path.clone(), item)));
            if !is_call(trials, &path) {
                found.extend(value(trials, &path).map(|(rank, item)| (rank, path.clone(), item)));
            }
        }
    }
    summarize_elements(trials, &mut found);
    let best = argsort(found.len(), &|a, b| found[a].0.cmp(&found[b].0));
    let most = MAX_RELEVANT - usize::from(order.is_some());
    let best = &best[..best.len().min(most)];
    let mut items = Vec::new();
    let mut shown = Vec::new();
    // In the order of the parts, a collection before its elements.
    for number in argsort(found.len(), &|a, b| found[a].1.cmp(&found[b].1)) {
        if best.contains(&number) {
            let (_, path, item) = &found[number];
            if matches!(item, ExplanationItem::Value { .. }) {
                shown.push(path.clone());
            }
            items.push(item.clone());
        }
    }
    items.extend(order);
    if !free.paths.is_empty() {
        let parts = free.paths.iter().map(|path| name(&trials.input, path)).collect();
        let (tried, exhausted) = (free.tried as u64, free.exhausted);
        let tried = if free.is_exhausted() { 0 } else { tried };
        items.push(ExplanationItem::Free { parts, tried, exhausted, together });
    }
    items.extend(passing(trials, &shown));
    items
}

/// Whether a part is a call of a state machine, or all of them. The reducer has deleted the calls that do not matter, and
/// what other calls do instead would only distract.
fn is_call(trials: &Trials<'_>, path: &[usize]) -> bool {
    let is_list = path.first().is_some_and(|argument| trials.input[*argument].0 == CALLS);
    is_list && path.len() <= 2
}

/// Replaces items about many elements of a collection.
fn summarize_elements(trials: &Trials<'_>, found: &mut Vec<(u32, PartPath, ExplanationItem)>) {
    // The collections, and how many of their elements matter.
    let mut collections: Vec<(PartPath, usize)> = Vec::new();
    for (_, path, item) in &*found {
        let parent = path[..path.len() - 1].to_vec();
        let is_list = node_at(&trials.input, &parent).is_some_and(DebugNode::is_collection);
        if !is_list || !matches!(item, ExplanationItem::Value { .. }) {
            continue;
        }
        match collections.iter_mut().find(|(other, _)| *other == parent) {
            Some((_, relevant)) => *relevant += 1,
            None => collections.push((parent, 1)),
        }
    }
    let single = single_paths(trials);
    for (parent, relevant) in collections {
        let length = node_at(&trials.input, &parent).map_or(0, |node| node.parts.len());
        let is_tried = |element: usize| {
            let inside = |path: &PartPath| path.get(parent.len()) == Some(&element);
            single.iter().any(|path| path.starts_with(&parent) && inside(path))
        };
        let tried = (0..length).filter(|element| is_tried(*element)).count();
        if relevant <= MAX_ELEMENTS && tried == length {
            continue;
        }
        let (mut rank, mut kept) = (u32::MAX, 0);
        found.retain(|(other, path, item)| {
            let is_element = path[..path.len() - 1] == parent[..]
                && matches!(item, ExplanationItem::Value { .. });
            kept += usize::from(is_element);
            rank = if is_element { rank.min(*other) } else { rank };
            !is_element || kept == 1
        });
        let part = name(&trials.input, &parent);
        let mut path = parent;
        // After all elements.
        path.push(usize::MAX);
        found.push((rank, path, ExplanationItem::Elements { part, relevant, tried, length }));
    }
}

/// The parts that changed alone, in order of their trials.
fn single_paths(trials: &Trials<'_>) -> Vec<PartPath> {
    let mut paths: Vec<PartPath> = Vec::new();
    for trial in &trials.all {
        if let [path] = &trial.paths[..] {
            if trial.change == TrialChange::Single && !path.is_empty() && !paths.contains(path) {
                paths.push(path.clone());
            }
        }
    }
    paths
}

/// The trials that changed only this part, as intended.
fn alone<'a>(trials: &'a Trials<'_>, path: &'a PartPath) -> impl Iterator<Item = &'a Trial> {
    let only = move |trial: &&Trial| {
        trial.change == TrialChange::Single && trial.paths[..] == [path.clone()]
    };
    trials.all.iter().filter(only)
}

/// The item about the length of a collection, if it matters.
fn length(trials: &Trials<'_>, path: &PartPath) -> Option<ExplanationItem> {
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
    (!passes.is_empty()).then_some(ExplanationItem::Length { part, length, passes, fails })
}

/// The item about the value of a part, if it matters, with its rank: a lower one is more useful.
fn value(trials: &Trials<'_>, path: &PartPath) -> Option<(u32, ExplanationItem)> {
    let own = node_at(&trials.input, path)?;
    let value = own.short()?;
    let (mut passes, mut fails) = (Vec::new(), Vec::new());
    for trial in alone(trials, path) {
        let node = node_at(&trial.input, path)?;
        if node.is_collection() && own.is_collection() && node.parts.len() != own.parts.len() {
            continue;
        }
        let values = if trial.passed { &mut passes } else { &mut fails };
        if let Some(text) = node.short() {
            if !values.contains(&text) {
                values.push(text);
            }
        }
    }
    if passes.is_empty() {
        return None;
    }
    let (passes, fails) = (ascending(passes), ascending(fails));
    let numbers = passes.iter().chain(&fails).all(|other| compare_numbers(other, &value).is_some());
    let rank = if numbers { 2 } else { 3 };
    let part = name(&trials.input, path);
    Some((rank, ExplanationItem::Value { part, value, passes, fails }))
}

/// The values in ascending order, if they are numbers.
fn ascending(values: Vec<String>) -> Vec<String> {
    let order = argsort(values.len(), &|a, b| {
        compare_numbers(&values[a], &values[b]).unwrap_or(Ordering::Equal)
    });
    let mut ordered = Vec::new();
    for number in order {
        ordered.push(values[number].clone());
    }
    ordered
}

/// Groups of parts that must be equal, with their items.
fn equal_parts(trials: &Trials<'_>) -> Vec<(Vec<PartPath>, ExplanationItem)> {
    let mut found: Vec<(Vec<PartPath>, ExplanationItem)> = Vec::new();
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
                fails.extend(node_at(&other.input, &paths[0]).and_then(DebugNode::short));
            }
        }
        let alone_passes = |path: &PartPath| {
            let mut any = false;
            let all = alone(trials, path).all(|trial| {
                any = true;
                trial.passed
            });
            any && all
        };
        if !passed && fails.len() >= ENOUGH_EQUAL && paths.iter().all(alone_passes) {
            let parts = paths.iter().map(|path| name(&trials.input, path)).collect();
            found.push((paths.clone(), ExplanationItem::Equal { parts, fails: ascending(fails) }));
        }
    }
    found
}

/// Whether the differing parts were equal before, and are equal in the trial.
fn is_equal(trials: &Trials<'_>, trial: &Trial) -> bool {
    let mut first = None;
    trial.paths.iter().all(|path| {
        let nodes = (node_at(&trials.input, path), node_at(&trial.input, path));
        *first.get_or_insert(nodes) == nodes
    })
}

/// The most similar input that passes, unless an item about the value of a part contains it.
fn passing(trials: &Trials<'_>, shown: &[PartPath]) -> Option<ExplanationItem> {
    let mut nearest: Option<((usize, u64), &Trial)> = None;
    for trial in &trials.all {
        let distance = distance(&trials.input, &trial.input, &trial.paths);
        // Of equally near inputs, prefer the one that changed further back: it is the simpler one.
        let closer = |(least, other): (_, &Trial)| {
            distance < least || distance == least && trial.paths > other.paths
        };
        let has_other_calls = || trial.paths.iter().any(|path| is_call(trials, path));
        if trial.passed && nearest.is_none_or(closer) && !has_other_calls() {
            nearest = Some((distance, trial));
        }
    }
    let (_, trial) = nearest?;
    if trial.change == TrialChange::Single
        && trial.paths.len() == 1
        && shown.contains(&trial.paths[0])
    {
        return None;
    }
    let mut changed: Vec<(String, String)> = Vec::new();
    for path in &trial.paths {
        // Show the whole argument if it is short.
        let argument = path.get(..1).unwrap_or_default();
        let whole = node_at(&trial.input, argument)?.text();
        let entry = if is_short(&whole) {
            (name(&trials.input, argument), whole)
        } else {
            let (old, new) = (node_at(&trials.input, path)?, node_at(&trial.input, path)?);
            (name(&trials.input, path), new.short().or_else(|| old.change(new))?)
        };
        if !changed.contains(&entry) {
            changed.push(entry);
        }
    }
    Some(ExplanationItem::Passing { changed, replay_token: trial.token.clone() })
}

/// Whether the passing input shows an argument as a whole.
fn is_short(argument: &str) -> bool {
    argument.chars().count() <= MAX_SHOWN && !argument.contains('\n')
}

/// The order of two texts, if both are numbers.
pub(crate) fn compare_numbers(one: &str, other: &str) -> Option<Ordering> {
    if let (Ok(one), Ok(other)) = (one.parse::<i128>(), other.parse::<i128>()) {
        return Some(one.cmp(&other));
    }
    one.parse::<f64>().ok()?.partial_cmp(&other.parse::<f64>().ok()?)
}

const _: () = assert!(ENOUGH <= candidate::MOST, "enough values can be tried");

#[cfg(test)]
mod tests {
    use super::{ENOUGH, MAX_ELEMENTS, MAX_RELEVANT, MAX_SHOWN, compare_numbers, is_short};
    use crate::humanize::assert_said;
    use std::cmp::Ordering;

    #[test]
    fn the_page_names_the_limits_of_the_text() {
        let number = ["one", "two", "three"][MAX_ELEMENTS - 1];
        for sentence in [
            format!("If more than {number} elements of a collection matter, the report shows one"),
            format!("For arguments longer than {MAX_SHOWN} characters,"),
            format!("at least {ENOUGH} other values of each were tried"),
            format!(
                "Parts that **matter**, at most {},",
                ["three", "four", "five"][MAX_RELEVANT - 3]
            ),
        ] {
            assert_said("how/explanation.md", &sentence);
        }
        assert_said("faq.md", &format!("At least {ENOUGH} other values of it were tried,"));
        // Not bytes.
        assert!(is_short(&"ä".repeat(MAX_SHOWN)) && !is_short(&"a".repeat(MAX_SHOWN + 1)));
    }

    #[test]
    fn compares_numbers_by_value() {
        assert_eq!(compare_numbers("9", "10"), Some(Ordering::Less));
        assert_eq!(compare_numbers("-1.5", "-2"), Some(Ordering::Greater));
        assert_eq!(compare_numbers("NaN", "1"), None);
        assert_eq!(compare_numbers("'a'", "'b'"), None);
        let large = ["340282366920938463463374607431768211455", "3"];
        assert_eq!(compare_numbers(large[0], large[1]), Some(Ordering::Greater));
    }
}
