//! Draws indices by integer weights that change: a Fenwick tree, and random permutations without a table.

use crate::search::rng::Rng;

/// Weights, of which one changes or is drawn in logarithmic time.
#[derive(Debug, Default)]
pub(super) struct Sampler {
    /// A Fenwick tree: entry `i`, from 1 on, is the sum of the weights of the last `i & -i` indices below `i`.
    sums: Vec<u64>,
    total: u64,
}

impl Sampler {
    pub(super) fn new(count: usize, weight: &dyn Fn(usize) -> u64) -> Sampler {
        let mut sums = vec![0; count + 1];
        let mut total = 0;
        for at in 1..=count {
            let own = weight(at - 1);
            total += own;
            sums[at] += own;
            let parent = at + (at & at.wrapping_neg());
            if parent <= count {
                sums[parent] += sums[at];
            }
        }
        Sampler { sums, total }
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Lowers a weight by this.
    pub(super) fn lower(&mut self, index: usize, by: u64) {
        self.total -= by;
        let mut at = index + 1;
        while at < self.sums.len() {
            self.sums[at] -= by;
            at += at & at.wrapping_neg();
        }
    }

    /// An index, with probability proportional to its weight. The total must not be 0.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        let mut left = rng.below(self.total as usize) as u64;
        let mut at = 0;
        let mut step = (self.sums.len() - 1).checked_ilog2().map_or(0, |bits| 1_usize << bits);
        while step > 0 {
            if at + step < self.sums.len() && self.sums[at + step] <= left {
                at += step;
                left -= self.sums[at];
            }
            step /= 2;
        }
        at
    }
}

/// The number at this place of a permutation of `0..count`, which the key chooses: rounds of a bijection of the next power
/// of two, repeated while the number is too large.
pub(super) fn permuted(place: u32, count: u32, key: u64) -> u32 {
    let bits = count.next_power_of_two().ilog2();
    let mask = (1_u64 << bits) - 1;
    let mut number = u64::from(place);
    loop {
        let mut key = key;
        for _ in 0..3 {
            number = (number ^ key).wrapping_mul(key | 1) & mask;
            number ^= number >> bits.div_ceil(2).max(1);
            key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        if number < u64::from(count) {
            return number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_by_weight_and_never_what_has_none() {
        let weights = [0, 1, 0, 6, 3, 0, 0];
        let mut sampler = Sampler::new(weights.len(), &|at| weights[at]);
        let mut rng = Rng::new(1);
        let mut drawn = [0_u32; 7];
        for _ in 0..10_000 {
            drawn[sampler.draw(&mut rng)] += 1;
        }
        for (at, weight) in weights.into_iter().enumerate() {
            assert!(drawn[at].abs_diff(weight as u32 * 1_000) < 200, "{drawn:?}");
        }
        sampler.lower(3, 6);
        sampler.lower(4, 2);
        assert_eq!(sampler.total(), 2);
        let all: Vec<usize> = (0..100).map(|_| sampler.draw(&mut rng)).collect();
        assert!(all.contains(&1) && all.contains(&4) && all.iter().all(|at| [1, 4].contains(at)));
    }

    #[test]
    fn permutes_every_range() {
        for count in [1, 2, 3, 7, 16, 95, 256, 1_000] {
            let numbers = |key: u64| -> Vec<u32> {
                (0..count).map(|place| permuted(place, count, key)).collect()
            };
            let mut sorted = numbers(7);
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{count}");
            assert!(count < 95 || numbers(7) != numbers(8), "the key decides");
        }
    }
}
