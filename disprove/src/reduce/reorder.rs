//! Sorting spans and values, the simpler first.

use super::{reducer::Reducer, siblings::Group};
use crate::{argsort::argsort, choice::Tree};
use std::cmp::Ordering;

impl Reducer<'_> {
    /// Sorts siblings and neighboring values. (Hypothesis: `reorder_spans`.)
    pub(super) fn reorder_spans(&mut self) {
        self.each_group(&mut |reducer, group| {
            reducer.sort_group(group);
        });
        self.exchange_values();
    }

    fn sort_group(&mut self, group: Group) {
        let members = group.members(&self.best);
        let order =
            argsort(members.len(), &|a, b| compare_spans(&self.best, members[a], members[b]));
        let in_order = order.iter().enumerate().all(|(position, member)| position == *member);
        if in_order || self.works(self.best.permuted(&members, &order)) {
            return;
        }
        for distance in [1, 2] {
            let (mut at, mut members) = (0, group.members(&self.best));
            while let Some(later) = members.get(at + distance) {
                let pair = [members[at], *later];
                if compare_spans(&self.best, pair[0], pair[1]).is_gt()
                    && self.works(self.best.permuted(&pair, &[1, 0]))
                {
                    // The exchanged span may have to move further to the front.
                    at = at.saturating_sub(distance);
                    members = group.members(&self.best);
                } else {
                    at += 1;
                }
            }
        }
    }

    /// Exchanges values that are neighbors among the choices of their kind.
    fn exchange_values(&mut self) {
        let mut i = 0;
        while i < self.best.len() {
            let tree = &self.best;
            let kind = tree.choices[i].kind();
            let is_next = |j: &usize| tree.choices[*j].kind() == kind && !tree.is_fixed(*j);
            // Looks ahead only if it can be exchanged: all later ones of its kind may be fixed.
            let next = || (i + 1..tree.len()).find(is_next);
            if let Some(j) = self.is_lowerable(i).then(next).flatten() {
                let (first, second) = (tree.value(i), tree.value(j));
                let ordered = tree.bounds(i).compare(&first, tree.bounds(j), &second).is_le();
                if !ordered {
                    let mut guide = tree.clone();
                    if guide.set(i, &second) && guide.set(j, &first) {
                        self.works(guide);
                    }
                }
            }
            i += 1;
        }
    }
}

/// Compares two spans by the order of trees.
pub(super) fn compare_spans(tree: &Tree, a: usize, b: usize) -> Ordering {
    let (a, b) = (tree.spans[a], tree.spans[b]);
    let choices = (a.start as usize..a.end as usize).zip(b.start as usize..b.end as usize);
    a.len().cmp(&b.len()).then_with(|| {
        choices
            .map(|(i, j)| tree.bounds(i).compare(&tree.value(i), tree.bounds(j), &tree.value(j)))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    })
}
