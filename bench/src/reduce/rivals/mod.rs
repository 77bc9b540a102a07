//! The same problems as users of other libraries would write them.

pub mod chaos_theory;
#[cfg(feature = "crabcheck")]
pub mod crabcheck;
#[cfg(feature = "hegel")]
pub mod hegel;
pub mod proptest;
pub mod quickcheck;

/// Enough for every problem to fail with nearly every seed.
const CASES: u64 = 200_000;
