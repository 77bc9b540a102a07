//! Integers of up to 128 bits, signed and unsigned ones in one type.

use std::{cmp::Ordering, fmt};

/// An integer from `i128::MIN` to `u128::MAX`.
///
/// ```
/// use disprove::choice::Number;
///
/// let (small, large) = (Number::from(-5i128), Number::from(u128::MAX));
/// assert!(small < large);
/// assert_eq!(small.to_i128(), Some(-5));
/// assert_eq!((small.to_u128(), large.to_i128()), (None, None));
/// assert_eq!(small.to_string(), "-5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Number {
    negative: bool,
    magnitude: u128,
}

impl Number {
    /// The value as a `u128`; `None` if it is negative.
    ///
    /// ```
    /// use disprove::choice::Number;
    ///
    /// assert_eq!(Number::from(7i128).to_u128(), Some(7));
    /// ```
    pub const fn to_u128(self) -> Option<u128> {
        self.as_natural()
    }

    /// The value as an `i128`; `None` if it is larger than `i128::MAX`.
    ///
    /// ```
    /// use disprove::choice::Number;
    ///
    /// assert_eq!(Number::from(7u128).to_i128(), Some(7));
    /// ```
    pub const fn to_i128(self) -> Option<i128> {
        match self.negative {
            true => Some((self.magnitude as i128).wrapping_neg()),
            false if self.magnitude <= i128::MAX as u128 => Some(self.magnitude as i128),
            false => None,
        }
    }

    /// Zero or a positive number.
    pub(crate) const fn natural(magnitude: u128) -> Number {
        Number { negative: false, magnitude }
    }

    /// `-1 - distance`; the distance is at most `i128::MAX`.
    pub(crate) const fn below_zero(distance: u128) -> Number {
        Number { negative: true, magnitude: distance + 1 }
    }

    /// Reads 128 bits as signed or unsigned.
    pub(crate) const fn from_bits(bits: u128, signed: bool) -> Number {
        let negative = signed && (bits as i128) < 0;
        Number { negative, magnitude: if negative { (bits as i128).unsigned_abs() } else { bits } }
    }

    /// The magnitude of zero or a positive number; `None` for a negative one.
    pub(crate) const fn as_natural(self) -> Option<u128> {
        if self.negative { None } else { Some(self.magnitude) }
    }

    /// Whether it is negative, and its magnitude.
    pub(crate) const fn parts(self) -> (bool, u128) {
        (self.negative, self.magnitude)
    }

    /// The distance `d` in `-1 - d`; `None` for zero and above.
    pub(crate) const fn as_below_zero(self) -> Option<u128> {
        if self.negative { Some(self.magnitude - 1) } else { None }
    }

    /// The sum with `offset`, saturating.
    pub(crate) fn plus(self, offset: u128) -> Number {
        if !self.negative {
            return Number::natural(self.magnitude.saturating_add(offset));
        }
        match self.magnitude.checked_sub(offset) {
            Some(magnitude) => Number { negative: magnitude > 0, magnitude },
            None => Number::natural(offset - self.magnitude),
        }
    }

    /// `self - other`, for `self >= other`, saturating.
    pub(crate) fn distance_above(self, other: Number) -> u128 {
        match (self.negative, other.negative) {
            (false, true) => self.magnitude.saturating_add(other.magnitude),
            (false, false) => self.magnitude.saturating_sub(other.magnitude),
            (true, _) => other.magnitude.saturating_sub(self.magnitude),
        }
    }
}

impl From<u128> for Number {
    fn from(value: u128) -> Number {
        Number::natural(value)
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Number {
        Number::from_bits(value as u128, true)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.negative { "-" } else { "" })?;
        self.magnitude.fmt(out)
    }
}

/// The index of a value in the simplicity order: the origin, one above, one below, two above, ... until one side ends,
/// then the rest of the other side.
///
/// All arguments are offsets from the smallest value: `offset` and `origin` are at most `span`.
pub(crate) const fn index(offset: u128, origin: u128, span: u128) -> u128 {
    let (above, below) = (span - origin, origin);
    let shorter = if above < below { above } else { below };
    if offset > origin {
        let distance = offset - origin;
        if distance <= shorter { 2 * (distance - 1) + 1 } else { shorter + distance }
    } else {
        let distance = origin - offset;
        if distance <= shorter { 2 * distance } else { shorter + distance }
    }
}

/// The inverse of [`index()`]; an index past the end gives the last value.
pub(crate) const fn nth(index: u128, origin: u128, span: u128) -> u128 {
    let index = if index > span { span } else { index };
    let (above, below) = (span - origin, origin);
    let shorter = if above < below { above } else { below };
    // 2 * shorter cannot overflow: shorter is at most half of span.
    if index <= 2 * shorter {
        if index % 2 == 1 { origin + index / 2 + 1 } else { origin - index / 2 }
    } else if above > below {
        origin + (index - shorter)
    } else {
        origin - (index - shorter)
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, index, nth};

    #[test]
    fn numbers_are_ordered_over_both_signs() {
        let ordered = [
            Number::from_bits(i128::MIN as u128, true),
            Number::from_bits(-1i128 as u128, true),
            Number::natural(0),
            Number::natural(1),
            Number::natural(i128::MAX as u128),
            Number::natural(u128::MAX),
        ];
        assert!(ordered.is_sorted());
        assert_eq!(ordered[0].to_string(), i128::MIN.to_string());
        assert_eq!(ordered[1], Number::below_zero(0));
        assert_eq!(ordered[0].as_below_zero(), Some(i128::MAX as u128));
        assert_eq!(ordered[5].distance_above(ordered[0]), u128::MAX);
        assert_eq!(ordered[3].distance_above(ordered[1]), 2);
        assert_eq!(ordered[1].distance_above(ordered[0]), i128::MAX as u128);
    }

    #[test]
    fn the_order_alternates_around_the_origin_until_one_side_ends() {
        let order = |origin, span| (0..=span).map(|i| nth(i, origin, span)).collect::<Vec<_>>();
        // [-2, 5] with origin 2, as offsets: 2 3 1 4 0 5 -1 -2.
        assert_eq!(order(4, 7), [4, 5, 3, 6, 2, 7, 1, 0]);
        // [-2, 5] with origin 0: 0 1 -1 2 -2 3 4 5.
        assert_eq!(order(2, 7), [2, 3, 1, 4, 0, 5, 6, 7]);
        assert_eq!(order(0, 3), [0, 1, 2, 3]);
        assert_eq!(order(3, 3), [3, 2, 1, 0]);
    }

    #[test]
    fn the_index_is_a_bijection() {
        for span in 0..12 {
            for origin in 0..=span {
                for i in 0..=span {
                    assert_eq!(index(nth(i, origin, span), origin, span), i, "{origin} {span}");
                }
            }
        }
        for origin in [0, 1, u128::MAX / 2, u128::MAX / 2 + 1, u128::MAX - 1, u128::MAX] {
            for i in [0, 1, 2, 3, u128::MAX / 2, u128::MAX - 1, u128::MAX] {
                assert_eq!(index(nth(i, origin, u128::MAX), origin, u128::MAX), i, "{origin} {i}");
            }
        }
    }
}
