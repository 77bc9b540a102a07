//! Whether enough cases are of some kind.

/// How many of the cases that were asked were of some kind.
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
    /// All inputs there are were asked, so the share is exact.
    pub(super) exact: bool,
}

/// What is known about a share so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Enough,
    TooFew,
    /// More cases would tell.
    Undecided,
}

/// How many standard deviations make certain: a share that is large enough is called too small once in a
/// million looks, and a run takes at most five.
const CERTAIN: f64 = 4.75;

/// A share this near below what is required is not held against a property: to tell it from one that is just
/// large enough would take any number of cases. The same tolerance as in Haskell's QuickCheck.
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

    /// How many cases were of this kind.
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

    /// How many cases came to the `cover!`.
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

    /// The share that is required, in percent; 0, if none is.
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

    /// The share that was measured, in percent.
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

    /// Whether it is certain that the share is smaller than required.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| cover!("even", n % 2 == 0, 90.0));
    /// assert!(report.shares()[0].is_too_small());
    /// ```
    pub fn is_too_small(&self) -> bool {
        self.known() == Known::TooFew
    }

    pub(crate) fn known(&self) -> Known {
        if self.percent <= 0.0 {
            return Known::Enough;
        }
        if self.exact {
            let enough = self.measured() >= self.percent;
            return if enough { Known::Enough } else { Known::TooFew };
        }
        if self.cases == 0 {
            return Known::Undecided;
        }
        let (low, high) = interval(self.hits as f64, self.cases as f64, CERTAIN);
        let wanted = self.percent / 100.0;
        match () {
            () if high < wanted => Known::TooFew,
            () if low >= wanted * TOLERANCE => Known::Enough,
            () => Known::Undecided,
        }
    }
}

/// The true share lies between these two, so many standard deviations apart from what was measured: Wilson's
/// interval, which holds for small shares as well.
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

    fn known(hits: u64, cases: u64, percent: f64) -> Known {
        Share { name: "", hits, cases, percent, exact: false }.known()
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Wilson, with z = 4.75, computed with another program.
        let (low, high) = interval(25.0, 500.0, CERTAIN);
        assert!((low - 0.020_15).abs() < 1e-5, "{low}");
        assert!((high - 0.118_71).abs() < 1e-5, "{high}");
    }

    #[test]
    fn a_share_is_judged_only_when_the_cases_tell() {
        assert_eq!(known(0, 20, 5.0), Known::Undecided);
        assert_eq!(known(0, 500, 5.0), Known::TooFew);
        assert_eq!(known(50, 100, 5.0), Known::Enough);
        assert_eq!(known(26, 500, 5.0), Known::Undecided);
        assert_eq!(known(0, 0, 5.0), Known::Undecided);
        assert_eq!(known(0, 500, 0.0), Known::Enough);
    }

    #[test]
    fn where_every_input_was_tried_the_share_is_exact() {
        let share = |hits, percent| Share { name: "", hits, cases: 10, percent, exact: true };
        assert_eq!(share(5, 50.0).known(), Known::Enough);
        assert_eq!(share(4, 50.0).known(), Known::TooFew);
    }
}
