//! Pairs of numbers that depend on each other by a product, a quotient or a sign.

use super::reducer::Reducer;
use crate::choice::{Number, Tree, Value};
use std::collections::HashSet;

/// Numbers that are paired: 12 give 66 pairs of up to four runs each.
const MAX_NUMBERS: usize = 12;

impl Reducer<'_> {
    /// Changes pairs of numbers: divides both by the smaller one, halves both, moves the whole product to the second, and
    /// flips both signs. (hegel: `scale_numeric_pairs`, `swap_integer_sign`.)
    pub(super) fn scale_numeric_pairs(&mut self) {
        let mut numbers =
            self.choices_where(&|i| self.integer(i).is_some() && self.is_lowerable(i));
        numbers.truncate(MAX_NUMBERS);
        let mut tried = HashSet::new();
        for (position, i) in numbers.iter().enumerate() {
            for j in &numbers[position + 1..] {
                // Pairs of the same values are tried once.
                let values = (self.number_key(*i), self.number_key(*j));
                if tried.insert(values) && self.scale_pair(*i, *j) {
                    return;
                }
            }
        }
    }

    fn scale_pair(&mut self, i: usize, j: usize) -> bool {
        let (Some((a, a_negative)), Some((b, b_negative))) = (self.magnitude(i), self.magnitude(j))
        else {
            return false;
        };
        if a_negative && b_negative && self.propose_pair((i, a, false), (j, b, false)) {
            return true;
        }
        let product = a.checked_mul(b);
        let (small, large) = (a.min(b), a.max(b));
        let ratio = large / small;
        let divided = if a < b { (1, ratio) } else { (ratio, 1) };
        small > 1
            && (self.propose_pair((i, divided.0, a_negative), (j, divided.1, b_negative))
                || self.propose_pair((i, a / 2, a_negative), (j, b / 2, b_negative)))
            || a > 1
                && product
                    .is_some_and(|b| self.propose_pair((i, 1, a_negative), (j, b, b_negative)))
    }

    /// The magnitude of a number other than zero, and whether it is negative.
    fn magnitude(&self, i: usize) -> Option<(u128, bool)> {
        let (_, number) = self.integer(i)?;
        match (number.as_natural(), number.as_below_zero()) {
            (Some(natural), _) if natural > 0 => Some((natural, false)),
            (None, Some(distance)) => Some((distance.checked_add(1)?, true)),
            _ => None,
        }
    }

    fn propose_pair(&mut self, one: (usize, u128, bool), other: (usize, u128, bool)) -> bool {
        let mut guide = self.best.clone();
        put(&mut guide, one) && put(&mut guide, other) && self.works(guide)
    }
}

fn put(guide: &mut Tree, (i, magnitude, negative): (usize, u128, bool)) -> bool {
    let number = match magnitude.checked_sub(1) {
        Some(distance) if negative => Number::below_zero(distance),
        _ => Number::natural(magnitude),
    };
    i < guide.len() && guide.set(i, &Value::Integer(number))
}
