//! Numbers that are bound together by a product, a quotient or a sign.

use super::proposal::Reducer;
use crate::choice::{Number, Tree, Value};
use std::collections::HashSet;

/// So many numbers are paired.
const NUMBERS: usize = 12;

impl Reducer<'_> {
    /// For pairs of numbers: both divided by what the second is, the first divided and the second multiplied by
    /// it, both halved, and both with the other sign.
    pub(super) fn scale_pairs(&mut self) {
        let mut numbers =
            self.numbers_where(&|i| self.integer(i).is_some() && self.is_lowerable(i));
        numbers.truncate(NUMBERS);
        let mut tried = HashSet::new();
        for (place, i) in numbers.iter().enumerate() {
            for j in &numbers[place + 1..] {
                // Pairs of the same values are taken as one.
                let values = (self.equality(*i), self.equality(*j));
                if tried.insert(values) && self.scale_pair(*i, *j) {
                    return;
                }
            }
        }
    }

    fn scale_pair(&mut self, i: usize, j: usize) -> bool {
        let (Some((a, a_below)), Some((b, b_below))) = (self.magnitude(i), self.magnitude(j))
        else {
            return false;
        };
        if a_below && b_below && self.offer_pair((i, a, false), (j, b, false)) {
            return true;
        }
        let product = a.checked_mul(b);
        let (small, large) = (a.min(b), a.max(b));
        let ratio = large / small;
        let divided = if a < b { (1, ratio) } else { (ratio, 1) };
        small > 1
            && (self.offer_pair((i, divided.0, a_below), (j, divided.1, b_below))
                || self.offer_pair((i, a / 2, a_below), (j, b / 2, b_below)))
            || a > 1 && product.is_some_and(|b| self.offer_pair((i, 1, a_below), (j, b, b_below)))
    }

    /// The magnitude of a number other than zero, and whether it is below zero.
    fn magnitude(&self, i: usize) -> Option<(u128, bool)> {
        let (_, number) = self.integer(i)?;
        match (number.as_natural(), number.as_below_zero()) {
            (Some(natural), _) if natural > 0 => Some((natural, false)),
            (None, Some(distance)) => Some((distance.checked_add(1)?, true)),
            _ => None,
        }
    }

    fn offer_pair(&mut self, one: (usize, u128, bool), other: (usize, u128, bool)) -> bool {
        let mut guide = self.best.clone();
        put(&mut guide, one) && put(&mut guide, other) && self.works(guide)
    }
}

fn put(guide: &mut Tree, (i, magnitude, below): (usize, u128, bool)) -> bool {
    let number = match magnitude.checked_sub(1) {
        Some(distance) if below => Number::below_zero(distance),
        _ => Number::natural(magnitude),
    };
    i < guide.len() && guide.set(i, &Value::Integer(number))
}
