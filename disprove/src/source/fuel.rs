//! The fuel gauge: draws left until the next look at the limits, and the entropy drawn so far.

/// Draws left in the upper half; bits of entropy that the case has drawn in the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fuel(u32);

/// One draw.
const DRAW: u32 = 1 << 16;

/// Draws between two looks at the limits. Functions that recurse without `draw` are only noticed then, so this
/// number of their frames must fit into the three quarters of the stack that remain.
pub(super) const BLOCK: u32 = 128;

/// Bits of entropy from which a case counts as distinct: one in a hundred thousand such cases is a repeat, which
/// costs one execution.
pub(super) const ENOUGH: u32 = 32;

/// The multiplier of the Fx family of hashes.
pub(super) const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

/// The entropy of a uniform choice from `0..=span` in bits, rounded down.
#[inline(always)]
pub(super) fn bits(span: u64) -> u32 {
    (span | 1).ilog2() + u32::from(span & span.wrapping_add(1) == 0 && span > 0)
}

impl Fuel {
    /// A full block of draws.
    pub(super) const BLOCK: Fuel = Fuel((BLOCK - 1) << 16);

    /// Every further draw looks at the limits.
    pub(super) const EMPTY: Fuel = Fuel(0);

    /// Uses up a draw with this much entropy. Returns true if there was none left.
    #[inline(always)]
    pub(super) fn burn(&mut self, entropy: u32) -> bool {
        let (left, missing) = self.0.overflowing_sub(DRAW - entropy);
        self.0 = left;
        missing
    }

    /// Uses up many draws at once. Returns false, and uses up nothing, if not all of them are left.
    #[inline(always)]
    pub(super) fn burn_all(&mut self, draws: usize, entropy: u32) -> bool {
        let there = draws <= self.left();
        if there {
            self.0 -= draws as u32 * (DRAW - entropy);
        }
        there
    }

    #[inline(always)]
    pub(super) fn add_entropy(&mut self, entropy: u32) {
        self.0 = self.0.saturating_add(entropy);
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 < DRAW
    }

    /// Draws left in the block.
    #[inline(always)]
    pub(super) fn left(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// Whether the case has drawn so much entropy that it counts as distinct.
    #[inline(always)]
    pub(super) fn is_distinct(self) -> bool {
        self.0 % DRAW >= ENOUGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_rounded_down() {
        let of = |count: u64| bits(count - 1);
        assert_eq!([1, 2, 3, 4, 6, 7, 8, 64].map(of), [0, 1, 1, 2, 2, 2, 3, 6]);
        assert_eq!(bits(u64::MAX), 64);
    }
}
