//! Taking parts out.

use super::{
    proposal::Reducer,
    siblings::{Group, is_item},
};
use crate::choice::{Tree, Value};
use std::ops::Range;

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

    /// Windows of siblings. What is not an element of a collection is only worth it beside others: the
    /// next one then takes its place.
    pub(super) fn delete_siblings(&mut self) {
        self.each_group(&mut |reducer, group| {
            let members = group.members(&reducer.best);
            if reducer.is_fixed_length(&members) {
                return;
            }
            if members.len() > 1 || members.first().is_some_and(|at| is_item(&reducer.best, *at)) {
                reducer.windows(
                    &|reducer| group.members(&reducer.best).len(),
                    &mut |reducer, window| reducer.delete(group, window),
                );
            }
        });
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
