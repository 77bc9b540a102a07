//! Counts of labels, shares and scores over the cases of a run.

use super::share::{Share, Sufficiency};
use crate::{
    argsort::argsort,
    feedback::{Covered, Feedback, is_same_name},
};

/// The statistics of a run.
#[derive(Default)]
pub(crate) struct Tally {
    /// The count of each label, sorted by label.
    labels: Vec<(String, u64)>,
    /// The count of all labels beyond the first [`MOST_LABELS`].
    others: u64,
    shares: Vec<Share>,
    spreads: Vec<Spread>,
    /// For each name, the number of scores that were not a number.
    not_a_number: Vec<(&'static str, u64)>,
}

/// Labels to count separately. Nobody reads more, and labels made from large values must not fill the memory.
const MOST_LABELS: usize = 1_000;

/// The name under which all further labels are counted.
const OTHERS: &str = "(other labels)";

/// Smallest, largest and mean score of one label of `target!` or `minimize!`. Scores of `minimize!` are negated.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(0..10u8).run(|n| target!("size", n));
/// let size = &report.spreads()[0];
/// assert_eq!((size.name(), size.smallest(), size.largest(), size.mean()), ("size", 0.0, 9.0, 4.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    name: &'static str,
    count: u64,
    smallest: f64,
    largest: f64,
    sum: f64,
    best: Option<BestInput>,
}

/// An input that has the largest score of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestInput {
    /// The names and values of its arguments.
    pub(crate) arguments: Vec<(&'static str, String)>,
    pub(crate) token: String,
}

impl Spread {
    /// The name given to `target!`; empty by default.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| target!(yes));
    /// assert_eq!(report.spreads()[0].name(), "");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The smallest score. `minimize!` reports negated scores.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| target!(yes));
    /// assert_eq!(report.spreads()[0].smallest(), 0.0);
    /// ```
    pub fn smallest(&self) -> f64 {
        self.smallest
    }

    /// The largest score.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| target!(yes));
    /// assert_eq!(report.spreads()[0].largest(), 1.0);
    /// ```
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// The mean score.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<bool>()).run(|yes| target!(yes));
    /// assert_eq!(report.spreads()[0].mean(), 0.5);
    /// ```
    pub fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }

    /// The replay token of the first input with the largest score. `None` for an `#[example(..)]` that its generator cannot
    /// produce.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<Vec<u8>>()).cases(2_000).run(|bytes| target!(bytes.len()));
    /// let longest = &report.spreads()[0];
    /// let token = longest.best_input().expect("no example has the largest score");
    /// let again = check(any::<Vec<u8>>()).replay(token).cases(1).run(|bytes| target!(bytes.len()));
    /// assert_eq!(again.spreads()[0].largest(), longest.largest());
    /// ```
    pub fn best_input(&self) -> Option<&str> {
        self.best.as_ref().map(|best| &*best.token)
    }

    /// The arguments of that input, in one line.
    pub(crate) fn best_arguments(&self) -> Option<String> {
        let best = self.best.as_ref()?;
        let mut all = Vec::new();
        for (name, value) in &best.arguments {
            let separator = if name.is_empty() { "" } else { ": " };
            all.push(format!("{name}{separator}{value}"));
        }
        (!all.is_empty()).then(|| all.join(", "))
    }
}

