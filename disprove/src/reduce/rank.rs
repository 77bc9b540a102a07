//! Replacing different numbers by the first different ones.

use super::reducer::Reducer;
use crate::{
    argsort::argsort,
    choice::{Number, Value},
};

/// Different numbers from which on they are replaced: two are lowered in as few runs one after the other.
const MIN_DISTINCT: u128 = 3;

/// Numbers of the largest case handled in each sweep; `zero_columns` replaces more of them once.
const MAX_NUMBERS: usize = 16;

impl Reducer<'_> {
    /// Replaces a few different numbers by the first ones.
    pub(super) fn rank_numbers(&mut self) {
        if self.numbers().len() <= MAX_NUMBERS {
            self.rank_all_numbers();
        }
    }

    fn numbers(&self) -> Vec<usize> {
        self.choices_where(&|i| self.integer(i).is_some() && !self.best.is_fixed(i))
    }

    /// Replaces all integers by the first ones: equal ones stay equal, and different ones different. The first ones are
    /// those of the order of trees (0, 1, -1, 2), or the natural numbers, so that sorted numbers stay sorted.
    pub(super) fn rank_all_numbers(&mut self) {
        let numbers = self.numbers();
        for simplest_first in [true, false] {
            let mut values = Vec::with_capacity(numbers.len());
            for i in &numbers {
                let Some((limits, number)) = self.integer(*i) else { return };
                let index = self.best.bounds(*i).index(&Value::Integer(number)).unwrap_or(0);
                values.push((if simplest_first { index } else { limits.nearest(number) }, *i));
            }
            let mut guide = self.best.clone();
            let (mut rank, mut last) = (0, None);
            let order = argsort(values.len(), &|a, b| values[a].cmp(&values[b]));
            for number in order {
                let (value, i) = values[number];
                rank += u128::from(last.is_some_and(|last| last != value));
                last = Some(value);
                let ranked = if simplest_first {
                    guide.bounds(i).nth(rank)
                } else {
                    Some(Value::Integer(Number::natural(rank)))
                };
                if !ranked.is_some_and(|value| guide.set(i, &value)) {
                    return;
                }
            }
            if rank + 1 < MIN_DISTINCT || self.works(guide) {
                return;
            }
        }
    }
}
