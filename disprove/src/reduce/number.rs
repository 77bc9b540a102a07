//! Lowering single numbers, and equal numbers together.

use super::{
    descent::descend,
    reducer::{NumberKey, ProposalResult, Reducer},
};
use crate::choice::{Bounds, Kind, Number, Value, conform_float};
use std::collections::HashMap;

/// Values tried below one that the generator rejects: filters leave gaps. A rejected value costs no run of the
/// property.
const MAX_GAP: u128 = 16;

/// From this float on, 2^53, all floats are integers.
const ALL_INTEGERS: f64 = 9_007_199_254_740_992.0;

impl Reducer<'_> {
    /// Lowers each number, and all equal numbers together where it cannot fall alone. (Hypothesis:
    /// `minimize_individual_choices` and `minimize_duplicated_choices`, for numbers.)
    pub(super) fn minimize_numbers(&mut self) {
        let mut equal = self.equal_numbers();
        let mut found = self.successes();
        let mut i = 0;
        while i < self.best.len() {
            if self.successes() > found {
                (equal, found) = (self.equal_numbers(), self.successes());
            }
            if let Some(key) = self.number_key(i).filter(|_| self.is_lowerable(i)) {
                let alone = [i];
                self.lower_number(i, key, equal.get(&key).map_or(&alone, |choices| choices));
                self.avoid_taken(i, &equal);
            }
            i += 1;
        }
    }

    fn equal_numbers(&self) -> HashMap<NumberKey, Vec<usize>> {
        let mut equal: HashMap<NumberKey, Vec<usize>> = HashMap::new();
        for i in self.lowerable() {
            if let Some(key) = self.number_key(i) {
                equal.entry(key).or_default().push(i);
            }
        }
        equal
    }

    fn lower_number(&mut self, i: usize, key: NumberKey, equal: &[usize]) {
        let known = self.settled.contains(&(key, equal.len()));
        // Try a little lower first if the value was searched for before, or has equals: a value that can fall alone
        // does not depend on its equals.
        if (known || equal.len() > 1) && !self.lower_by_one(i) {
            if !known {
                self.lower(equal);
                self.settle(i, equal.len());
            }
            return;
        }
        let found = self.successes();
        self.lower(&[i]);
        // For floats, `lower_by_one` tried nothing.
        if self.successes() == found && equal.len() > 1 {
            self.lower(equal);
        }
        self.settle(i, 1);
    }

    fn settle(&mut self, i: usize, count: usize) {
        if i < self.best.len() {
            if let Some(key) = self.number_key(i) {
                self.settled.insert((key, count));
            }
        }
    }

    /// Lowers an integer by one, or moves it to the other side of the origin, where the same distance is simpler.
    fn lower_by_one(&mut self, i: usize) -> bool {
        let Some((limits, number)) = self.integer(i) else { return true };
        let (offset, origin) = (limits.nearest(number), limits.origin);
        let mut nearer = vec![if offset > origin { offset - 1 } else { offset + 1 }];
        nearer.extend(
            origin
                .saturating_mul(2)
                .checked_sub(offset)
                .filter(|other| offset < origin && *other <= limits.span),
        );
        nearer.iter().any(|offset| {
            self.put(&[i], &Value::Integer(limits.value(*offset))) == ProposalResult::Smaller
        })
    }

    /// Moves a number to the simpler side of the origin if another number is one lower: perhaps they must differ.
    fn avoid_taken(&mut self, i: usize, equal: &HashMap<NumberKey, Vec<usize>>) {
        let Some((limits, number)) = self.integer(i) else { return };
        let offset = limits.nearest(number);
        let Some(distance) = offset.checked_sub(limits.origin).filter(|distance| *distance > 1)
        else {
            return;
        };
        let lower = limits.value(offset - 1);
        let taken = lower.as_natural().or(lower.as_below_zero()).is_some_and(|magnitude| {
            equal.contains_key(&(Kind::Integer, magnitude, u64::from(lower.as_natural().is_none())))
        });
        if let Some(other) = limits.origin.checked_sub(distance - 1).filter(|_| taken) {
            self.put(&[i], &Value::Integer(limits.value(other)));
        }
    }

    /// The key that equal numbers share.
    pub(super) fn number_key(&self, i: usize) -> Option<NumberKey> {
        let choice = self.best.choices[i];
        match choice.kind() {
            Kind::Float => Some((Kind::Float, 0, choice.value)),
            Kind::Integer => {
                let (_, number) = self.integer(i)?;
                let below = u64::from(number.as_natural().is_none());
                Some((Kind::Integer, number.as_natural().or(number.as_below_zero())?, below))
            }
            _ => None,
        }
    }

    /// Lowers these choices, which are equal, together.
    fn lower(&mut self, choices: &[usize]) {
        let Some(choice) = self.best.choices.get(choices[0]) else { return };
        match choice.kind() {
            Kind::Integer => self.lower_integers(choices),
            Kind::Float => self.lower_floats(choices),
            _ => {}
        }
    }

    /// Proposes the same value for all these choices, which must be equal.
    fn put(&mut self, choices: &[usize], value: &Value) -> ProposalResult {
        let mut guide = self.best.clone();
        for i in choices {
            let equal = *i < guide.len() && self.number_key(*i) == self.number_key(choices[0]);
            if !equal || !guide.set(*i, value) {
                return ProposalResult::Passed;
            }
        }
        self.propose(guide)
    }

    fn lower_integers(&mut self, choices: &[usize]) {
        let Some((limits, number)) = self.integer(choices[0]) else { return };
        let offset = limits.nearest(number);
        let mut above = offset > limits.origin;
        let distance = offset.abs_diff(limits.origin);
        let at = |reducer: &mut Self, above: bool, distance: u128| {
            let offset = if above {
                limits.origin.checked_add(distance).filter(|offset| *offset <= limits.span)
            } else {
                limits.origin.checked_sub(distance)
            };
            match offset {
                Some(offset) => reducer.put(choices, &Value::Integer(limits.value(offset))),
                None => ProposalResult::Passed,
            }
        };
        above |= !above && at(self, true, distance) == ProposalResult::Smaller;
        let reached = descend(distance, &mut |distance| {
            let lowest = distance.saturating_sub(MAX_GAP);
            for distance in (lowest..=distance).rev() {
                match at(self, above, distance) {
                    ProposalResult::Smaller => return Some(distance),
                    ProposalResult::Passed => return None,
                    ProposalResult::Rejected => {}
                }
            }
            None
        });
        if !above {
            at(self, true, reached);
        }
    }

    fn lower_floats(&mut self, choices: &[usize]) {
        let Some(value) = self.float(choices[0]) else { return };
        let sign = if value.is_sign_negative() { -1.0 } else { 1.0 };
        for largest in [f64::MAX, f64::from(f32::MAX)] {
            if !value.is_finite() && !self.put_float(choices, largest) {
                self.put_float(choices, sign * largest);
            }
        }
        for candidate in [0.0, 1.0, f64::INFINITY, value.abs()] {
            self.put_float(choices, candidate);
        }
        let Some(value) = self.float(choices[0]).filter(|value| value.is_finite()) else { return };
        let sign = if value.is_sign_negative() { -1.0 } else { 1.0 };
        if value.abs() > ALL_INTEGERS {
            let single = matches!(self.best.bounds(choices[0]), Bounds::Float { single: true, .. });
            // Skip the mantissa bits that an `f32` does not have.
            let step = if single { f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS } else { 0 };
            let base = ALL_INTEGERS.to_bits();
            descend(u128::from(value.abs().to_bits() - base) >> step, &mut |above| {
                let smaller = sign * f64::from_bits(base + ((above as u64) << step));
                self.put_float(choices, smaller).then_some(above)
            });
        }
        self.shorten_fraction(choices);
        let Some(value) = self.float(choices[0]).filter(|value| value.abs() <= ALL_INTEGERS) else {
            return;
        };
        let fraction = value.abs().fract();
        descend(value.abs().trunc() as u128, &mut |whole| {
            let smaller = sign * (whole as f64 + fraction);
            self.put_float(choices, smaller).then_some(whole)
        });
        // Of floats with the same fraction, one above 1 is the simplest.
        self.put_float(choices, sign * (1.0 + fraction));
    }

    /// Removes binary digits after the point: all first, then fewer.
    fn shorten_fraction(&mut self, choices: &[usize]) {
        for digits in 0..10 {
            let Some(value) = self.float(choices[0]).filter(|value| value.fract() != 0.0) else {
                return;
            };
            let scale = f64::from(1 << digits);
            let scaled = value * scale;
            if scaled.fract() == 0.0
                || self.put_float(choices, scaled.trunc() / scale)
                || self.put_float(choices, (scaled.trunc() + scaled.signum()) / scale)
            {
                return;
            }
        }
    }

    fn float(&self, i: usize) -> Option<f64> {
        match self.best.choices.get(i) {
            Some(choice) if choice.kind() == Kind::Float => Some(f64::from_bits(choice.value)),
            _ => None,
        }
    }

    /// Proposes the nearest allowed value.
    fn put_float(&mut self, choices: &[usize], value: f64) -> bool {
        let Some(Bounds::Float { min, max, nan, single }) =
            self.float(choices[0]).map(|_| self.best.bounds(choices[0]))
        else {
            return false;
        };
        let value = conform_float(value, *min, *max, *nan, *single);
        self.put(choices, &Value::Float(value)) == ProposalResult::Smaller
    }
}

/// The number `distance` away from another, up or down.
pub(super) fn moved(number: Number, distance: u128, up: bool) -> Option<Number> {
    if up {
        return Some(number.plus(distance))
            .filter(|moved| moved.distance_above(number) == distance);
    }
    match number.as_natural() {
        Some(natural) if natural >= distance => Some(Number::natural(natural - distance)),
        Some(natural) => Some(Number::below_zero(distance - natural - 1)),
        None => {
            let below = number.as_below_zero()?.checked_add(distance)?;
            (below <= i128::MAX as u128).then(|| Number::below_zero(below))
        }
    }
}
