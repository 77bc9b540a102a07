//! Shares of cases, as counted by `cover!`, and whether they are large enough.

/// The share of cases that satisfy a condition given to `cover!`.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(0..10u8).run(|n| cover!("even", n % 2 == 0, 40.0));
/// let even = &report.shares()[0];
/// assert_eq!((even.name(), even.hits(), even.cases()), ("even", 5, 10));
/// assert!(!even.is_too_small());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    pub(super) name: &'static str,
    pub(super) hits: u64,
    pub(super) cases: u64,
    pub(super) percent: f64,
    /// All inputs were tried, so the share is exact.
    pub(super) exact: bool,
}

/// Whether a share is large enough, as far as the cases show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sufficiency {
    Enough,
    TooFew,
    /// More cases are needed.
    Undecided,
}

/// Standard deviations that count as certain: a share that is large enough is called too small once in a million tests,
/// and a run makes at most five.
const CERTAIN: f64 = 4.75;

/// The fraction of the required share that suffices: shares just below and just above the requirement could only be told
/// apart with an unlimited number of cases. The tolerance of Haskell's QuickCheck.
const TOLERANCE: f64 = 0.9;

impl Share {
    /// The name given to `cover!`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| cover!("yes", yes));
    /// assert_eq!(report.shares()[0].name(), "yes");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The number of cases that satisfied the condition.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| cover!("yes", yes));
    /// assert_eq!(report.shares()[0].hits(), 1);
    /// ```
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The number of cases that reached the `cover!`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| cover!("yes", yes));
    /// assert_eq!(report.shares()[0].cases(), 2);
    /// ```
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The required share in percent; 0 if none is required.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| cover!("yes", yes, 5.0));
    /// assert_eq!(report.shares()[0].required(), 5.0);
    /// ```
    pub fn required(&self) -> f64 {
        self.percent
    }

    /// The measured share in percent.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| cover!("yes", yes));
    /// assert_eq!(report.shares()[0].measured(), 50.0);
    /// ```
    pub fn measured(&self) -> f64 {
        if self.cases == 0 { 0.0 } else { self.hits as f64 * 100.0 / self.cases as f64 }
    }

    /// Whether the share is certainly smaller than required.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| cover!("even", n % 2 == 0, 90.0));
    /// assert!(report.shares()[0].is_too_small());
    /// ```
    pub fn is_too_small(&self) -> bool {
        self.sufficiency() == Sufficiency::TooFew
    }

    pub(crate) fn sufficiency(&self) -> Sufficiency {
        if self.percent <= 0.0 {
            return Sufficiency::Enough;
        }
        if self.exact {
            let enough = self.measured() >= self.percent;
            return if enough { Sufficiency::Enough } else { Sufficiency::TooFew };
        }
        if self.cases == 0 {
            return Sufficiency::Undecided;
        }
        let (low, high) = interval(self.hits as f64, self.cases as f64, CERTAIN);
        let wanted = self.percent / 100.0;
        match () {
            () if high < wanted => Sufficiency::TooFew,
            () if low >= wanted * TOLERANCE => Sufficiency::Enough,
            () => Sufficiency::Undecided,
        }
    }
}

/// Wilson's confidence interval of a share, which also holds for small shares. `deviations` is its half-width in standard
/// deviations.
pub(crate) fn interval(hits: f64, cases: f64, deviations: f64) -> (f64, f64) {
    let share = hits / cases;
    let square = deviations * deviations;
    let middle = share + square / (2.0 * cases);
    let reach =
        deviations * (share * (1.0 - share) / cases + square / (4.0 * cases * cases)).sqrt();
    let scale = 1.0 + square / cases;
    ((middle - reach) / scale, (middle + reach) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sufficiency(hits: u64, cases: u64, percent: f64) -> Sufficiency {
        Share { name: "", hits, cases, percent, exact: false }.sufficiency()
    }

    #[test]
    fn computes_wilsons_interval() {
        // Computed with another program, for z = 4.75.
        let (low, high) = interval(25.0, 500.0, CERTAIN);
        assert!((low - 0.020_15).abs() < 1e-5, "{low}");
        assert!((high - 0.118_71).abs() < 1e-5, "{high}");
    }

    #[test]
    fn the_book_names_the_standard_deviations() {
        for page in ["faq.md", "reference/attributes.md"] {
            crate::humanize::assert_said(page, &format!("{CERTAIN} standard deviations"));
        }
    }

    #[test]
    fn judges_a_share_only_with_enough_cases() {
        assert_eq!(sufficiency(0, 20, 5.0), Sufficiency::Undecided);
        assert_eq!(sufficiency(0, 500, 5.0), Sufficiency::TooFew);
        // Without a hit, the upper end of the interval is z² / (cases + z²).
        assert_eq!(sufficiency(0, 428, 5.0), Sufficiency::Undecided);
        assert_eq!(sufficiency(0, 429, 5.0), Sufficiency::TooFew);
        assert_eq!(sufficiency(50, 100, 5.0), Sufficiency::Enough);
        assert_eq!(sufficiency(26, 500, 5.0), Sufficiency::Undecided);
        assert_eq!(sufficiency(0, 0, 5.0), Sufficiency::Undecided);
        assert_eq!(sufficiency(0, 500, 0.0), Sufficiency::Enough);
    }

    #[test]
    fn judges_an_exact_share_by_its_value() {
        let share = |hits, percent| Share { name: "", hits, cases: 10, percent, exact: true };
        assert_eq!(share(5, 50.0).sufficiency(), Sufficiency::Enough);
        assert_eq!(share(4, 50.0).sufficiency(), Sufficiency::TooFew);
    }
}
