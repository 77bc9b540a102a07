//! Numbers that hold each other up.

use super::{descent::descend, number::moved, proposal::Reducer, siblings::integer_limits};
use crate::choice::{Tree, Value};

/// The number of a choice, how far it moved, and whether it moved up.
type Way = (usize, u128, bool);

impl Reducer<'_> {
    /// Numbers that hold each other up fall by little in each sweep. After a sweep that moved several
    /// numbers and did nothing else, all are moved on: by the same amount, and then each as far as it
    /// went before, twice as far while that works.
    pub(super) fn keep_moving(&mut self, before: &Tree) {
        if before.len() != self.best.len() {
            return;
        }
        let way = |i: usize| {
            integer_limits(before, i)?;
            let (from, to) = (before.number(before.choices[i]), self.integer(i)?.1);
            let (far, up) = (from.max(to).distance_above(from.min(to)), to > from);
            (far > 0).then_some((i, far, up))
        };
        let mut ways: Vec<Way> = Vec::new();
        for i in 0..before.len() {
            ways.extend(way(i));
        }
        if ways.len() < 2 {
            return;
        }
        self.scale_all(&ways);
        self.move_alike(&ways);
        let (mut times, mut growing) = (1, true);
        while times > 0 {
            if self.move_on(&ways, times) {
                times *= if growing { 2 } else { 1 };
            } else {
                growing = false;
                times /= 2;
            }
        }
    }

    /// All of them by half, and by half as many bits again while that works.
    fn scale_all(&mut self, ways: &[Way]) {
        let (mut shift, mut growing) = (1, true);
        while shift > 0 {
            let mut guide = self.best.clone();
            for (i, ..) in ways {
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

    /// The first at most to its simplest value.
    fn move_alike(&mut self, ways: &[Way]) {
        let Some((limits, number)) = self.integer(ways[0].0) else { return };
        let most = limits.nearest(number).abs_diff(limits.origin);
        let mut steps = ways.to_vec();
        for (_, far, _) in &mut steps {
            *far = 1;
        }
        let mut done = 0;
        descend(most, &mut |left| {
            let by = (most - left).checked_sub(done)?;
            let works = self.move_on(&steps, by);
            done += if works { by } else { 0 };
            works.then_some(left)
        });
    }

    fn move_on(&mut self, ways: &[Way], times: u128) -> bool {
        let mut guide = self.best.clone();
        for (i, far, up) in ways {
            let Some((_, number)) = self.integer(*i) else { return false };
            let Some(far) = far.checked_mul(times) else { return false };
            let Some(number) = moved(number, far, *up) else { return false };
            guide.suggest(*i, number);
        }
        self.works(guide)
    }
}
