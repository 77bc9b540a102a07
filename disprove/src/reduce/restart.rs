//! Reducing again in another order, to leave a local minimum.

use super::{
    reducer::Reducer,
    siblings::{Group, integer_limits},
};
use crate::{choice::Tree, random::Random};

/// Elements of the shortest sequence of operations that is reduced again. Shorter ones rarely have a shorter alternative.
const MIN_OPERATIONS: usize = 6;

/// Restarts of one reduction: all deletions of a restart together may cost as many runs as the reduction before it.
/// (`cargo test -p disprove --lib -- classes::sequences` shows the effect.)
const MAX_RESTARTS: u32 = 6;

impl Reducer<'_> {
    /// Reduces the start once more: from the front instead of the back, then without a random half of its operations. A
    /// sequence of operations may fail in several ways, and the order of deletions decides which one is left.
    pub(super) fn restart(&mut self) {
        let budget = self.runs();
        while self.restarts < MAX_RESTARTS && self.has_operations() {
            let number = self.restarts;
            self.restarts += 1;
            let thinned = if number == 0 { None } else { self.thinned(number) };
            let mut other = self.again(budget);
            other.from_front = number.is_multiple_of(2);
            other.run_pass("restart", |other| {
                if thinned.is_none_or(|thinned| other.works(thinned)) {
                    other.delete_runs();
                    other.delete_spans();
                }
            });
            let reduction = other.finish();
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
            let rich = |at: &&usize| {
                let span = tree.spans[**at];
                span.len() > 2
                    || (span.start..span.end).any(|i| {
                        integer_limits(tree, i as usize).is_some_and(|limits| limits.branch)
                    })
            };
            members.len() >= MIN_OPERATIONS && members.iter().filter(rich).count() >= MIN_OPERATIONS
        })
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
        longest.retain(|_| random.word().is_multiple_of(2));
        (!longest.is_empty()).then(|| tree.without(&longest))
    }
}
