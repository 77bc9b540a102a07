//! Truth values.

use super::{Arbitrary, Encoder};
use crate::source::Source;

/// Probability one half.
pub(super) const FAIR: u64 = 1 << 63;

impl Arbitrary for bool {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> bool {
        src.boolean(FAIR)
    }

    #[inline]
    fn encode(value: &bool, encoder: &mut Encoder) -> bool {
        encoder.coin(FAIR, *value)
    }
}
