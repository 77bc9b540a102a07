//! Some of many positions.

use crate::test_runner::TestRunner;
use disprove::{IntoGenerator, subsequence};
use std::collections::HashMap;

/// Up to this many positions, whether each is taken is a choice, so that reduction can leave out any of them.
const FEW: usize = 64;

/// Up to this many positions are drawn one by one from more. Still more come from one seed: the choices would not fit into
/// the budget of a case, and reduction first makes them fewer anyway.
const MOST_DRAWN: usize = 256;

/// From `sizes.0` to `sizes.1` of the positions below `count`, in ascending order.
pub(crate) fn positions(
    runner: &mut TestRunner,
    count: usize,
    sizes: (usize, usize),
) -> Vec<usize> {
    let (least, most) = sizes;
    if count <= FEW {
        let all: Vec<usize> = (0..count).collect();
        return runner.draw(&subsequence(all).len(least..=most));
    }
    let size = runner.draw(&(least..=most).into_generator());
    let mut taken = if size <= MOST_DRAWN {
        one_by_one(runner, count, size)
    } else {
        from_seed(runner, count, size)
    };
    taken.sort_unstable();
    taken
}

/// The start of a Fisher-Yates shuffle, which keeps only what it has swapped.
fn one_by_one(runner: &mut TestRunner, count: usize, size: usize) -> Vec<usize> {
    let mut swapped: HashMap<usize, usize> = HashMap::new();
    let mut taken = Vec::with_capacity(size);
    for index in 0..size {
        let other = index + runner.draw(&(0..count - index).into_generator());
        let here = swapped.get(&index).copied().unwrap_or(index);
        taken.push(swapped.insert(other, here).unwrap_or(other));
    }
    taken
}

/// The same for many positions, with random numbers from a seed.
fn from_seed(runner: &mut TestRunner, count: usize, size: usize) -> Vec<usize> {
    let mut state = runner.rng().word();
    let mut all: Vec<usize> = (0..count).collect();
    for index in 0..size {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        let offset = (u128::from(word) * (count - index) as u128) >> 64;
        all.swap(index, index + offset as usize);
    }
    all.truncate(size);
    all
}

#[cfg(test)]
mod tests {
    use super::positions;
    use crate::test_runner::TestRunner;

    #[test]
    fn positions_are_distinct_and_as_many_as_asked_for() {
        let mut runner = TestRunner::deterministic();
        for (count, sizes) in
            [(9, (0, 9)), (64, (3, 5)), (70, (0, 70)), (5_000, (10, 4_000)), (300, (300, 300))]
        {
            for _ in 0..20 {
                let taken = positions(&mut runner, count, sizes);
                assert!((sizes.0..=sizes.1).contains(&taken.len()), "{count}");
                assert!(taken.is_sorted_by(|a, b| a < b) && taken.iter().all(|it| *it < count));
            }
        }
    }
}
