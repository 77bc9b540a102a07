//! Trying simpler alternatives of a branch.

use super::{reducer::Reducer, siblings::integer_limits};
use crate::choice::Tree;

/// Alternatives tried for each branch, the simplest first. Enums rarely have more.
const MAX_ALTERNATIVES: u128 = 16;

impl Reducer<'_> {
    /// Tries every simpler alternative at each branch: with the rest of the span where it fits, and with the simplest
    /// content. (Hypothesis: `reduce_each_alternative` in its initial coarse reduction.)
    pub(super) fn reduce_each_alternative(&mut self) {
        let mut i = 0;
        while i < self.best.len() {
            if integer_limits(&self.best, i).is_some_and(|limits| limits.branch) {
                self.lower_branch(i);
            }
            i += 1;
        }
    }

    fn lower_branch(&mut self, i: usize) {
        let tree = &self.best;
        let current = tree.bounds(i).index(&tree.value(i)).unwrap_or(0);
        if tree.is_fixed(i) {
            return;
        }
        for index in 0..current.min(MAX_ALTERNATIVES) {
            let mut guide = self.best.clone();
            let simpler = guide.bounds(i).nth(index);
            if !simpler.is_some_and(|value| guide.set(i, &value)) {
                return;
            }
            let bare = without_rest(&guide, i);
            if self.works(guide) || self.works(bare) {
                return;
            }
        }
    }
}

/// The tree without the rest of the span after choice number `i`.
pub(super) fn without_rest(tree: &Tree, i: usize) -> Tree {
    let around = |at: &usize| (tree.spans[*at].start..tree.spans[*at].end).contains(&(i as u32));
    let after = |at: &usize| tree.spans[*at].start as usize > i;
    let (from, end, next) = match (0..tree.spans.len()).rev().find(around) {
        None => (0, tree.len(), tree.spans.len()),
        Some(inner) => {
            let span = tree.spans[inner];
            (inner + 1, span.end as usize, span.next as usize)
        }
    };
    let first = (from..next).find(after).unwrap_or(next);
    tree.cut(i + 1..end, first..next)
}
