//! Survival analysis: the number of inputs until something is found, with censored observations.

use super::interval::{Interval, NORMAL};

/// One mutant (or one run): found by input number `time`, or censored after that many.
///
/// ```
/// use disprove_analysis::statistics::Observation;
/// let never = Observation { time: 500, is_found: false };
/// assert!(!never.is_found);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The number of the input that found it, or of the last one tried.
    pub time: u64,
    /// Whether it was found; otherwise it is censored.
    pub is_found: bool,
}

/// An input number at which something was found.
///
/// ```
/// use disprove_analysis::statistics::{Observation, Survival};
/// let found = |time| Observation { time, is_found: true };
/// let step = Survival::new(&[found(1), found(9)]).steps()[0];
/// assert_eq!((step.time, step.at_risk, step.found), (1, 2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The input number.
    pub time: u64,
    /// How many were neither found nor censored before.
    pub at_risk: u64,
    /// How many were found at it.
    pub found: u64,
    /// The share found up to here.
    pub share: f64,
    /// Greenwood's interval of the share on the log(-log) scale, which stays between 0 and 1. From 1 to 1 once all are
    /// found.
    pub interval: Interval,
}

/// The Kaplan-Meier estimate, as the share found rather than the share left.
///
/// ```
/// use disprove_analysis::statistics::{Observation, Survival};
/// let survival = Survival::new(&[
///     Observation { time: 1, is_found: true },
///     Observation { time: 20, is_found: false },
///     Observation { time: 100, is_found: true },
///     Observation { time: 500, is_found: false },
/// ]);
/// assert_eq!(survival.share(50), 0.25);
/// assert_eq!(survival.share(100), 0.625);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    steps: Vec<Step>,
}

impl Survival {
    /// The estimate for these observations. An observation censored at an input still counts as at risk there.
    ///
    /// ```
    /// use disprove_analysis::statistics::Survival;
    /// assert!(Survival::new(&[]).steps().is_empty());
    /// ```
    pub fn new(observations: &[Observation]) -> Survival {
        let mut sorted = observations.to_vec();
        sorted.sort_by_key(|observation| observation.time);
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

    /// The steps in order of the input number.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Observation, Survival};
    /// let observation = Observation { time: 3, is_found: true };
    /// assert_eq!(Survival::new(&[observation, observation]).steps().len(), 1);
    /// ```
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The share found with `time` inputs.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Observation, Survival};
    /// let survival = Survival::new(&[Observation { time: 3, is_found: true }]);
    /// assert_eq!((survival.share(2), survival.share(3)), (0.0, 1.0));
    /// ```
    pub fn share(&self, time: u64) -> f64 {
        self.at(time).map_or(0.0, |step| step.share)
    }

    /// The last step at or before `time`; `None` if nothing was found by then.
    ///
    /// ```
    /// use disprove_analysis::statistics::{Observation, Survival};
    /// let survival = Survival::new(&[Observation { time: 3, is_found: true }]);
    /// assert_eq!(survival.at(500).map(|step| step.time), Some(3));
    /// ```
    pub fn at(&self, time: u64) -> Option<Step> {
        let number = self.steps.partition_point(|step| step.time <= time);
        Some(self.steps[number.checked_sub(1)?])
    }
}

/// The interval of the share found, where `left` is the share not found.
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
