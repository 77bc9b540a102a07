//! Lowering several dependent numbers at once.

use super::{descent::descend, number::moved, reducer::Reducer, siblings::integer_limits};
use crate::choice::{Tree, Value};

/// A choice, how far its number moved, and whether it moved up.
type NumberMove = (usize, u128, bool);

impl Reducer<'_> {
    /// Numbers that depend on each other fall by little in each sweep (zig-zag). After a sweep that only moved several
    /// numbers, this moves all of them on: by the same amount, and then each by its last distance, doubled while that
    /// works. (Hypothesis: `lower_common_node_offset`.)
    pub(super) fn lower_common_offset(&mut self, before: &Tree) {
        if before.len() != self.best.len() {
            return;
        }
        let movement = |i: usize| {
            integer_limits(before, i)?;
            let (from, to) = (before.number(before.choices[i]), self.integer(i)?.1);
            let (distance, up) = (from.max(to).distance_above(from.min(to)), to > from);
            (distance > 0).then_some((i, distance, up))
        };
        let mut moves: Vec<NumberMove> = Vec::new();
        for i in 0..before.len() {
            moves.extend(movement(i));
        }
        if moves.len() < 2 {
            return;
        }
        self.halve_all(&moves);
        self.move_equally(&moves);
        let (mut times, mut growing) = (1, true);
        while times > 0 {
            if self.move_on(&moves, times) {
                times *= if growing { 2 } else { 1 };
            } else {
                growing = false;
                times /= 2;
            }
        }
    }

    /// Halves the distance of all numbers from their simplest values, with doubled shifts while that works.
    fn halve_all(&mut self, moves: &[NumberMove]) {
        let (mut shift, mut growing) = (1, true);
        while shift > 0 {
            let mut guide = self.best.clone();
            for (i, ..) in moves {
                let Some((limits, number)) = self.integer(*i) else { return };
                let offset = limits.nearest(number);
                let less = offset.abs_diff(limits.origin).checked_shr(shift).unwrap_or(0);
                let above = offset > limits.origin;
                let offset = if above { limits.origin + less } else { limits.origin - less };
                guide.set(*i, &Value::Integer(limits.value(offset)));
            }
            if self.works(guide) {
                shift = if growing { shift.saturating_mul(2) } else { shift };
            } else {
                growing = false;
                shift /= 2;
            }
        }
    }

    /// Moves all numbers by the same amount, until the first has its simplest value.
    fn move_equally(&mut self, moves: &[NumberMove]) {
        let Some((limits, number)) = self.integer(moves[0].0) else { return };
        let most = limits.nearest(number).abs_diff(limits.origin);
        let mut steps = moves.to_vec();
        for (_, distance, _) in &mut steps {
            *distance = 1;
        }
        let mut done = 0;
        descend(most, &mut |left| {
            let by = (most - left).checked_sub(done)?;
            let works = self.move_on(&steps, by);
            done += if works { by } else { 0 };
            works.then_some(left)
        });
    }

    fn move_on(&mut self, moves: &[NumberMove], times: u128) -> bool {
        let mut guide = self.best.clone();
        for (i, distance, up) in moves {
            let Some((_, number)) = self.integer(*i) else { return false };
            let Some(distance) = distance.checked_mul(times) else { return false };
            let Some(number) = moved(number, distance, *up) else { return false };
            guide.suggest(*i, number);
        }
        self.works(guide)
    }
}
