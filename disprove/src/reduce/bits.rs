//! Lowering numbers whose failing values are no interval.

use super::reducer::Reducer;
use crate::choice::Value;
use std::collections::HashSet;

/// Distance from the simplest value from which on a number is handled. Searches in steps of one reach the lower ones.
const MIN_DISTANCE: u128 = 16;

/// Zeros at the end of a number, in binary or decimal notation, from which on it counts as round.
const MIN_ZEROS: u32 = 2;

/// Bits by which a power of two is shifted, at most, in steps of one; for larger ones the steps are coarser. Half a byte
/// leads from one power of 256 to the next.
const MAX_SHIFTS: u32 = 32;
const COARSE_SHIFT: u32 = 4;

/// Bits that cannot be cleared before the rest of a number is given up: a constant has no bit that can.
const MAX_FAILED_BITS: u32 = 8;

/// Numbers that are handled, to bound the runs of the pass.
const MAX_NUMBERS: usize = 16;

impl Reducer<'_> {
    /// Tries values far below a number, which a bisection does not meet: other round numbers, and fewer bits. Skips numbers
    /// of which the next higher ones fail as well. (Hypothesis: `shift_right` and `mask_high_bits`, for integers.)
    pub(super) fn minimize_bits(&mut self) {
        let far = |i: &usize| self.distance(*i).is_some_and(|distance| distance >= MIN_DISTANCE);
        let mut numbers = self.choices_where(&|i| self.is_lowerable(i) && far(&i));
        numbers.truncate(MAX_NUMBERS);
        // Numbers that depend on each other may fail together.
        if numbers.len() > 1 && self.fails_above(&numbers, 1) {
            return;
        }
        let mut tried = HashSet::new();
        for i in &numbers {
            let Some(key) = self.number_key(*i) else { continue };
            let mut equal = numbers.clone();
            equal.retain(|j| self.number_key(*j) == Some(key));
            if tried.insert(key) && !self.fails_above(&equal, 1) && !self.fails_above(&equal, 2) {
                self.lower_round(*i);
                self.clear_bits(*i);
            }
        }
    }

    /// Whether these numbers still fail that far above their values, or cannot be higher: then a bisection finds the
    /// lowest ones. (Of the multiples of two, the next but one fails.)
    fn fails_above(&mut self, numbers: &[usize], by: u128) -> bool {
        let mut guide = self.best.clone();
        for i in numbers {
            let distance = self.distance(*i).and_then(|distance| distance.checked_add(by));
            let higher = distance.and_then(|distance| self.at_distance(*i, distance));
            if !higher.is_some_and(|value| guide.set(*i, &value)) {
                return true;
            }
        }
        self.fails(guide)
    }

    fn distance(&self, i: usize) -> Option<u128> {
        let (limits, number) = self.integer(i)?;
        Some(limits.nearest(number).abs_diff(limits.origin))
    }

    /// The value at another distance from the simplest one, on the same side of it.
    fn at_distance(&self, i: usize, distance: u128) -> Option<Value> {
        let (limits, number) = self.integer(i)?;
        let offset = if limits.nearest(number) > limits.origin {
            limits.origin.checked_add(distance).filter(|offset| *offset <= limits.span)?
        } else {
            limits.origin.checked_sub(distance)?
        };
        Some(Value::Integer(limits.value(offset)))
    }

    fn works_at(&mut self, i: usize, distance: u128) -> bool {
        let mut guide = self.best.clone();
        self.at_distance(i, distance).is_some_and(|value| guide.set(i, &value)) && self.works(guide)
    }

    /// Tries smaller round numbers, the smallest first: with fewer zeros, and powers of ten.
    fn lower_round(&mut self, i: usize) {
        let Some(distance) = self.distance(i) else { return };
        let mut zeros = distance.trailing_zeros();
        if zeros >= MIN_ZEROS && distance.is_power_of_two() {
            let step = if zeros > MAX_SHIFTS { COARSE_SHIFT } else { 1 };
            zeros -= zeros % step;
            while zeros > step {
                zeros -= step;
                if self.works_at(i, distance >> zeros) {
                    return;
                }
            }
        }
        let mut digits = distance;
        let mut zeros = 0;
        while digits % 10 == 0 {
            digits /= 10;
            zeros += 1;
        }
        let mut power: u128 = 10;
        while zeros >= MIN_ZEROS && power < distance {
            if self.works_at(i, power) {
                return;
            }
            power = power.saturating_mul(10);
        }
    }

    /// Clears all bits above the lowest byte, two bytes and so on, and then single bits from the top.
    fn clear_bits(&mut self, i: usize) {
        let Some(mut distance) = self.distance(i) else { return };
        let mut bytes = 8;
        while bytes < u128::BITS && distance >> bytes > 0 {
            let low = distance & ((1 << bytes) - 1);
            if low > 0 && self.works_at(i, low) {
                distance = low;
                break;
            }
            bytes *= 2;
        }
        let (mut bit, mut failed) = (distance.checked_ilog2().unwrap_or(0), 0);
        while bit > 0 && failed < MAX_FAILED_BITS {
            let cleared = distance & !(1 << bit);
            if cleared != distance && cleared > 0 {
                if self.works_at(i, cleared) {
                    distance = cleared;
                } else {
                    failed += 1;
                }
            }
            bit -= 1;
        }
    }
}