impl Tally {
    /// Counts the feedback of a valid case. Returns the names of scores that are larger than all before.
    pub(crate) fn add(&mut self, feedback: &Feedback) -> Vec<&'static str> {
        for label in &feedback.labels {
            match self.labels.binary_search_by(|known| known.0.cmp(label)) {
                Ok(at) => self.labels[at].1 += 1,
                Err(at) if self.labels.len() < MOST_LABELS => {
                    self.labels.insert(at, (label.clone(), 1));
                }
                Err(_) => self.others += 1,
            }
        }
        for covered in &feedback.covers {
            self.share(*covered);
        }
        let mut best = Vec::new();
        for &(name, score) in &feedback.scores {
            if self.score(name, score) {
                best.push(name);
            }
        }
        best
    }

    pub(crate) fn set_best_input(&mut self, name: &str, input: BestInput) {
        if let Some(spread) = self.spreads.iter_mut().find(|it| is_same_name(it.name, name)) {
            spread.best = Some(input);
        }
    }

    fn share(&mut self, Covered { name, hit, percent }: Covered) {
        let at =
            self.shares.iter().position(|share| is_same_name(share.name, name)).unwrap_or_else(
                || {
                    self.shares.push(Share { name, hits: 0, cases: 0, percent, exact: false });
                    self.shares.len() - 1
                },
            );
        let share = &mut self.shares[at];
        share.cases += 1;
        share.hits += u64::from(hit);
        share.percent = share.percent.max(percent);
    }

    /// True if the score is larger than all before.
    fn score(&mut self, name: &'static str, score: f64) -> bool {
        if score.is_nan() {
            match self.not_a_number.iter_mut().find(|known| is_same_name(known.0, name)) {
                Some((_, times)) => *times += 1,
                None => self.not_a_number.push((name, 1)),
            }
            return false;
        }
        // Infinities of both signs would have no mean.
        let finite = score.clamp(f64::MIN, f64::MAX);
        let (smallest, largest) = (score, score);
        let new = Spread { name, count: 1, smallest, largest, sum: finite, best: None };
        let known = self.spreads.iter_mut().find(|spread| is_same_name(spread.name, name));
        let Some(spread) = known else {
            self.spreads.push(new);
            return true;
        };
        let is_best = score > spread.largest;
        spread.count += 1;
        spread.smallest = spread.smallest.min(score);
        spread.largest = spread.largest.max(score);
        spread.sum += finite;
        is_best
    }

    /// Marks the shares as exact: all inputs were counted.
    pub(crate) fn mark_exact(&mut self) {
        for share in &mut self.shares {
            share.exact = true;
        }
    }

    /// Whether more cases are needed to judge a share.
    pub(crate) fn is_undecided(&self) -> bool {
        self.shares.iter().any(|share| share.sufficiency() == Sufficiency::Undecided)
    }

    /// The names of scores that were not a number, and how often.
    pub(crate) fn not_a_number(&self) -> &[(&'static str, u64)] {
        &self.not_a_number
    }

    /// The labels by frequency, the shares and the spreads.
    pub(crate) fn into_parts(mut self) -> (Vec<(String, u64)>, Vec<Share>, Vec<Spread>) {
        let mut labels = Vec::with_capacity(self.labels.len() + 1);
        let count = |number: usize| self.labels[number].1;
        for number in argsort(self.labels.len(), &|a, b| count(b).cmp(&count(a))) {
            labels.push(std::mem::take(&mut self.labels[number]));
        }
        if self.others > 0 {
            labels.push((OTHERS.to_owned(), self.others));
        }
        (labels, self.shares, self.spreads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_labels_by_frequency() {
        let mut tally = Tally::default();
        for label in ["b", "a", "c", "c"] {
            tally.add(&Feedback { labels: vec![label.to_owned()], ..Feedback::default() });
        }
        let (labels, ..) = tally.into_parts();
        assert_eq!(labels, [("c".to_owned(), 2), ("a".to_owned(), 1), ("b".to_owned(), 1)]);
    }

    #[test]
    fn limits_the_number_of_labels() {
        let mut tally = Tally::default();
        for n in 0..3_000 {
            tally.add(&Feedback { labels: vec![n.to_string()], ..Feedback::default() });
        }
        let (labels, ..) = tally.into_parts();
        assert_eq!(labels.len(), MOST_LABELS + 1);
        assert_eq!(labels.last(), Some(&(OTHERS.to_owned(), 2_000)));
    }

    #[test]
    fn groups_scores_by_name() {
        let mut tally = Tally::default();
        for score in [3.0, -1.0, 4.0] {
            tally.add(&Feedback { scores: vec![("x", score), ("y", 1.0)], ..Feedback::default() });
        }
        let (_, _, spreads) = tally.into_parts();
        let x = &spreads[0];
        assert_eq!((x.smallest(), x.largest(), x.mean()), (-1.0, 4.0, 2.0));
        assert_eq!(spreads.len(), 2);
    }

    #[test]
    fn counts_scores_that_are_not_numbers_and_ignores_them_in_the_mean() {
        let mut tally = Tally::default();
        for score in [3.0, f64::NAN, 5.0, f64::NAN] {
            tally.add(&Feedback { scores: vec![("x", score)], ..Feedback::default() });
        }
        assert_eq!(tally.not_a_number(), [("x", 2)]);
        let (_, _, spreads) = tally.into_parts();
        assert_eq!(
            (spreads[0].smallest(), spreads[0].largest(), spreads[0].mean()),
            (3.0, 5.0, 4.0)
        );
    }

    #[test]
    fn the_mean_of_infinite_scores_is_a_number() {
        let mut tally = Tally::default();
        for score in [f64::INFINITY, f64::NEG_INFINITY] {
            tally.add(&Feedback { scores: vec![("x", score)], ..Feedback::default() });
        }
        let (_, _, spreads) = tally.into_parts();
        let (mean, largest) = (spreads[0].mean(), spreads[0].largest());
        assert_eq!((mean, largest), (0.0, f64::INFINITY));
    }
}
