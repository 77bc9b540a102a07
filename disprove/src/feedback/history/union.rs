//! All items observed so far.

use super::History;
use std::{collections::HashSet, fmt, hash::Hash};

/// A history that changes with every item not observed before, as coverage does.
///
/// An observation is a collection, such as a `Vec` or a set, of lines, branches, states or other items worth reaching
/// once.
///
/// ```
/// use disprove::{history::Union, prelude::*};
///
/// let mut union = Union::default();
/// assert!(union.update(&vec!['a', 'b']));
/// assert!(!union.update(&vec!['b']));
/// assert!(union.update(&vec!['b', 'c']));
/// assert_eq!(union.len(), 3);
/// ```
///
/// As the history of a property: `#[property(history = Union::<Vec<char>>)]`. The module [`history`](crate::history) has an
/// example.
pub struct Union<C: IntoIterator> {
    seen: HashSet<C::Item>,
}

impl<C: IntoIterator> Union<C> {
    /// Number of different items observed.
    ///
    /// ```
    /// use disprove::history::Union;
    ///
    /// assert_eq!(Union::<Vec<u32>>::default().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether nothing was observed.
    ///
    /// ```
    /// use disprove::history::Union;
    ///
    /// assert!(Union::<Vec<u32>>::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

impl<C: IntoIterator> Default for Union<C> {
    fn default() -> Union<C> {
        Union { seen: HashSet::new() }
    }
}

impl<C: IntoIterator> fmt::Debug for Union<C> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Union").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<C> History for Union<C>
where
    C: IntoIterator + 'static,
    C::Item: Clone + Eq + Hash + 'static,
    for<'a> &'a C: IntoIterator<Item = &'a C::Item>,
{
    type Observation = C;

    fn update(&mut self, observation: &C) -> bool {
        let before = self.seen.len();
        for item in observation {
            if !self.seen.contains(item) {
                self.seen.insert(item.clone());
            }
        }
        self.seen.len() > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn only_a_new_item_changes_it() {
        let mut union = Union::default();
        let changes = [&[1, 2][..], &[2, 1], &[], &[1, 1, 3]].map(|x| union.update(&x.to_vec()));
        assert_eq!(changes, [true, false, false, true]);
        assert_eq!(union.len(), 3);
    }

    #[test]
    fn any_collection_can_be_observed() {
        let mut union = Union::default();
        assert!(union.update(&BTreeSet::from(["a".to_owned()])));
        assert!(!union.update(&BTreeSet::from(["a".to_owned()])));
    }
}
