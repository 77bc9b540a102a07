//! The size of the next move.

use crate::search::rng::Rng;

/// The success rule of the prototype: large moves while they improve, moves of every size when they do not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepSize {
    largest: f64,
}

/// The factors after a success and after a failure, which balance at one success in 36. From the prototype, where a
/// fixed size took twice as long on `case-studies graph`.
const UP: f64 = 3.0;
const DOWN: f64 = 0.97;

/// The smallest size: a step of 1 in a range of 10,000. From the prototype.
const LEAST: f64 = 0.0001;

impl StepSize {
    pub(crate) fn new() -> StepSize {
        StepSize { largest: 1.0 }
    }

    /// Log-uniform up to the largest size.
    pub(crate) fn draw(self, rng: &mut Rng) -> f64 {
        self.largest.powf(rng.unit())
    }

    pub(crate) fn learn(&mut self, better: bool) {
        self.largest =
            if better { (self.largest * UP).min(1.0) } else { (self.largest * DOWN).max(LEAST) };
    }
}
