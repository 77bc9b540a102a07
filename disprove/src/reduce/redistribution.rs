//! Pairs of numbers that depend on each other by a sum or a difference.

use super::{descent::descend, number::moved, reducer::Reducer, siblings::is_item};
use crate::choice::{Number, Value};
use std::collections::HashSet;

/// Numbers right after the first one that are paired with it. Of later ones only the last is, the one half as far, and
/// so on, so that an amount reaches a distant number in few steps.
const NEAR: usize = 6;

/// Numbers that are paired with later ones, to bound the runs of the pass.
const MAX_FIRST: usize = 24;

impl Reducer<'_> {
    /// Moves an amount from a number to the next one: the sum stays, and the first is lower. (Hypothesis:
    /// `redistribute_numeric_pairs`.)
    pub(super) fn redistribute_numeric_pairs(&mut self) {
        let mut i = 0;
        while i < self.best.len() {
            let next = || self.numbers_after(i).next();
            if let Some(j) = self.is_lowerable(i).then(next).flatten() {
                self.shift(i, j, true);
            }
            i += 1;
        }
    }

    /// Does the same with distant numbers, and also lowers both numbers of a pair, so that their difference stays.
    /// (Hypothesis: `lower_integers_together`.)
    pub(super) fn redistribute_distant_pairs(&mut self) {
        let before = self.successes();
        let mut tried = HashSet::new();
        for i in self.lowerable().into_iter().take(MAX_FIRST) {
            let later: Vec<usize> = self.numbers_after(i).collect();
            let mut positions: Vec<usize> = (0..=NEAR).collect();
            let mut far = later.len();
            while far > NEAR + 2 {
                positions.push(far - 1);
                far /= 2;
            }
            for position in positions {
                let Some(j) = later.get(position) else { break };
                let values = (self.number_key(i), self.number_key(*j));
                // Pairs of the same values are tried once.
                if tried.insert(values) {
                    self.shift(i, *j, true);
                    if values.0 != values.1 {
                        self.shift(i, *j, false);
                    }
                }
                if self.successes() > before {
                    return;
                }
            }
        }
    }

    fn numbers_after(&self, i: usize) -> impl Iterator<Item = usize> {
        (i + 1..self.best.len()).filter(|j| self.integer(*j).is_some() && !self.best.is_fixed(*j))
    }

    /// Moves number `i` towards its simplest value, and number `j` by the same amount, so that their sum or their
    /// difference stays.
    fn shift(&mut self, i: usize, j: usize, sum: bool) {
        let (Some((limits, first)), Some((other, second))) = (self.integer(i), self.integer(j))
        else {
            return;
        };
        let (offset, room) = (limits.nearest(first), other.nearest(second));
        let up = offset < limits.origin;
        let second_up = up != sum;
        let room = if second_up { other.span - room } else { room };
        let most = offset.abs_diff(limits.origin).min(room);
        let moves = |reducer: &mut Self, by: u128| {
            let mut guide = reducer.best.clone();
            let (Some(lower), Some(raised)) = (moved(first, by, up), moved(second, by, second_up))
            else {
                return false;
            };
            let fits = j < guide.len()
                && guide.set(i, &Value::Integer(lower))
                && guide.set(j, &Value::Integer(raised));
            fits && reducer.works(guide)
        };
        // If only the sum or difference matters, moving 1 works as well as moving all of it.
        if most > 0 && moves(self, 1) && most > 1 && !moves(self, most) {
            descend(most - 1, &mut |left| moves(self, most - left).then_some(left));
        }
    }

    /// Deletes elements that are a single number, and adds the number to one of its two neighbors. The sum wraps around,
    /// as it does in many programs.
    pub(super) fn merge_numbers(&mut self) {
        self.each_group(&mut |reducer, group| {
            let members = group.members(&reducer.best);
            let mut count = if reducer.is_fixed_length(&members) { 0 } else { members.len() };
            while count > 0 {
                count -= 1;
                let members = group.members(&reducer.best);
                if let Some(member) = members.get(count) {
                    reducer.merge_member(*member);
                }
            }
        });
    }

    fn merge_member(&mut self, member: usize) {
        let Some((i, number)) = self.only_number(member) else { return };
        let is_number = |j: &usize| self.integer(*j).is_some() && !self.best.is_fixed(*j);
        let next = (i + 1..self.best.len()).find(is_number);
        let last = (0..i).rev().find(is_number);
        for j in [next, last].into_iter().flatten() {
            let Some((limits, other)) = self.integer(j) else { continue };
            let offset = limits.nearest(other);
            let sum = match number.as_below_zero() {
                None => offset.wrapping_add(number.as_natural().unwrap_or(0)),
                Some(distance) => offset.wrapping_sub(distance).wrapping_sub(1),
            };
            // A range of 128 bits wraps around by itself; smaller ones do not overflow `u128`.
            let sum = match limits.span.checked_add(1) {
                Some(range) if number.as_natural().is_some() => sum % range,
                Some(range) => sum.wrapping_add(range) % range,
                None => sum,
            };
            let mut guide = self.best.clone();
            if guide.set(j, &Value::Integer(limits.value(sum)))
                && self.works(guide.without(&[member]))
            {
                return;
            }
        }
    }

    /// The single number in an element, unless it is the simplest.
    fn only_number(&self, span: usize) -> Option<(usize, Number)> {
        let i = (self.best.spans[span].end as usize).checked_sub(1)?;
        let inside = self.best.spans[span].len() as usize - usize::from(is_item(&self.best, span));
        let (_, number) = self.integer(i).filter(|_| inside == 1 && self.is_lowerable(i))?;
        Some((i, number))
    }

    /// Moves the sum of all elements that are a single number to the last ones: the first become the simplest.
    pub(super) fn move_sum_to_last(&mut self, members: &[usize]) {
        let mut numbers = Vec::new();
        for member in members {
            if let Some((i, _)) = self.only_number(*member) {
                numbers.push(i);
            }
        }
        self.move_sum(&numbers);
    }

    fn move_sum(&mut self, numbers: &[usize]) {
        let Some((limits, _)) = numbers.first().and_then(|i| self.integer(*i)) else { return };
        if numbers.len() < 3 || limits.origin != 0 {
            return;
        }
        let mut sum: u128 = 0;
        for i in numbers {
            match self.integer(*i) {
                Some((own, number)) if own == limits => {
                    sum = sum.saturating_add(limits.nearest(number));
                }
                _ => return,
            }
        }
        let mut guide = self.best.clone();
        for i in numbers.iter().rev() {
            let part = sum.min(limits.span);
            sum -= part;
            guide.set(*i, &Value::Integer(limits.value(part)));
        }
        self.works(guide);
    }
}
