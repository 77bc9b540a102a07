//! Simpler alternatives.

use super::{proposal::Reducer, siblings::integer_limits};
use crate::choice::Tree;

/// So many alternatives are tried one by one.
const FEW: u128 = 16;

impl Reducer<'_> {
    /// Every simpler alternative at each branch: with what was drawn before as far as it fits, and with
    /// the simplest of everything.
    pub(super) fn lower_branches(&mut self) {
        let mut i = 0;
        while i < self.best.len() && !self.is_over() {
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
        for index in 0..current.min(FEW) {
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

/// Without what comes after choice number `i` in its span.
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
