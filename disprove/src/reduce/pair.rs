//! Two numbers at once.

use super::{Reducer, descent::descend, number::moved};
use crate::choice::{Tree, Value};

/// How many of the numbers after one are paired with it.
const NEAR: usize = 3;

/// How many of the numbers that a sweep changed are paired with each other.
const CHANGED: usize = 8;

impl Reducer<'_> {
    /// Takes from a number and gives to one after it: sums stay, and the first is lower.
    pub(super) fn transfer(&mut self) {
        let mut i = 0;
        while i < self.best.len() {
            for near in 0..NEAR {
                let is_number = |j: &usize| self.integer(*j).is_some() && !self.best.is_fixed(*j);
                let Some(j) = (i + 1..self.best.len()).filter(is_number).nth(near) else { break };
                if !self.is_lowerable(i) {
                    break;
                }
                self.lower_both(i, j, true);
            }
            i += 1;
        }
    }

    /// Two numbers that hold each other up fall by little in each sweep. After a sweep that lowered
    /// several numbers and did nothing else, the same amount is taken off two of them.
    pub(super) fn lower_together(&mut self, before: &Tree) {
        if before.len() != self.best.len() {
            return;
        }
        let changed =
            |i: &usize| self.integer(*i).is_some() && before.value(*i) != self.best.value(*i);
        let changed: Vec<usize> = (0..before.len()).filter(changed).take(CHANGED).collect();
        for (k, i) in changed.iter().enumerate() {
            for j in &changed[k + 1..] {
                for opposite in [false, true] {
                    self.lower_both(*i, *j, opposite);
                }
            }
        }
    }

    /// Moves number `i` towards its simplest value, and number `j` as far in the same direction or in
    /// the opposite one.
    fn lower_both(&mut self, i: usize, j: usize, opposite: bool) {
        let (Some((limits, first)), Some((other, second))) = (self.integer(i), self.integer(j))
        else {
            return;
        };
        let (place, room) = (limits.nearest(first), other.nearest(second));
        let up = place < limits.origin;
        let other_up = up != opposite;
        let room = if other_up { other.span - room } else { room };
        let most = place.abs_diff(limits.origin).min(room);
        descend(most, |left| {
            let by = most - left;
            let mut guide = self.best.clone();
            let lower = Value::Integer(moved(first, by, up)?);
            let raised = Value::Integer(moved(second, by, other_up)?);
            let length = guide.len();
            let fits = j < length && guide.set(i, &lower) && guide.set(j, &raised);
            (fits && self.works(guide)).then_some(left)
        });
    }
}
