//! How far the next move goes.

use crate::search::rng::Rng;

/// The size of moves, learned by one rule: bold while bold pays, of every size when it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    largest: f64,
}

/// After a success moves may be so many times as large, and after a failure this much smaller. The two balance at
/// one success in 36. Both are those of the sketch this search was tried out with.
const UP: f64 = 3.0;
const DOWN: f64 = 0.97;

/// Below this there is nothing smaller to try.
const LEAST: f64 = 0.0001;

impl Reach {
    pub(crate) fn new() -> Reach {
        Reach { largest: 1.0 }
    }

    /// Any order of magnitude up to the largest that pays.
    pub(crate) fn draw(self, rng: &mut Rng) -> f64 {
        self.largest.powf(rng.unit())
    }

    pub(crate) fn learn(&mut self, better: bool) {
        self.largest =
            if better { (self.largest * UP).min(1.0) } else { (self.largest * DOWN).max(LEAST) };
    }
}
