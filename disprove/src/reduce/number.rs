//! Single numbers, and equal numbers together.

use super::{
    descent::descend,
    proposal::{Answer, Reducer},
};
use crate::choice::{Bounds, Kind, Number, Value, conform_float};
use std::collections::HashMap;

/// How many values below one that the generator refuses are looked at: filters leave gaps. No run of
/// the property is spent on them.
const GAP: u128 = 16;

/// Kind, magnitude, and the sign or the bits of a float.
pub(super) type Equality = (Kind, u128, u64);

/// From here on all floats are whole numbers.
const ALL_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Reducer<'_> {
    /// Each number, and those that are equal to it together where it cannot fall alone.
    pub(super) fn lower_numbers(&mut self) {
        let mut equal = self.equal_numbers();
        let mut found = self.successes();
        let mut i = 0;
        while i < self.best.len() && !self.is_over() {
            if self.successes() > found {
                (equal, found) = (self.equal_numbers(), self.successes());
            }
            if let Some(key) = self.equality(i).filter(|_| self.is_lowerable(i)) {
                let alone = [i];
                self.lower_number(i, key, equal.get(&key).map_or(&alone, |places| places));
            }
            i += 1;
        }
    }

    fn equal_numbers(&self) -> HashMap<Equality, Vec<usize>> {
        let mut equal: HashMap<Equality, Vec<usize>> = HashMap::new();
        for i in self.lowerable() {
            if let Some(key) = self.equality(i) {
                equal.entry(key).or_default().push(i);
            }
        }
        equal
    }

    fn lower_number(&mut self, i: usize, key: Equality, equal: &[usize]) {
        let known = self.settled.contains(&(key, equal.len()));
        // What was searched for before is only tried a little lower, and so is what has equals: if it can
        // fall alone, it is not for the others that it is what it is.
        if (known || equal.len() > 1) && !self.lower_by_one(i) {
            if !known {
                self.lower(equal);
                self.settle(i, equal.len());
            }
            return;
        }
        let found = self.successes();
        self.lower(&[i]);
        // Floats have no next lower one to ask for first.
        if self.successes() == found && equal.len() > 1 {
            self.lower(equal);
        }
        self.settle(i, 1);
    }

    fn settle(&mut self, i: usize, count: usize) {
        if i < self.best.len()
            && let Some(key) = self.equality(i)
        {
            self.settled.insert((key, count));
        }
    }

    /// By the least there is, or to the other side, where the same distance is simpler.
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
        nearer
            .iter()
            .any(|offset| self.put(&[i], &Value::Integer(limits.value(*offset))) == Answer::Smaller)
    }

    /// What equal numbers share.
    pub(super) fn equality(&self, i: usize) -> Option<Equality> {
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

    /// Lowers the choices with these numbers, which are equal.
    fn lower(&mut self, places: &[usize]) {
        let Some(choice) = self.best.choices.get(places[0]) else { return };
        match choice.kind() {
            Kind::Integer => self.lower_integers(places),
            Kind::Float => self.lower_floats(places),
            _ => {}
        }
    }

    /// Gives all these choices, which must be equal, the same value.
    fn put(&mut self, places: &[usize], value: &Value) -> Answer {
        let mut guide = self.best.clone();
        for i in places {
            let equal = *i < guide.len() && self.equality(*i) == self.equality(places[0]);
            if !equal || !guide.set(*i, value) {
                return Answer::Passed;
            }
        }
        self.propose(guide)
    }

    fn lower_integers(&mut self, places: &[usize]) {
        let Some((limits, number)) = self.integer(places[0]) else { return };
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
                Some(offset) => reducer.put(places, &Value::Integer(limits.value(offset))),
                None => Answer::Passed,
            }
        };
        above |= !above && at(self, true, distance) == Answer::Smaller;
        let reached = descend(distance, &mut |distance| {
            let lowest = distance.saturating_sub(GAP);
            for distance in (lowest..=distance).rev() {
                match at(self, above, distance) {
                    Answer::Smaller => return Some(distance),
                    Answer::Passed => return None,
                    Answer::Refused => {}
                }
            }
            None
        });
        if !above {
            at(self, true, reached);
        }
    }

    fn lower_floats(&mut self, places: &[usize]) {
        let Some(value) = self.float(places[0]) else { return };
        let sign = if value.is_sign_negative() { -1.0 } else { 1.0 };
        for largest in [f64::MAX, f64::from(f32::MAX)] {
            if !value.is_finite() && !self.put_float(places, largest) {
                self.put_float(places, sign * largest);
            }
        }
        for candidate in [0.0, 1.0, f64::INFINITY, value.abs()] {
            self.put_float(places, candidate);
        }
        let Some(value) = self.float(places[0]).filter(|value| value.is_finite()) else { return };
        let sign = if value.is_sign_negative() { -1.0 } else { 1.0 };
        if value.abs() > ALL_WHOLE {
            let single = matches!(self.best.bounds(places[0]), Bounds::Float { single: true, .. });
            // Half of the bits of a double are not there in a single one.
            let step = if single { f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS } else { 0 };
            let base = ALL_WHOLE.to_bits();
            descend(u128::from(value.abs().to_bits() - base) >> step, &mut |above| {
                let smaller = sign * f64::from_bits(base + ((above as u64) << step));
                self.put_float(places, smaller).then_some(above)
            });
        }
        self.drop_fraction(places);
        let Some(value) = self.float(places[0]).filter(|value| value.abs() <= ALL_WHOLE) else {
            return;
        };
        let fraction = value.abs().fract();
        descend(value.abs().trunc() as u128, &mut |whole| {
            let smaller = sign * (whole as f64 + fraction);
            self.put_float(places, smaller).then_some(whole)
        });
        // With a fraction, what is above one is simpler.
        self.put_float(places, sign * (1.0 + fraction));
    }

    /// Fewer binary digits after the point, none first.
    fn drop_fraction(&mut self, places: &[usize]) {
        for digits in 0..10 {
            let Some(value) = self.float(places[0]).filter(|value| value.fract() != 0.0) else {
                return;
            };
            let scale = f64::from(1 << digits);
            let scaled = value * scale;
            if scaled.fract() == 0.0
                || self.put_float(places, scaled.trunc() / scale)
                || self.put_float(places, (scaled.trunc() + scaled.signum()) / scale)
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

    /// The nearest value that is allowed.
    fn put_float(&mut self, places: &[usize], value: f64) -> bool {
        let Some(Bounds::Float { min, max, nan, single }) =
            self.float(places[0]).map(|_| self.best.bounds(places[0]))
        else {
            return false;
        };
        let value = conform_float(value, *min, *max, *nan, *single);
        self.put(places, &Value::Float(value)) == Answer::Smaller
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
