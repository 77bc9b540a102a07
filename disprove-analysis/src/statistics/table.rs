//! Two-by-two tables: two groups of pairs, and the kills in each.

use super::{
    fisher,
    interval::{Estimate, Interval, chi_square_p},
};

/// Added to each cell where one is empty (Haldane 1955).
const HALDANE: f64 = 0.5;

/// A two-by-two table: `one` kills among `one_of` pairs of the first group, and `other` among `other_of` of the second.
///
/// ```
/// use disprove_analysis::statistics::Table;
/// let table = Table::new(13, 148, 11, 239);
/// assert_eq!(format!("{:.2}", table.haldane().expect("both groups have pairs").value), "1.98");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Table {
    one: u64,
    one_missed: u64,
    other: u64,
    other_missed: u64,
}

impl Table {
    /// The kills and the pairs of the first group, then of the second. Kills beyond the number of pairs are ignored.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(Table::new(1, 2, 3, 4).cells(), [1, 1, 3, 1]);
    /// ```
    pub fn new(one: u64, one_of: u64, other: u64, other_of: u64) -> Table {
        Table {
            one: one.min(one_of),
            one_missed: one_of.saturating_sub(one),
            other: other.min(other_of),
            other_missed: other_of.saturating_sub(other),
        }
    }

    /// Counts a pair.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// let mut table = Table::default();
    /// table.count(true, true);
    /// table.count(false, true);
    /// assert_eq!(table, Table::new(1, 1, 1, 1));
    /// ```
    pub fn count(&mut self, is_one: bool, is_kill: bool) {
        let cell = match (is_one, is_kill) {
            (true, true) => &mut self.one,
            (true, false) => &mut self.one_missed,
            (false, true) => &mut self.other,
            (false, false) => &mut self.other_missed,
        };
        *cell += 1;
    }

    /// Kills and misses of the first group, then of the second.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(Table::new(0, 5, 1, 5).cells(), [0, 5, 1, 4]);
    /// ```
    pub fn cells(&self) -> [u64; 4] {
        [self.one, self.one_missed, self.other, self.other_missed]
    }

    /// The number of pairs.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(Table::new(0, 5, 1, 6).pairs(), 11);
    /// ```
    pub fn pairs(&self) -> u64 {
        self.cells().iter().sum()
    }

    /// The odds of a kill in the first group relative to the second, with its Wald interval. Falls back to
    /// [`Table::haldane`] if a cell is empty; `None` if a group has no pairs.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(Table::new(2, 4, 1, 4).odds_ratio().map(|ratio| ratio.value), Some(3.0));
    /// assert_eq!(Table::new(0, 0, 1, 4).odds_ratio(), None);
    /// ```
    pub fn odds_ratio(&self) -> Option<Estimate> {
        let is_empty = self.cells().contains(&0);
        self.ratio(if is_empty { HALDANE } else { 0.0 })
    }

    /// The odds ratio with 0.5 added to each cell, which is finite even if a group has no kill.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert!(Table::new(0, 50, 20, 800).haldane().is_some_and(|ratio| ratio.value < 1.0));
    /// ```
    pub fn haldane(&self) -> Option<Estimate> {
        self.ratio(HALDANE)
    }

    fn ratio(&self, added: f64) -> Option<Estimate> {
        let [one, one_missed, other, other_missed] = self.cells();
        if one + one_missed == 0 || other + other_missed == 0 {
            return None;
        }
        let cells = self.cells().map(|cell| cell as f64 + added);
        let value = (cells[0] / cells[1]) / (cells[2] / cells[3]);
        let error = cells.iter().map(|cell| 1.0 / cell).sum::<f64>().sqrt();
        Some(Estimate { value, interval: Interval::of_ratio(value.ln(), error) })
    }

    /// The likelihood-ratio chi-square statistic, as paper (e) calls it.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(format!("{:.2}", Table::new(13, 148, 11, 239).g_squared()), "2.66");
    /// ```
    pub fn g_squared(&self) -> f64 {
        let [a, b, c, d] = self.cells().map(|cell| cell as f64);
        let all = a + b + c + d;
        let mut sum = 0.0;
        for (cell, row, column) in
            [(a, a + b, a + c), (b, a + b, b + d), (c, c + d, a + c), (d, c + d, b + d)]
        {
            if cell > 0.0 {
                sum += cell * (cell * all / (row * column)).ln();
            }
        }
        // Rounding can make the statistic slightly negative.
        (2.0 * sum).max(0.0)
    }

    /// The p value of [`Table::g_squared`].
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(format!("{:.3}", Table::new(13, 148, 31, 718).p()), "0.036");
    /// ```
    pub fn p(&self) -> f64 {
        chi_square_p(self.g_squared(), 1)
    }

    /// Cramér's V as in paper (e), from the likelihood-ratio statistic; 0 for a table without pairs.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert_eq!(format!("{:.3}", Table::new(8, 43, 36, 823).v()), "0.112");
    /// ```
    pub fn v(&self) -> f64 {
        match self.pairs() {
            0 => 0.0,
            pairs => (self.g_squared() / pairs as f64).sqrt(),
        }
    }

    /// The two-sided p value of Fisher's exact test, which is valid for small cells too.
    ///
    /// ```
    /// use disprove_analysis::statistics::Table;
    /// assert!((Table::new(3, 4, 1, 4).fisher() - 34.0 / 70.0).abs() < 1e-12);
    /// ```
    pub fn fisher(&self) -> f64 {
        fisher::two_sided(self.cells())
    }
}

#[cfg(test)]
mod tests;
