//! Taking parts out.

use super::{
    proposal::Reducer,
    siblings::{Group, is_item},
};
use crate::choice::{Tree, Value};
use std::ops::Range;

/// From so many choices on what failed in one piece is tried again after a part of it went.
const LARGE: usize = 256;

impl Reducer<'_> {
    /// A case without the attempts that came to nothing: guides pass over those.
    pub(super) fn drop_discarded(&mut self) {
        let mut gone = Vec::new();
        let mut at = 0;
        while let Some(span) = self.best.spans.get(at) {
            if span.discarded() {
                gone.push(at);
                at = span.next as usize;
            } else {
                at += 1;
            }
        }
        if !gone.is_empty() {
            self.works(self.best.without(&gone));
        }
    }

    /// Windows of siblings, the largest of the whole case first: what can go in one piece does so before
    /// anything inside of it is looked at. What is not an element of a collection is only worth it
    /// beside others: the next one then takes its place.
    pub(super) fn delete_siblings(&mut self) {
        let mut size = self.best.len();
        while size > 0 && !self.is_over() {
            let found = self.successes();
            self.each_group(&mut |reducer, group| reducer.delete_of_size(group, size));
            // In a large case larger windows get another chance when smaller ones have changed it.
            let again = self.successes() > found && self.best.len() > LARGE;
            size = if again { 2 * size } else { size / 2 };
        }
    }

    /// Windows of a group that are about so many choices.
    fn delete_of_size(&mut self, group: Group, size: usize) {
        // The parent may be gone: a number that was lowered may have counted more than these.
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
        // Other sizes have their turn before or after.
        if 2 * window * mean <= size || self.is_fixed_length(&members) {
            return;
        }
        if window == members.len() {
            self.pile(&members);
        }
        if members.len() == 1 && !is_item(&self.best, *first) {
            return;
        }
        let count = |reducer: &Self| group.members(&reducer.best).len();
        self.windows_of(window, &count, &mut |reducer, window| reducer.delete(group, window));
    }

    fn delete(&mut self, group: Group, window: Range<usize>) {
        let members = group.members(&self.best);
        let gone = &members[window];
        for counter in self.lengths(&members) {
            let left = (members.len() - gone.len()) as u128;
            let mut fewer = self.best.clone();
            if fewer.set(counter, &Value::Integer(crate::choice::Number::natural(left)))
                && self.works(fewer.without(gone))
            {
                return;
            }
        }
        self.works(self.best.without(gone));
    }

    /// A collection that can get no shorter, by no number that was drawn: trying all windows of a long
    /// one would take longer than all else.
    pub(super) fn is_fixed_length(&self, members: &[usize]) -> bool {
        members.last().is_some_and(|last| {
            is_item(&self.best, *last)
                && self.best.is_fixed(self.best.spans[*last].start as usize)
                && self.lengths(members).is_empty()
        })
    }

    /// The numbers that may have said how many there must be: drawn before, equal to how many there
    /// are. Only for siblings that do not say so themselves by a coin.
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
