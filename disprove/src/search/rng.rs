//! The random numbers of the search.

use crate::random::Random;

/// The random stream that the scheduler and its strategies share.
#[derive(Clone, Debug)]
pub(crate) struct Rng(Random);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        // No case of a run has this number.
        Rng(Random::for_case(seed, u64::MAX))
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// Uniform in `0..count`; 0 if `count` is 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.word()) * count as u128) >> 64) as usize
    }

    /// Uniform in `0..=most`.
    pub(crate) fn up_to(&mut self, most: u128) -> u128 {
        if most < u128::from(u64::MAX) {
            return (u128::from(self.word()) * (most + 1)) >> 64;
        }
        let wide = u128::from(self.word()) << 64 | u128::from(self.word());
        match most.checked_add(1) {
            Some(count) => wide % count,
            None => wide,
        }
    }

    /// Uniform in `0.0..1.0`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Log-uniform in `1..=most`: each order of magnitude is equally likely.
    pub(crate) fn log(&mut self, most: f64) -> usize {
        let most = most.max(1.0);
        ((self.unit() * (most + 1.0).ln()).exp() as usize).clamp(1, most as usize)
    }

    /// An index, with probability proportional to its weight.
    pub(crate) fn weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        for (at, weight) in weights.iter().enumerate() {
            left -= weight;
            if left <= 0.0 && *weight > 0.0 {
                return at;
            }
        }
        weights.len() - 1
    }
}
