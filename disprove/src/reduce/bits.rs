//! Lowering numbers whose failing values are no interval.

use super::{reducer::Reducer, siblings::integer_limits};
use crate::choice::{Tree, Value};
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
    /// that a bisection lowered. (Hypothesis: `shift_right` and `mask_high_bits`, for integers.)
    pub(super) fn minimize_bits(&mut self) {
        let mut numbers =
            self.choices_where(&|i| self.integer(i).is_some() && self.is_lowerable(i));
        numbers.truncate(MAX_NUMBERS);
        let mut tried = HashSet::new();
        for i in numbers {
            let Some(distance) = self.distance(i).filter(|distance| *distance >= MIN_DISTANCE)
            else {
                continue;
            };
            let key = self.number_key(i);
            if tried.insert(key) && !key.is_some_and(|key| self.interval.contains(&key)) {
                self.lower_round(i, distance);
                self.clear_bits(i);
            }
        }
    }

    /// Remembers the numbers that were lowered, but not by shifting their bits.
    pub(super) fn find_intervals(&mut self, old: &Tree) {
        if old.len() != self.best.len() || self.pass == "minimize_bits" {
            return;
        }
        for i in 0..old.len() {
            let (Some(limits), Some((_, to))) = (integer_limits(old, i), self.integer(i)) else {
                continue;
            };
            let from = limits.nearest(old.number(old.choices[i])).abs_diff(limits.origin);
            let to = limits.nearest(to).abs_diff(limits.origin);
            let shift = to.leading_zeros() - from.leading_zeros().min(to.leading_zeros());
            if from != to && from.checked_shr(shift) != Some(to) {
                self.interval.extend(self.number_key(i));
            }
        }
    }

    fn distance(&self, i: usize) -> Option<u128> {
        let (limits, number) = self.integer(i)?;
        Some(limits.nearest(number).abs_diff(limits.origin))
    }

    fn works_at(&mut self, i: usize, distance: u128) -> bool {
        let Some((limits, number)) = self.integer(i) else { return false };
        let above = limits.nearest(number) > limits.origin;
        let offset = if above { limits.origin + distance } else { limits.origin - distance };
        let mut guide = self.best.clone();
        guide.set(i, &Value::Integer(limits.value(offset))) && self.works(guide)
    }

    /// Tries smaller round numbers, the smallest first: with fewer zeros, and powers of ten.
    fn lower_round(&mut self, i: usize, distance: u128) {
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
        while digits.is_multiple_of(10) {
            digits /= 10;
            zeros += 1;
        }
        let mut power = 10;
        while zeros >= MIN_ZEROS && power < distance {
            if self.works_at(i, power) {
                return;
            }
            power *= 10;
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
