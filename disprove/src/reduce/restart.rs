//! Reducing again in another order, to leave a local minimum.

use super::{
    reducer::Reducer,
    siblings::{Group, integer_limits},
};
use crate::{
    choice::{IntegerBounds, Number, Tree, Value},
    random::Random,
};

/// Elements of the shortest sequence of operations that is reduced again. Shorter ones rarely have a shorter alternative.
pub(super) const MIN_OPERATIONS: usize = 6;

/// As many if each element begins with a branch, as the calls of a state machine do: with 6, fewer of the `folders` in
/// `machine_reduction` end with the fewest calls (24 instead of 33 of 50).
pub(super) const MIN_CALLS: usize = 4;

/// The number of the first restart after those with fewer operations.
const THINNED: u32 = 6;

/// Different arguments that are left of a start, in the last restarts. Most failures need few: operations meet
/// that had nothing to do with each other, and failures that need many arguments are impossible. With 4, 3 and 6, 395 of
/// 400 random starts of `operations-files` end with the fewest operations instead of 358, after 188 runs instead of 180.
/// With 5 and 8, 399 do, after 189.
const ARGUMENTS: [u128; 5] = [4, 3, 6, 5, 8];

/// The numbers of arguments that are always tried. The others follow only if the start failed with none of these: once it
/// has, another number rarely leads elsewhere, and would cost a sixth more runs in `bench -- sequences`.
const ALWAYS_TRIED: usize = 3;

/// The part of the runs before a restart that the others may cost.
const FURTHER_SHARE: u64 = 4;

/// Restarts of one reduction: all deletions of a restart together may cost as many runs as the reduction before it.
/// (`cargo test -p disprove --lib -- classes::sequences` shows the effect.)
const MAX_RESTARTS: u32 = THINNED + ARGUMENTS.len() as u32;

impl Reducer<'_> {
    /// Reduces the start once more: from the front instead of the back, then without a random half of its operations,
    /// then with few different arguments. A sequence of operations may fail in several ways, and the order of deletions
    /// decides which one is left. With few arguments, it may fail in a way that no deletion leads to.
    pub(super) fn restart(&mut self) {
        let budget = self.runs();
        while self.restarts < MAX_RESTARTS && self.has_operations() {
            let number = self.restarts;
            self.restarts += 1;
            let few = number.checked_sub(THINNED).and_then(|i| ARGUMENTS.get(i as usize));
            let is_further = number >= THINNED + ALWAYS_TRIED as u32;
            if is_further && self.fails_with_few_arguments {
                continue;
            }
            let start = match (number, few) {
                (0, _) => None,
                (_, None) => self.thinned(number),
                (_, Some(count)) => match self.with_few_arguments(*count) {
                    None => continue,
                    start => start,
                },
            };
            let mut other = self.again(if is_further { budget / FURTHER_SHARE } else { budget });
            other.from_front = number % 2 == 0;
            let mut fails = false;
            other.run_pass("restart", |other| {
                fails = start.is_none_or(|start| other.works(start));
                if fails {
                    other.delete_runs();
                    other.delete_spans();
                }
            });
            let reduction = other.finish();
            self.fails_with_few_arguments |= fails && few.is_some();
            if self.adopt(reduction) {
                return;
            }
        }
    }

    /// Whether a sequence of operations is left: elements that are more than a number.
    fn has_operations(&self) -> bool {
        let tree = &self.best;
        (0..tree.spans.len()).any(|list| {
            let Some(first) = tree.children(Some(list)).next() else { return false };
            let group = Group { parent: Some(list), label: tree.spans[first].label };
            let members = group.members(tree);
            let branch =
                |i: u32| integer_limits(tree, i as usize).is_some_and(|limits| limits.branch);
            let is_call = |at: &usize| branch(tree.spans[*at].start + 1);
            let rich = |at: &&usize| {
                let span = tree.spans[**at];
                span.len() > 2 || (span.start..span.end).any(branch)
            };
            let least = if members.iter().all(is_call) { MIN_CALLS } else { MIN_OPERATIONS };
            members.len() >= least && members.iter().filter(rich).count() >= least
        })
    }

    /// The start with each argument of an operation replaced by its remainder; `None` if none changes.
    fn with_few_arguments(&self, count: u128) -> Option<Tree> {
        let mut tree = self.start.clone();
        let mut changed = false;
        for i in 0..tree.len() {
            let is_argument = |limits: IntegerBounds| !limits.branch && limits.span >= count;
            if !integer_limits(&tree, i).is_some_and(is_argument) {
                continue;
            }
            let Value::Integer(number) = tree.value(i) else { continue };
            if let Some(number) = number.as_natural().filter(|number| *number >= count) {
                changed |= tree.set(i, &Value::Integer(Number::natural(number % count)));
            }
        }
        changed.then_some(tree)
    }

    /// The start without a random half of the elements of its longest collection.
    fn thinned(&self, number: u32) -> Option<Tree> {
        let tree = &self.start;
        let mut longest = Vec::new();
        for list in 0..tree.spans.len() {
            let Some(first) = tree.children(Some(list)).next() else { continue };
            let members =
                Group { parent: Some(list), label: tree.spans[first].label }.members(tree);
            if members.len() > longest.len() {
                longest = members;
            }
        }
        let mut random = Random::from_state(tree.digest() ^ u64::from(number));
        longest.retain(|_| random.word() % 2 == 0);
        (!longest.is_empty()).then(|| tree.without(&longest))
    }
}
