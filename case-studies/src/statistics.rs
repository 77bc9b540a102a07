//! Summaries of many repetitions.

use crate::table::{NONE, count};
use serde_json::{Value, json};

/// When a failure was found, over all repetitions.
///
/// Median and 90th percentile are over all repetitions, so that one that found nothing counts as worse than any
/// that did. Mean and maximum are those of the repetitions that found something, as in the papers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Repetitions.
    pub runs: u64,
    /// Those that found a failure.
    pub found: u64,
    /// Mean of those that found one.
    pub mean: Option<f64>,
    /// The middle one of all, if it found a failure.
    pub median: Option<u64>,
    /// Nine of ten found a failure by then, if they did.
    pub p90: Option<u64>,
    /// The slowest of those that found one.
    pub max: Option<u64>,
    limit: u64,
}

impl Summary {
    /// The summary of repetitions with this limit of executions each.
    pub fn of(found_at: &[Option<u64>], limit: u64) -> Summary {
        let mut sorted: Vec<u64> = found_at.iter().filter_map(|at| *at).collect();
        sorted.sort_unstable();
        let runs = found_at.len();
        let sum: u64 = sorted.iter().sum();
        Summary {
            runs: runs as u64,
            found: sorted.len() as u64,
            mean: (!sorted.is_empty()).then(|| sum as f64 / sorted.len() as f64),
            median: median(&sorted, runs),
            p90: (runs > 0)
                .then(|| (runs * 9).div_ceil(10) - 1)
                .and_then(|at| sorted.get(at).copied()),
            max: sorted.last().copied(),
            limit,
        }
    }

    /// The cells `found`, `median`, `mean`, `p90` and `max`.
    pub fn cells(&self) -> [String; 5] {
        let beyond = || format!("> {}", count(self.limit));
        let known = |at: Option<u64>| at.map_or_else(beyond, count);
        let mean = self.mean.map_or_else(|| NONE.to_owned(), |mean| count(mean.round() as u64));
        let max = self.max.map_or_else(|| NONE.to_owned(), count);
        let found = format!("{}/{}", self.found, self.runs);
        [found, known(self.median), mean, known(self.p90), max]
    }

    /// The summary for programs.
    pub fn json(&self) -> Value {
        json!({
            "runs": self.runs, "found": self.found, "limit": self.limit, "mean": self.mean,
            "median": self.median, "p90": self.p90, "max": self.max,
        })
    }
}

/// The middle of `runs` numbers, of which only the smallest are known; of an even number, the mean of both.
fn median(sorted: &[u64], runs: usize) -> Option<u64> {
    let upper = *sorted.get(runs / 2)?;
    let lower = if runs.is_multiple_of(2) { sorted[runs / 2 - 1] } else { upper };
    Some(lower.midpoint(upper))
}

/// The smallest, middle and largest of some figures.
pub fn spread(figures: &[f64]) -> [f64; 3] {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
    [at(0), f64::midpoint(at(last / 2), at(last.div_ceil(2))), at(last)]
}

#[cfg(test)]
mod tests {
    use super::{Summary, spread};

    #[test]
    fn repetitions_that_found_nothing_count_as_the_slowest() {
        let found = [Some(10), None, Some(30), Some(20), None];
        let summary = Summary::of(&found, 1_000);
        assert_eq!((summary.runs, summary.found), (5, 3));
        assert_eq!((summary.mean, summary.median), (Some(20.0), Some(30)));
        assert_eq!((summary.p90, summary.max), (None, Some(30)));
        assert_eq!(summary.cells(), ["3/5", "30", "20", "> 1,000", "30"]);
    }

    #[test]
    fn a_full_set_of_repetitions_has_all_figures() {
        let found: Vec<Option<u64>> = (1..=100).rev().map(Some).collect();
        let summary = Summary::of(&found, 1_000);
        assert_eq!(summary.cells(), ["100/100", "50", "51", "90", "100"]);
    }

    #[test]
    fn nothing_found_leaves_no_figure() {
        assert_eq!(Summary::of(&[None, None], 7).cells(), ["0/2", "> 7", "-", "> 7", "-"]);
        assert_eq!(Summary::of(&[], 7).cells(), ["0/0", "> 7", "-", "> 7", "-"]);
    }

    #[test]
    fn the_spread_of_figures_is_their_smallest_middle_and_largest() {
        assert_eq!(spread(&[3.0, 1.0, 2.0]).map(|it| it.to_string()), ["1", "2", "3"]);
        assert_eq!(spread(&[4.0, 1.0, 2.0, 3.0]).map(|it| it.to_string()), ["1", "2.5", "4"]);
    }
}
