//! Where in the program something was drawn, and how deep in its calls: a function that calls itself draws at
//! one place, at many depths.
//!
//! A site is one number of 31 bits, as a span has one less: the lower bits tell places apart, those above are the
//! depth. 0 means that the site is not known.

pub(super) const PLACE_BITS: u32 = 20;

/// Deeper calls are taken to be as deep as this.
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
    fn places_and_depths_are_told_apart() {
        let deep = site(0xabcde, 77);
        assert_eq!((place_of(deep), depth_of(deep)), (0xabcdf, 77));
        assert_eq!(place_of(site(0xabcde, 3)), place_of(deep));
        assert_eq!(depth_of(site(0, u32::MAX)), DEEPEST);
        assert!(site(u32::MAX, u32::MAX) < 1 << 31 && site(0, 0) != 0);
    }
}
