//! Sorting by index: one compiled sort for all types.
//!
//! Every instance of `sort` adds to the build time of each user, so the library sorts indices instead of values.

use std::cmp::Ordering;

/// The indices below `count`, sorted by `compare`. Stable: equal ones stay in their order.
pub(crate) fn argsort(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices = Vec::with_capacity(count);
    indices.extend(0..count);
    indices.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    indices
}

#[cfg(test)]
mod tests {
    use super::argsort;

    #[test]
    fn indices_are_sorted_by_their_values_and_stay_stable() {
        let words = ["pear", "fig", "apple", "fig", "kiwi"];
        let by_length = argsort(words.len(), &|a, b| words[a].len().cmp(&words[b].len()));
        assert_eq!(by_length, [1, 3, 0, 4, 2]);
        let by_name = argsort(words.len(), &|a, b| words[a].cmp(words[b]));
        assert_eq!(by_name, [2, 1, 3, 4, 0]);
        assert!(argsort(0, &|_, _| unreachable!("there is nothing to compare")).is_empty());
    }
}
