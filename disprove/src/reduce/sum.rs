//! Numbers that go into one sum.

use super::{descent::descend, number::moved, proposal::Reducer, siblings::is_item};
use crate::choice::{Number, Value};
use std::collections::HashSet;

/// How many of the numbers after one are paired with it. Of those further away only the last is, and the one
/// half as far, and so on: what has a long way to go gets there in few steps.
const NEAR: usize = 6;

/// So many numbers are paired with those after them.
const GIVERS: usize = 24;

impl Reducer<'_> {
    /// Takes from a number and gives to the next one: sums stay, and the first is lower.
    pub(super) fn transfer(&mut self) {
        let mut i = 0;
        while i < self.best.len() && !self.is_over() {
            let next = self.numbers_after(i).next();
            if let Some(j) = next.filter(|_| self.is_lowerable(i)) {
                self.shift(i, j, true);
            }
            i += 1;
        }
    }

    /// The same with numbers that are further away, and taking from both, so that their difference stays.
    pub(super) fn transfer_far(&mut self) {
        let before = self.successes();
        let mut tried = HashSet::new();
        for i in self.lowerable().into_iter().take(GIVERS) {
            let takers: Vec<usize> = self.numbers_after(i).collect();
            let mut places: Vec<usize> = (0..=NEAR).collect();
            let mut far = takers.len();
            while far > NEAR + 2 {
                places.push(far - 1);
                far /= 2;
            }
            for place in places {
                let Some(j) = takers.get(place) else { break };
                let values = (self.equality(i), self.equality(*j));
                // What was found out about two numbers is taken to hold for others of the same values.
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

    /// Moves number `i` towards its simplest value, and number `j` as far, so that their sum or their
    /// difference stays.
    fn shift(&mut self, i: usize, j: usize, sum: bool) {
        let (Some((limits, first)), Some((other, second))) = (self.integer(i), self.integer(j))
        else {
            return;
        };
        let (place, room) = (limits.nearest(first), other.nearest(second));
        let up = place < limits.origin;
        let second_up = up != sum;
        let room = if second_up { other.span - room } else { room };
        let most = place.abs_diff(limits.origin).min(room);
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
        // Where that is all that counts, the least can be moved as well as the most.
        if most > 0 && moves(self, 1) && most > 1 && !moves(self, most) {
            descend(most - 1, &mut |left| moves(self, most - left).then_some(left));
        }
    }

    /// Takes out elements that are one number, and adds it to one of the two numbers next to it. What is
    /// too much wraps around: so do the sums of programs.
    pub(super) fn merge(&mut self) {
        self.each_group(&mut |reducer, group| {
            let members = group.members(&reducer.best);
            let mut count = if reducer.is_fixed_length(&members) { 0 } else { members.len() };
            while count > 0 && !reducer.is_over() {
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
            // In 128 bits the range wraps around by itself; the others do not overflow these.
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

    /// The number that is all there is in an element, if it is not the simplest.
    fn only_number(&self, span: usize) -> Option<(usize, Number)> {
        let i = (self.best.spans[span].end as usize).checked_sub(1)?;
        let inside = self.best.spans[span].len() as usize - usize::from(is_item(&self.best, span));
        let (_, number) = self.integer(i).filter(|_| inside == 1 && self.is_lowerable(i))?;
        Some((i, number))
    }

    /// Puts the sum of the elements that are one number on the last ones: the first become simplest.
    pub(super) fn pile(&mut self, members: &[usize]) {
        let mut places = Vec::new();
        for member in members {
            if let Some((i, _)) = self.only_number(*member) {
                places.push(i);
            }
        }
        self.pile_up(&places);
    }

    fn pile_up(&mut self, places: &[usize]) {
        let Some((limits, _)) = places.first().and_then(|i| self.integer(*i)) else { return };
        if places.len() < 3 || limits.origin != 0 {
            return;
        }
        let mut sum: u128 = 0;
        for i in places {
            match self.integer(*i) {
                Some((own, number)) if own == limits => {
                    sum = sum.saturating_add(limits.nearest(number));
                }
                _ => return,
            }
        }
        let mut guide = self.best.clone();
        for i in places.iter().rev() {
            let part = sum.min(limits.span);
            sum -= part;
            guide.set(*i, &Value::Integer(limits.value(part)));
        }
        self.works(guide);
    }
}
