//! Lowering numbers that are close to each other by a common amount.

use super::{descent::bisect, number::moved, reducer::Reducer};
use crate::{argsort::argsort, choice::Value};

/// How many times larger than their differences close numbers are. By chance, few numbers are that close.
const CLOSENESS: u128 = 32;

/// Numbers of the largest case handled: in a list of many numbers some are close to each other by chance.
const MAX_NUMBERS: usize = 64;

impl Reducer<'_> {
    /// Lowers different numbers that are close to each other together, so that their differences stay. (Hypothesis:
    /// `lower_integers_together`.)
    pub(super) fn lower_integers_together(&mut self) {
        let numbers = self.choices_where(&|i| self.integer(i).is_some() && self.is_lowerable(i));
        if numbers.len() > MAX_NUMBERS {
            return;
        }
        // Each side of the origin, by the distance from it.
        let mut sides: [Vec<(u128, usize)>; 2] = [Vec::new(), Vec::new()];
        for i in numbers {
            if let Some((limits, number)) = self.integer(i) {
                let offset = limits.nearest(number);
                let distance = offset.abs_diff(limits.origin);
                sides[usize::from(offset < limits.origin)].push((distance, i));
            }
        }
        for (side, distances) in sides.iter().enumerate() {
            let order = argsort(distances.len(), &|a, b| distances[a].cmp(&distances[b]));
            let mut close: Vec<usize> = Vec::new();
            let (mut least, mut largest) = (0, 0);
            for number in order {
                let (distance, i) = distances[number];
                if distance - largest > largest / CLOSENESS {
                    self.lower_cluster(&close, least, largest, side == 1);
                    close.clear();
                    least = distance;
                }
                close.push(i);
                largest = distance;
            }
            self.lower_cluster(&close, least, largest, side == 1);
        }
    }

    /// Lowers numbers whose distances from their simplest values are between `least` and `most`.
    fn lower_cluster(&mut self, close: &[usize], least: u128, most: u128, up: bool) {
        if least == most {
            return;
        }
        let mut done = 0;
        bisect(least, &mut |left| {
            let by = (least - left).checked_sub(done)?;
            let mut guide = self.best.clone();
            for i in close {
                let (_, number) = self.integer(*i)?;
                if !guide.set(*i, &Value::Integer(moved(number, by, up)?)) {
                    return None;
                }
            }
            let works = self.works(guide);
            done += if works { by } else { 0 };
            works.then_some(left)
        });
    }
}
