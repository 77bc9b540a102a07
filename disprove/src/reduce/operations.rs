//! Shorter sequences of operations, such as the calls of a state machine, that no deletion alone leads to.
//!
//! Of 700 failures of the machines in `machine_reduction`, 680 end with the fewest calls. Without these passes and with
//! fewer restarts, 629 did.

use super::{
    reducer::Reducer,
    siblings::{Group, integer_limits, is_item},
};
use crate::choice::{Number, Tree, Value};

/// Operations of the longest sequence that is changed: the pairs of operations grow with its square.
const MAX_OPERATIONS: usize = 16;

/// The part of the runs before the pass that it may cost.
const SHARE: u64 = 2;

/// The bounds and the value of a number that may be an index, or name a value that an operation returned.
type Name = (u128, u128);

impl Reducer<'_> {
    /// Deletes an operation, and moves another one to its place or exchanges two values in those behind it. Before that,
    /// lowers indices, for [`Reducer::renumber`] to delete operations that they do not mean.
    pub(super) fn replace_operations(&mut self) {
        let last = self.runs() + self.runs() / SHARE;
        self.each_group(&mut |reducer, group| {
            let _ = reducer.lower_indices(group, last)
                || reducer.move_to_deleted(group, last)
                || reducer.exchange_behind_deleted(group, last);
        });
    }

    /// The operations of a group: elements of a collection that begin with a branch. `None` if it is too short or too long.
    fn operations(&self, group: Group) -> Option<Vec<usize>> {
        let members = group.members(&self.best);
        let is_operation = |at: &usize| {
            let flag = self.best.spans[*at].start as usize;
            is_item(&self.best, *at)
                && integer_limits(&self.best, flag + 1).is_some_and(|limits| limits.branch)
        };
        let is_sequence = (3..=MAX_OPERATIONS).contains(&members.len())
            && members.iter().all(is_operation)
            && !self.is_fixed_length(&members);
        is_sequence.then_some(members)
    }

    /// Lowers each number to the first that fails. A number may be taken modulo a length: then a much lower one means the
    /// same element, and those between do not, so that bisection finds nothing.
    fn lower_indices(&mut self, group: Group, last: u64) -> bool {
        let Some(members) = self.operations(group) else { return false };
        let found = self.successes();
        let first = self.best.spans[members[0]].start as usize;
        let end = self.best.spans[members[members.len() - 1]].end as usize;
        for i in first..end {
            let Some((limits, number)) = self.integer(i).filter(|_| self.is_lowerable(i)) else {
                continue;
            };
            let most = limits.origin.saturating_add(members.len() as u128);
            for lower in limits.origin..limits.nearest(number).min(most) {
                if self.runs() >= last {
                    return self.successes() > found;
                }
                let mut guide = self.best.clone();
                if guide.set(i, &Value::Integer(limits.value(lower))) && self.works(guide) {
                    break;
                }
            }
        }
        self.successes() > found
    }

    /// Deletes an operation and moves another one to its place.
    fn move_to_deleted(&mut self, group: Group, last: u64) -> bool {
        let Some(members) = self.operations(group) else { return false };
        for deleted in 0..members.len() {
            // A neighbor would stay where it is.
            for moved in (0..members.len()).filter(|moved| moved.abs_diff(deleted) > 1) {
                if self.runs() >= last {
                    return false;
                }
                let pair = [members[moved.min(deleted)], members[moved.max(deleted)]];
                let exchanged = self.best.permuted(&pair, &[1, 0]);
                let gone = group.members(&exchanged)[moved];
                if self.works(exchanged.without(&[gone])) {
                    return true;
                }
            }
        }
        false
    }

    /// Deletes an operation and exchanges two values in all that follow: what it did to one of them is already true of the
    /// other one.
    fn exchange_behind_deleted(&mut self, group: Group, last: u64) -> bool {
        let Some(members) = self.operations(group) else { return false };
        for deleted in members {
            let start = self.best.spans[deleted].start as usize;
            let shorter = self.best.without(&[deleted]);
            let mut names: Vec<Name> =
                (start..shorter.len()).filter_map(|i| name(&shorter, i)).collect();
            names.sort_unstable();
            names.dedup();
            for (number, one) in names.iter().enumerate() {
                for other in names[number + 1..].iter().filter(|other| other.0 == one.0) {
                    if self.runs() >= last {
                        return false;
                    }
                    if self.works(exchanged(&shorter, start, *one, *other)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn name(tree: &Tree, i: usize) -> Option<Name> {
    let limits = integer_limits(tree, i).filter(|limits| !limits.branch)?;
    let number = tree.number(tree.choices[i]).as_natural()?;
    (number < MAX_OPERATIONS as u128).then_some((limits.span, number))
}

/// The tree with two names exchanged from choice number `start` on.
fn exchanged(tree: &Tree, start: usize, one: Name, other: Name) -> Tree {
    let mut guide = tree.clone();
    for i in start..tree.len() {
        let to = match name(tree, i) {
            Some(found) if found == one => other.1,
            Some(found) if found == other => one.1,
            _ => continue,
        };
        guide.set(i, &Value::Integer(Number::natural(to)));
    }
    guide
}
