//! Failing sets that are not intervals.

use crate::reduce::problem::problem;
use disprove::prelude::*;

problem! {
    /// The highest bit of a byte, alone.
    Power: u16 = "gaps-power",
    |src| src.draw(any::<u16>()),
    |x| x.is_power_of_two() && x.ilog2() % 8 == 7,
    |x| usize::from(*x),
    |x| *x == 128,
}

problem! {
    /// A multiple of a thousand.
    Thousands: u32 = "gaps-thousands",
    |src| src.draw(any::<u32>()),
    |x| *x > 0 && x.is_multiple_of(1_000),
    |x| *x as usize,
    |x| *x == 1_000,
}

problem! {
    /// Eight bits with given values.
    Pattern: u32 = "gaps-pattern",
    |src| src.draw(any::<u32>()),
    |x| x & 0x0f0f == 0x0a05,
    |x| *x as usize,
    |x| *x == 0x0a05,
}
