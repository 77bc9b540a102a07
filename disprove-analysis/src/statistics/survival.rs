//! How long something is not found, where the search may end first.

use super::interval::{Interval, NORMAL};

/// One mutant (or one run): found with input `time`, or not found with that many.
///
/// ```
/// use disprove_analysis::statistics::Subject;
/// let never = Subject { time: 500, is_found: false };
/// assert!(!never.is_found);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The input that found it, or the last one that did not.
    pub time: u64,
    /// Whether it was found.
    pub is_found: bool,
}

/// One input with which something was found.
///
/// ```
/// use disprove_analysis::statistics::{Subject, Survival};
/// let found = |time| Subject { time, is_found: true };
/// let step = Survival::new(&[found(1), found(9)]).steps()[0];
/// assert_eq!((step.time, step.at_risk, step.found), (1, 2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The input.
    pub time: u64,
    /// How many were neither found nor given up before.
    pub at_risk: u64,
    /// How many were found with it.
    pub found: u64,
    /// The share that is found up to here.
    pub share: f64,
    /// Greenwood's interval of the share, on the scale of log(-log), where it stays between 0 and 1. From 1 to 1 once all
    /// are found.
    pub interval: Interval,
}

/// The estimate of Kaplan and Meier, told as the share found rather than the share left.
///
/// ```
/// use disprove_analysis::statistics::{Subject, Survival};
/// let survival = Survival::new(&[
///     Subject { time: 1, is_found: true },
///     Subject { time: 20, is_found: false },
///     Subject { time: 100, is_found: true },
///     Subject { time: 500, is_found: false },
/// ]);
/// assert_eq!(survival.share(50), 0.25);
/// assert_eq!(survival.share(100), 0.625);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    steps: Vec<Step>,
}

impl Survival {
    /// Of these mutants. One given up at the same input as another is found was still there when that was found.
    ///
    /// ```
    /// use disprove_analysis::statistics::Survival;
    /// assert!(Survival::new(&[]).steps().is_empty());
    /// ```
    pub fn new(subjects: &[Subject]) -> Survival {
        let mut sorted = subjects.to_vec();
        sorted.sort_by_key(|subject| subject.time);
        let (mut steps, mut left, mut greenwood) = (Vec::new(), 1.0, 0.0);
        let mut start = 0;
        while start < sorted.len() {
            let time = sorted[start].time;
            let (mut found, mut end) = (0, start);
            while end < sorted.len() && sorted[end].time == time {
                found += u64::from(sorted[end].is_found);
                end += 1;
            }
            if found > 0 {
                let at_risk = (sorted.len() - start) as u64;
                let (d, n) = (found as f64, at_risk as f64);
                left *= (n - d) / n;
                greenwood += d / (n * (n - d));
                let interval = interval(left, greenwood);
                steps.push(Step { time, at_risk, found, share: 1.0 - left, interval });
            }
            start = end;
        }
        Survival { steps }
    }

    /// The inputs with which something was found, in order.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Subject, Survival};
    /// let subject = Subject { time: 3, is_found: true };
    /// assert_eq!(Survival::new(&[subject, subject]).steps().len(), 1);
    /// ```
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The share found with so many inputs.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Subject, Survival};
    /// let survival = Survival::new(&[Subject { time: 3, is_found: true }]);
    /// assert_eq!((survival.share(2), survival.share(3)), (0.0, 1.0));
    /// ```
    pub fn share(&self, time: u64) -> f64 {
        self.at(time).map_or(0.0, |step| step.share)
    }

    /// The last step up to here; `None` if nothing was found yet.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Subject, Survival};
    /// let survival = Survival::new(&[Subject { time: 3, is_found: true }]);
    /// assert_eq!(survival.at(500).map(|step| step.time), Some(3));
    /// ```
    pub fn at(&self, time: u64) -> Option<Step> {
        let number = self.steps.partition_point(|step| step.time <= time);
        Some(self.steps[number.checked_sub(1)?])
    }
}

/// Of the share found, if `left` is the share that is not.
fn interval(left: f64, greenwood: f64) -> Interval {
    if left <= 0.0 {
        return Interval { low: 1.0, high: 1.0 };
    }
    let error = NORMAL * greenwood.sqrt() / left.ln().abs();
    let scale = (-left.ln()).ln();
    let end = |logarithm: f64| 1.0 - (-logarithm.exp()).exp();
    Interval { low: end(scale - error), high: end(scale + error) }
}

#[cfg(test)]
mod tests;
