//! Figures with the range that they may be in.

use statrs::function::gamma::gamma_ur;

/// The quantile of the normal distribution for two-sided intervals of 95 %.
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;

/// The quantile of the chi-square distribution with one degree of freedom: the square of the former.
pub(super) const CHI_SQUARE: f64 = NORMAL * NORMAL;

/// A range that holds the truth in 95 of 100 studies.
///
/// ```
/// use disprove_analysis::statistics::Interval;
/// let interval = Interval { low: 0.5, high: 2.0 };
/// assert!(interval.holds(1.0) && !interval.holds(2.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Interval {
    /// Whether a value is in it.
    ///
    /// ```
    /// use disprove_analysis::statistics::Interval;
    /// assert!(Interval { low: 0.0, high: 1.0 }.holds(1.0));
    /// ```
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Around the logarithm of a ratio, as a range of the ratio.
    pub(super) fn of_ratio(logarithm: f64, error: f64) -> Interval {
        Interval {
            low: (logarithm - NORMAL * error).exp(),
            high: (logarithm + NORMAL * error).exp(),
        }
    }
}

/// A figure and its interval.
///
/// ```
/// use disprove_analysis::statistics::Table;
/// let ratio = Table::new(13, 148, 11, 239).odds_ratio().expect("both groups have pairs");
/// assert!(ratio.interval.holds(ratio.value));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Where it may be.
    pub interval: Interval,
}

/// How probable a statistic at least this large is, if nothing is behind it and it follows a chi-square distribution.
///
/// ```
/// use disprove_analysis::statistics::chi_square_p;
/// assert!((chi_square_p(3.841_458_820_694_124, 1) - 0.05).abs() < 1e-12);
/// assert_eq!(chi_square_p(0.0, 1), 1.0);
/// ```
pub fn chi_square_p(statistic: f64, degrees: u32) -> f64 {
    if statistic.is_nan() || degrees == 0 {
        return f64::NAN;
    }
    if statistic <= 0.0 {
        return 1.0;
    }
    if statistic.is_infinite() {
        return 0.0;
    }
    gamma_ur(f64::from(degrees) / 2.0, statistic / 2.0).clamp(0.0, 1.0)
}
