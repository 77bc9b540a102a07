//! Call sites of draws: the place in the source code, and the depth of the call stack.
//!
//! A recursive function draws at one place and many depths. A site has 31 bits, because a span needs one bit of its
//! word: the place in the lower bits, the depth above. 0 means that the site is unknown.

/// Bits of a place: enough to tell the draws of one span apart.
pub(super) const PLACE_BITS: u32 = 20;

/// The largest depth; deeper calls count as this deep.
const DEEPEST: u32 = (1 << (31 - PLACE_BITS)) - 1;

/// The site of a place and a depth. Never 0.
pub(crate) fn site(place: u32, depth: u32) -> u32 {
    depth.min(DEEPEST) << PLACE_BITS | place_of(place) | 1
}

pub(crate) fn place_of(site: u32) -> u32 {
    site & ((1 << PLACE_BITS) - 1)
}

pub(crate) fn depth_of(site: u32) -> u32 {
    site >> PLACE_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_and_depth_are_read_back() {
        let deep = site(0xabcde, 77);
        assert_eq!((place_of(deep), depth_of(deep)), (0xabcdf, 77));
        assert_eq!(place_of(site(0xabcde, 3)), place_of(deep));
        assert_eq!(depth_of(site(0, u32::MAX)), DEEPEST);
        assert!(site(u32::MAX, u32::MAX) < 1 << 31 && site(0, 0) != 0);
    }
}
