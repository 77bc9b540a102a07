//! Numbers that must differ. The order of integers is 0, 1, -1, 2, -2.

use crate::reduce::problem::problem;
use disprove::prelude::*;
use std::collections::BTreeSet;

problem! {
    /// Five different numbers in a list.
    Five: Vec<i32> = "distinct-five",
    |src| src.draw(vec(any::<i32>())),
    |list| list.iter().collect::<BTreeSet<_>>().len() >= 5,
    |list| list.len(),
    // Other libraries have another order, so any five of the first numbers are accepted.
    |list| list.len() == 5 && list.iter().all(|x| x.abs() <= 4),
}

problem! {
    /// Four different arguments.
    Four: (i64, i64, i64, i64) = "distinct-four",
    |src| src.draw((any::<i64>(), any::<i64>(), any::<i64>(), any::<i64>())),
    |four| [four.0, four.1, four.2, four.3].iter().collect::<BTreeSet<_>>().len() == 4,
    |four| [four.0, four.1, four.2, four.3].iter().map(|x| x.unsigned_abs() as usize).max().unwrap_or(0),
    |four| [four.0, four.1, four.2, four.3].iter().all(|x| x.abs() <= 3),
}

problem! {
    /// A set of seven.
    Seven: BTreeSet<i16> = "distinct-seven",
    |src| src.draw(set(any::<i16>())),
    |set| set.len() >= 7,
    |set| set.len(),
    |set| set.len() == 7 && set.iter().all(|x| x.abs() <= 6),
}
