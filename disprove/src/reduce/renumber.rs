//! Numbers that are indices into a collection.

use super::{reducer::Reducer, siblings::Group};
use crate::choice::{Number, Tree, Value};
use std::ops::Range;

/// Elements of a collection that are exchanged in pairs: each pair costs a run of the property.
const MAX_ELEMENTS: usize = 10;

impl Reducer<'_> {
    /// Deletes elements and lowers the indices of those behind them, or exchanges two elements and their indices.
    pub(super) fn renumber(&mut self) {
        self.each_group(&mut |reducer, group| {
            let members = group.members(&reducer.best);
            if members.len() > 1 && !reducer.is_fixed_length(&members) {
                reducer.windows(
                    &|reducer| group.members(&reducer.best).len(),
                    &mut |reducer, window| reducer.delete_renumbered(group, window),
                );
                reducer.exchange_renumbered(group);
            }
        });
    }

    fn delete_renumbered(&mut self, group: Group, window: Range<usize>) {
        let members = group.members(&self.best);
        let lower = |number: usize| number.saturating_sub(window.len()).max(window.start);
        let renumbered = |number| if number > window.start { lower(number) } else { number };
        if let Some(guide) = self.renumbered(members.len(), &renumbered) {
            self.works(guide.without(&members[window]));
        }
    }

    fn exchange_renumbered(&mut self, group: Group) {
        for a in 0..MAX_ELEMENTS {
            for b in a + 1..MAX_ELEMENTS {
                let members = group.members(&self.best);
                if b >= members.len() {
                    break;
                }
                let exchanged = |number| match number {
                    _ if number == a => b,
                    _ if number == b => a,
                    _ => number,
                };
                if let Some(guide) = self.renumbered(members.len(), &exchanged) {
                    self.works(guide.permuted(&[members[a], members[b]], &[1, 0]));
                }
            }
        }
    }

    /// The tree with all numbers that may be indices mapped; `None` if none of them changes.
    fn renumbered(&self, count: usize, change: &dyn Fn(usize) -> usize) -> Option<Tree> {
        let mut guide = self.best.clone();
        let mut changed = false;
        for i in 0..guide.len() {
            let number = self.integer(i).and_then(|(_, number)| number.as_natural());
            if let Some(number) = number.filter(|number| *number < count as u128) {
                let other = change(number as usize);
                changed |= other != number as usize
                    && guide.set(i, &Value::Integer(Number::natural(other as u128)));
            }
        }
        changed.then_some(guide)
    }
}
