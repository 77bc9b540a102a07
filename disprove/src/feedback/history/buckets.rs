//! Counts per observation of each item, by order of magnitude.

use super::History;
use std::{collections::HashMap, fmt, hash::Hash};

/// A history that changes when an item occurs in an observation with a new order of magnitude.
///
/// An observation is a collection that contains each item as often as it happened. Counts fall into the classes 1, 2
/// to 3, 4 to 7, 8 to 15 and so on, as in AFL. A loop that runs much longer is thus interesting, while each single
/// further iteration is not.
///
/// ```
/// use disprove::{history::Buckets, prelude::*};
///
/// let mut buckets = Buckets::default();
/// assert!(buckets.update(&vec!["loop"; 9]));
/// assert!(!buckets.update(&vec!["loop"; 10]));
/// assert!(buckets.update(&vec!["loop"; 16]));
///
/// let report = check(vec(any::<bool>())).history(Buckets::<Vec<bool>>::default()).run(|flips| {
///     observe!(flips);
/// });
/// assert!(report.failures().is_empty());
/// ```
pub struct Buckets<C: IntoIterator> {
    /// For each item the classes observed so far: bit n stands for counts with n + 1 binary digits.
    seen: HashMap<C::Item, u64>,
}

impl<C: IntoIterator> Default for Buckets<C> {
    fn default() -> Buckets<C> {
        Buckets { seen: HashMap::new() }
    }
}

impl<C: IntoIterator> fmt::Debug for Buckets<C> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Buckets").field("len", &self.seen.len()).finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<C> History for Buckets<C>
where
    C: IntoIterator + 'static,
    C::Item: Clone + Eq + Hash + 'static,
    for<'a> &'a C: IntoIterator<Item = &'a C::Item>,
{
    type Observation = C;

    fn update(&mut self, observation: &C) -> bool {
        let mut counts: HashMap<&C::Item, u64> = HashMap::new();
        for item in observation {
            *counts.entry(item).or_default() += 1;
        }
        let mut changed = false;
        for (item, count) in counts {
            let class = 1 << count.ilog2();
            if let Some(classes) = self.seen.get_mut(item) {
                changed |= *classes & class == 0;
                *classes |= class;
            } else {
                self.seen.insert(item.clone(), class);
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_new_order_of_magnitude_changes_it() {
        let mut buckets = Buckets::default();
        let mut changes = |counts: [usize; 5]| counts.map(|n| buckets.update(&vec!['x'; n]));
        assert_eq!(changes([1, 1, 2, 3, 4]), [true, false, true, false, true]);
        assert_eq!(changes([7, 9, 8, 15, 2]), [false, true, false, false, false]);
        assert_eq!(changes([16, 31, 32, 17, 1]), [true, false, true, false, false]);
        let mut buckets = Buckets::default();
        let fewer = [9, 4, 5, 1, 2].map(|n| buckets.update(&vec!['x'; n]));
        assert_eq!(fewer, [true, true, false, true, true], "fewer than before, for the first time");
    }

    #[test]
    fn each_item_has_its_own_counts() {
        let mut buckets = Buckets::default();
        assert!(buckets.update(&vec![1, 2, 2]));
        assert!(!buckets.update(&vec![2, 1, 2]));
        assert!(buckets.update(&vec![1, 1, 2]));
        assert!(!buckets.update(&Vec::new()));
    }
}
