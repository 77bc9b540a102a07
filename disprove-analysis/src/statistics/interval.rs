//! Estimates with confidence intervals.

use statrs::function::gamma::gamma_ur;

/// The normal quantile for two-sided intervals of 95 %.
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;

/// The 95 % quantile of the chi-square distribution with one degree of freedom: the square of the former.
pub(super) const CHI_SQUARE: f64 = NORMAL * NORMAL;

/// A confidence interval of 95 %.
///
/// ```
/// use disprove_analysis::statistics::Interval;
/// let interval = Interval { low: 0.5, high: 2.0 };
/// assert!(interval.holds(1.0) && !interval.holds(2.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in the interval.
    ///
    /// ```
    /// use disprove_analysis::statistics::Interval;
    /// assert!(Interval { low: 0.0, high: 1.0 }.holds(1.0));
    /// ```
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Wilson's interval of a share, which stays between 0 and 1, and has a width even if all or none are counted.
    ///
    /// ```
    /// use disprove_analysis::statistics::Interval;
    /// let all = Interval::of_share(28, 28);
    /// assert!(all.high == 1.0 && (all.low - 0.879).abs() < 1e-3);
    /// assert_eq!(Interval::of_share(0, 0), Interval { low: 0.0, high: 1.0 });
    /// ```
    pub fn of_share(hits: u64, of: u64) -> Interval {
        if of == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (n, p) = (of as f64, hits as f64 / of as f64);
        let z2 = CHI_SQUARE / n;
        let center = p + z2 / 2.0;
        let spread = NORMAL * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt();
        // Rounding must not move the ends off the edges.
        let low = if hits == 0 { 0.0 } else { (center - spread) / (1.0 + z2) };
        let high = if hits == of { 1.0 } else { (center + spread) / (1.0 + z2) };
        Interval { low: low.max(0.0), high: high.min(1.0) }
    }

    /// The interval of a ratio, from the mean and the standard error of its logarithm.
    pub(super) fn of_ratio(logarithm: f64, error: f64) -> Interval {
        Interval {
            low: (logarithm - NORMAL * error).exp(),
            high: (logarithm + NORMAL * error).exp(),
        }
    }
}

/// An estimate with its interval.
///
/// ```
/// use disprove_analysis::statistics::Table;
/// let ratio = Table::new(13, 148, 11, 239).odds_ratio().expect("both groups have pairs");
/// assert!(ratio.interval.holds(ratio.value));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Interval,
}

/// The p value of a statistic that follows a chi-square distribution under the null hypothesis.
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
