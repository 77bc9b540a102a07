//! Stratified tables, whose strata must not be pooled.

use super::{
    interval::{Estimate, Interval, chi_square_p},
    table::Table,
};

/// A table for each mutant (or each project). Only pairs of the same mutant are compared, so mutants that all tests or
/// no test kills carry no information.
///
/// ```
/// use disprove_analysis::statistics::{Strata, Table};
/// let mut strata = Strata::default();
/// strata.add(Table::new(3, 5, 1, 5));
/// strata.add(Table::new(2, 5, 1, 5));
/// assert!(strata.odds_ratio().is_some_and(|ratio| ratio.value > 1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strata {
    // Mantel and Haenszel 1959: sums over the tables of a*d/n and b*c/n.
    r: f64,
    s: f64,
    // Robins, Breslow and Greenland 1986, for the variance.
    pr: f64,
    ps_qr: f64,
    qs: f64,
    // For the test: the kills of the first group, their expectation and their variance.
    kills: f64,
    expected: f64,
    variance: f64,
}

impl Strata {
    /// Adds a stratum.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Strata, Table};
    /// let mut strata = Strata::default();
    /// strata.add(Table::new(2, 4, 1, 4));
    /// assert_eq!(strata.odds_ratio().map(|ratio| ratio.value), Some(3.0));
    /// ```
    #[expect(clippy::many_single_char_names, reason = "the letters of the papers")]
    pub fn add(&mut self, table: Table) {
        let [a, b, c, d] = table.cells().map(|cell| cell as f64);
        let n = a + b + c + d;
        if n == 0.0 {
            return;
        }
        let (r, s) = (a * d / n, b * c / n);
        let (p, q) = ((a + d) / n, (b + c) / n);
        self.r += r;
        self.s += s;
        self.pr += p * r;
        self.ps_qr += p * s + q * r;
        self.qs += q * s;
        self.kills += a;
        self.expected += (a + b) * (a + c) / n;
        if n > 1.0 {
            self.variance += (a + b) * (c + d) * (a + c) * (b + d) / (n * n * (n - 1.0));
        }
    }

    /// The odds ratio of Mantel and Haenszel, with the interval of Robins, Breslow and Greenland. `None` if it is not
    /// finite: no stratum has a kill in one group and a miss in the other, or none the other way round.
    ///
    /// ```
    /// use disprove_analysis::statistics::Strata;
    /// assert_eq!(Strata::default().odds_ratio(), None);
    /// ```
    pub fn odds_ratio(&self) -> Option<Estimate> {
        if self.r <= 0.0 || self.s <= 0.0 {
            return None;
        }
        let value = self.r / self.s;
        let variance = self.pr / (2.0 * self.r * self.r)
            + self.ps_qr / (2.0 * self.r * self.s)
            + self.qs / (2.0 * self.s * self.s);
        Some(Estimate { value, interval: Interval::of_ratio(value.ln(), variance.sqrt()) })
    }

    /// The p value of the Cochran-Mantel-Haenszel test, without continuity correction. `None` if no stratum carries
    /// information.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Strata, Table};
    /// let mut strata = Strata::default();
    /// strata.add(Table::new(5, 5, 5, 5));
    /// assert_eq!(strata.p(), None);
    /// ```
    pub fn p(&self) -> Option<f64> {
        let difference = self.kills - self.expected;
        (self.variance > 0.0).then(|| chi_square_p(difference * difference / self.variance, 1))
    }
}

#[cfg(test)]
mod tests;
