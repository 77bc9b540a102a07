//! Large numbers that are bound by a small difference.

use crate::reduce::problem::problem;
use disprove::prelude::*;

/// Few enough for two of them to be close now and then.
pub const PAIRS: u32 = 50_000;
pub const LISTED: u32 = 10_000;
pub const TRIPLES: i64 = 2_000;
pub const LONGEST: usize = 50;

problem! {
    /// The second is larger than the first by at most ten.
    Pair: (u32, u32) = "near-pair",
    |src| (src.draw(0..PAIRS), src.draw(0..PAIRS)),
    |pair| pair.0 >= 1_000 && pair.0 < pair.1 && pair.1 - pair.0 <= 10,
    |pair| pair.1 as usize,
    |pair| *pair == (1_000, 1_001),
}

problem! {
    /// Two elements differ by exactly five.
    List: Vec<u32> = "near-list",
    |src| src.draw(vec(0..LISTED).len(..=LONGEST)),
    |list| list.iter().any(|a| *a >= 1_000 && list.contains(&(a + 5))),
    |list| list.len(),
    |list| *list == [1_000, 1_005],
}

problem! {
    /// Three different numbers within a distance of twenty.
    Triple: (i64, i64, i64) = "near-triple",
    |src| (src.draw(0..TRIPLES), src.draw(0..TRIPLES), src.draw(0..TRIPLES)),
    |triple| {
        let (a, b, c) = *triple;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        low >= 500 && high - low <= 20 && a != b && b != c && a != c
    },
    |triple| triple.0 as usize,
    |triple| *triple == (500, 501, 502),
}
