//! Shortlex order: which of two trees is simpler.

use super::tree::Tree;
use std::cmp::Ordering;

impl Tree {
    /// Compares in shortlex order: fewer choices first, then by the first choice that differs.
    pub(crate) fn compare(&self, other: &Tree) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| {
            (0..self.len())
                .map(|i| self.compare_choice(i, other))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    fn compare_choice(&self, i: usize, other: &Tree) -> Ordering {
        let (a, b) = (self.choices[i], other.choices[i]);
        // A shortcut for kinds without an arena, where equal bits are equal values. Candidates differ from the best
        // tree in few places, so it nearly always applies.
        if a.value == b.value && a.kind() == b.kind() && self.bounds(i) == other.bounds(i) {
            use super::bounds::Kind::{Bool, Float};
            if matches!(a.kind(), Bool | Float) {
                return Ordering::Equal;
            }
        }
        self.bounds(i).compare(&self.value(i), other.bounds(i), &other.value(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Number, Value, predefined::PREDEFINED};

    fn tree(numbers: &[i128]) -> Tree {
        let mut tree = Tree::default();
        for number in numbers {
            let value = Value::Integer(Number::from_bits(*number as u128, true));
            tree.push(&PREDEFINED[12], &value);
        }
        tree
    }

    #[test]
    fn fewer_choices_come_first_then_the_first_difference_decides() {
        let ordered: [&[i128]; 8] = [&[], &[0], &[1], &[-1], &[2], &[0, 0], &[0, 500], &[1, 0]];
        for (i, a) in ordered.iter().enumerate() {
            for (j, b) in ordered.iter().enumerate() {
                assert_eq!(tree(a).compare(&tree(b)), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }
}
