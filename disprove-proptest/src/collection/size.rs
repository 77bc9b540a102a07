//! Ranges of sizes.

use crate::test_runner::default_config;
use std::ops::{Add, Range, RangeInclusive, RangeTo, RangeToInclusive};

/// The sizes of a collection (default 0 to 99). In disprove: the argument of `.len(..)`.
///
/// ```
/// use proptest::collection::SizeRange;
///
/// assert_eq!(SizeRange::from(1..4).start_end_incl(), (1, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SizeRange(Range<usize>);

/// A range of sizes. In disprove: the argument of `.len(..)`.
///
/// ```
/// assert_eq!(proptest::collection::size_range(3).start_end_incl(), (3, 3));
/// ```
pub fn size_range(from: impl Into<SizeRange>) -> SizeRange {
    from.into()
}

impl Default for SizeRange {
    fn default() -> SizeRange {
        SizeRange(0..default_config().max_default_size_range)
    }
}

impl SizeRange {
    /// The sizes of this range. In disprove: the argument of `.len(..)`.
    ///
    /// ```
    /// assert_eq!(proptest::collection::SizeRange::new(1..=3).end_incl(), 3);
    /// ```
    pub fn new(range: RangeInclusive<usize>) -> SizeRange {
        range.into()
    }

    /// A pair, for the parameters of types. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::collection::size_range;
    ///
    /// assert_eq!(size_range(3).with('a'), (size_range(3), 'a'));
    /// ```
    pub fn with<X>(self, and: X) -> (SizeRange, X) {
        (self, and)
    }

    /// A pair with the default parameters. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::collection::size_range;
    ///
    /// assert_eq!(size_range(3).lift::<u8>(), (size_range(3), 0));
    /// ```
    pub fn lift<X: Default>(self) -> (SizeRange, X) {
        self.with(X::default())
    }

    /// The smallest size. In disprove: none is needed.
    ///
    /// ```
    /// assert_eq!(proptest::collection::size_range(1..4).start(), 1);
    /// ```
    pub fn start(&self) -> usize {
        self.0.start
    }

    /// The smallest and the largest size. In disprove: none is needed.
    ///
    /// ```
    /// assert_eq!(proptest::collection::size_range(1..4).start_end_incl(), (1, 3));
    /// ```
    pub fn start_end_incl(&self) -> (usize, usize) {
        (self.start(), self.end_incl())
    }

    /// The largest size. In disprove: none is needed.
    ///
    /// ```
    /// assert_eq!(proptest::collection::size_range(1..4).end_incl(), 3);
    /// ```
    pub fn end_incl(&self) -> usize {
        self.0.end - 1
    }

    /// The largest size plus one. In disprove: none is needed.
    ///
    /// ```
    /// assert_eq!(proptest::collection::size_range(1..4).end_excl(), 4);
    /// ```
    pub fn end_excl(&self) -> usize {
        self.0.end
    }

    #[track_caller]
    pub(crate) fn assert_nonempty(&self) {
        let Range { start, end } = self.0;
        assert!(
            start < end,
            "Invalid use of empty size range. (hint: did you accidentally write {start}..{end} where you meant \
             {start}..={end} somewhere?)"
        );
    }
}

impl From<(usize, usize)> for SizeRange {
    fn from((low, high): (usize, usize)) -> SizeRange {
        SizeRange(low..high)
    }
}

impl From<usize> for SizeRange {
    fn from(exact: usize) -> SizeRange {
        SizeRange::new(exact..=exact)
    }
}

impl From<Range<usize>> for SizeRange {
    fn from(range: Range<usize>) -> SizeRange {
        SizeRange(range)
    }
}

impl From<RangeTo<usize>> for SizeRange {
    fn from(range: RangeTo<usize>) -> SizeRange {
        SizeRange(0..range.end)
    }
}

impl From<RangeInclusive<usize>> for SizeRange {
    fn from(range: RangeInclusive<usize>) -> SizeRange {
        SizeRange(*range.start()..range.end().saturating_add(1))
    }
}

impl From<RangeToInclusive<usize>> for SizeRange {
    fn from(range: RangeToInclusive<usize>) -> SizeRange {
        SizeRange::new(0..=range.end)
    }
}

impl From<SizeRange> for Range<usize> {
    fn from(size: SizeRange) -> Range<usize> {
        size.0
    }
}

impl Add<usize> for SizeRange {
    type Output = SizeRange;

    fn add(self, more: usize) -> SizeRange {
        SizeRange(self.0.start + more..self.0.end + more)
    }
}
