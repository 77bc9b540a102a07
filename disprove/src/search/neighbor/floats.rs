//! Moves of floats.

use super::neighborhood::{CLASS_FLOOR, Mover};
use crate::choice::{Bounds, Tree, Value, conform_float};

/// The first step size of floats among the scales; those of integers come before.
const FIRST_CLASS: usize = 128;

impl Mover<'_> {
    fn float(&self, at: u32) -> f64 {
        f64::from_bits(self.tree.choices[at as usize].value)
    }

    /// Sets a float to the nearest allowed value.
    fn set_float(tree: &mut Tree, at: u32, value: f64) -> bool {
        let Bounds::Float { min, max, nan, single } = *tree.bounds(at as usize) else {
            return false;
        };
        let value = if value.is_nan() { min.max(0.0).min(max) } else { value };
        tree.set(at as usize, &Value::Float(conform_float(value, min, max, nan, single)))
    }

    /// A difference of a random order of magnitude, relative to the range or to the number itself.
    fn difference(&mut self, at: u32) -> f64 {
        let value = self.float(at);
        let Bounds::Float { min, max, .. } = *self.tree.bounds(at as usize) else { return 0.0 };
        let range = max - min;
        let scale =
            if range.is_finite() && self.rng.chance(0.5) { range } else { value.abs().max(1.0) };
        // Down to the precision of an `f64`: 52 bits.
        let mut weights = [0.0; 53];
        for (weight, rate) in weights.iter_mut().zip(&self.scales[FIRST_CLASS..]) {
            *weight = rate.get() + CLASS_FLOOR / 53.0;
        }
        let class = self.rng.weighted(&weights);
        self.scale = Some((FIRST_CLASS + class) as u32);
        let by = scale * (-(class as f64)).exp2() * (0.5 + self.rng.unit());
        if self.rng.chance(0.5) { by } else { -by }
    }

    pub(super) fn step_float(&mut self) -> Option<Tree> {
        let at = self.pick(&self.index.floats)?;
        let value = self.float(at);
        let by = self.difference(at);
        let to = match self.rng.below(24) {
            0 => value.round(),
            1 => -value,
            2 => value * 2.0,
            3 => value / 2.0,
            4 => value + if by > 0.0 { 1.0 } else { -1.0 },
            _ => value + by,
        };
        let mut tree = self.tree.clone();
        Mover::set_float(&mut tree, at, to).then_some(tree)
    }

    /// Moves two floats by equal or opposite amounts, or sets one to the other.
    pub(super) fn pair_floats(&mut self) -> Option<Tree> {
        let (a, b) = (self.pick(&self.index.floats)?, self.pick(&self.index.floats)?);
        if a == b {
            return None;
        }
        let by = self.difference(a);
        let mut tree = self.tree.clone();
        let (x, y) = (self.float(a), self.float(b));
        let set = match self.rng.below(3) {
            0 => Mover::set_float(&mut tree, a, x + by) & Mover::set_float(&mut tree, b, y + by),
            1 => Mover::set_float(&mut tree, a, x + by) & Mover::set_float(&mut tree, b, y - by),
            _ => Mover::set_float(&mut tree, a, y),
        };
        set.then_some(tree)
    }
}
