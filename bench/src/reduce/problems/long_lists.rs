//! Long lists of which two elements matter.

use crate::reduce::problem::problem;
use disprove::prelude::*;

pub const LONGEST: usize = 200;

problem! {
    /// A 7 before a 9.
    Ordered: Vec<u8> = "long-ordered",
    |src| src.draw(vec(any::<u8>()).len(..=LONGEST)),
    |list| list.iter().position(|x| *x == 7).is_some_and(|at| list[at..].contains(&9)),
    |list| list.len(),
    |list| *list == [7, 9],
}

problem! {
    /// Two large numbers.
    Large: Vec<u32> = "long-large",
    |src| src.draw(vec(any::<u32>()).len(..=LONGEST)),
    |list| list.iter().filter(|x| **x >= 0xf000_0000).count() >= 2,
    |list| list.len(),
    |list| *list == [0xf000_0000; 2],
}

problem! {
    /// Two records, the second without the flag of the first.
    Records: Vec<(bool, u8)> = "long-records",
    |src| src.draw(vec((any::<bool>(), any::<u8>())).len(..=LONGEST)),
    |list| {
        let first = list.iter().position(|x| x.0 && x.1 >= 100);
        first.is_some_and(|at| list[at..].iter().any(|x| !x.0 && x.1 >= 100))
    },
    |list| list.len(),
    |list| *list == [(true, 100), (false, 100)],
}
