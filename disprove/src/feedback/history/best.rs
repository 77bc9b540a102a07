//! The largest observation so far.

use super::History;

/// A history that changes with every observation larger than all before it.
///
/// Values that cannot be compared, such as NaN, change nothing.
///
/// ```
/// use disprove::{history::Best, prelude::*};
///
/// let mut best = Best::default();
/// assert!(best.update(&3));
/// assert!(!best.update(&3));
/// assert!(best.update(&5));
/// assert_eq!(best.largest(), Some(&5));
///
/// let report = check(vec(any::<u8>())).history(Best::<usize>::default()).run(|bytes| {
///     observe!(bytes.iter().take_while(|b| **b == 7).count());
/// });
/// assert!(report.failures().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Best<T> {
    largest: Option<T>,
}

impl<T> Best<T> {
    /// The largest observation; `None` before the first.
    ///
    /// ```
    /// use disprove::history::Best;
    ///
    /// assert_eq!(Best::<u32>::default().largest(), None);
    /// ```
    pub fn largest(&self) -> Option<&T> {
        self.largest.as_ref()
    }
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { largest: None }
    }
}

#[diagnostic::do_not_recommend]
impl<T: PartialOrd + Clone + 'static> History for Best<T> {
    type Observation = T;

    fn update(&mut self, observation: &T) -> bool {
        // A value that does not equal itself, such as NaN, is not larger.
        let larger = match &self.largest {
            Some(largest) => observation > largest,
            None => observation.partial_cmp(observation).is_some(),
        };
        if larger {
            self.largest = Some(observation.clone());
        }
        larger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_larger_observation_changes_it() {
        let mut best = Best::default();
        let changes = [-1.0, -1.0, -2.0, 0.5, f64::INFINITY, 7.0].map(|x| best.update(&x));
        assert_eq!(changes, [true, false, false, true, true, false]);
        assert_eq!(best.largest(), Some(&f64::INFINITY));
    }

    #[test]
    fn nan_changes_nothing() {
        let mut best = Best::default();
        assert_eq!(
            [f64::NAN, 1.0, f64::NAN, 2.0].map(|x| best.update(&x)),
            [false, true, false, true]
        );
    }
}
