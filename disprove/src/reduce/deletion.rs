//! Deleting spans.

use super::{
    reducer::Reducer,
    siblings::{Group, is_item},
};
use crate::choice::{Number, Tree, Value};
use std::ops::Range;

/// Choices from which on larger windows are tried again after smaller ones succeeded. In smaller cases the next sweep
/// is cheap enough.
const MIN_CHOICES_TO_RETRY: usize = 256;

impl Reducer<'_> {
    /// Deletes all spans that a filter discarded; guides skip them. (Hypothesis: `remove_discarded`.)
    pub(super) fn remove_discarded(&mut self) {
        let mut discarded = Vec::new();
        let mut at = 0;
        while let Some(span) = self.best.spans.get(at) {
            if span.discarded() {
                discarded.push(at);
                at = span.next as usize;
            } else {
                at += 1;
            }
        }
        if !discarded.is_empty() {
            self.works(self.best.without(&discarded));
        }
    }

    /// Deletes windows of siblings, the largest of the whole case first: what can go in one piece does so before its
    /// parts are tried. A span that is not an element of a collection is deleted only beside siblings, so that the next
    /// one takes its place.
    pub(super) fn delete_spans(&mut self) {
        let mut size = self.best.len();
        while size > 0 {
            let found = self.successes();
            self.each_group(&mut |reducer, group| reducer.delete_of_size(group, size));
            // In a large case, retry larger windows after smaller ones have changed it.
            let again = self.successes() > found && self.best.len() > MIN_CHOICES_TO_RETRY;
            size = if again { 2 * size } else { size / 2 };
        }
    }

    /// Deletes windows of a group that have about `size` choices.
    fn delete_of_size(&mut self, group: Group, size: usize) {
        // The parent may be gone: a lowered number may have been the count of several groups.
        let small = |parent: usize| {
            self.best.spans.get(parent).is_none_or(|span| (span.len() as usize) < size / 2)
        };
        if group.parent.is_some_and(small) {
            return;
        }
        let members = group.members(&self.best);
        let Some(first) = members.first() else { return };
        let total: usize = members.iter().map(|at| self.best.spans[*at].len() as usize).sum();
        let mean = total.div_ceil(members.len()).max(1);
        let window = (size / mean).min(members.len());
        // Windows of other sizes are tried in another round.
        if 2 * window * mean <= size || self.is_fixed_length(&members) {
            return;
        }
        if window == members.len() {
            self.move_sum_to_last(&members);
        }
        if members.len() == 1 && !is_item(&self.best, *first) {
            return;
        }
        let count = |reducer: &Self| group.members(&reducer.best).len();
        self.windows_of(window, &count, &mut |reducer, window| reducer.delete(group, window));
    }

    pub(super) fn delete(&mut self, group: Group, window: Range<usize>) {
        let members = group.members(&self.best);
        let deleted = &members[window];
        for counter in self.lengths(&members) {
            let left = (members.len() - deleted.len()) as u128;
            let mut fewer = self.best.clone();
            if fewer.set(counter, &Value::Integer(Number::natural(left)))
                && self.works(fewer.without(deleted))
            {
                return;
            }
        }
        self.works(self.best.without(deleted));
    }

    /// Whether a collection can get no shorter, and no drawn number is its length. Trying all windows of a long one would
    /// cost more runs than the rest of the reduction.
    pub(super) fn is_fixed_length(&self, members: &[usize]) -> bool {
        members.last().is_some_and(|last| {
            is_item(&self.best, *last)
                && self.best.is_fixed(self.best.spans[*last].start as usize)
                && self.lengths(members).is_empty()
        })
    }

    /// The earlier numbers that may be the length: those equal to it. None for a collection with continue flags that can
    /// change.
    fn lengths(&self, members: &[usize]) -> Vec<usize> {
        let tree: &Tree = &self.best;
        let first = tree.spans[members[0]];
        let start = first.start as usize;
        if is_item(tree, members[0]) && !tree.is_fixed(start) {
            return Vec::new();
        }
        self.counters(start, members.len())
    }
}
