//! Booleans.

use super::{Arbitrary, Encoder};
use crate::source::Source;

/// Probability one half, as a share of `2^64`.
pub(super) const FAIR: u64 = 1 << 63;

impl Arbitrary for bool {
    const ALWAYS_CHOOSES: bool = true;

    #[inline(always)]
    fn arbitrary(src: &mut Source) -> bool {
        src.boolean(FAIR)
    }

    #[inline]
    fn encode(value: &bool, encoder: &mut Encoder) -> bool {
        encoder.boolean(FAIR, *value)
    }
}
