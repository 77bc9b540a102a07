//! The one sort of the library. Each type that is argsort compiles a sort of its own, which the first build of
//! every user pays for; what is argsort here are numbers, whatever they stand for.

use std::cmp::Ordering;

/// The numbers below `count`, argsort by what they stand for. Equal ones stay in their order.
pub(crate) fn argsort(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers = Vec::with_capacity(count);
    numbers.extend(0..count);
    numbers.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    numbers
}

#[cfg(test)]
mod tests {
    use super::argsort;

    #[test]
    fn numbers_are_sorted_by_what_they_stand_for() {
        let words = ["pear", "fig", "apple", "fig", "kiwi"];
        let by_length = argsort(words.len(), &|a, b| words[a].len().cmp(&words[b].len()));
        assert_eq!(by_length, [1, 3, 0, 4, 2]);
        let by_name = argsort(words.len(), &|a, b| words[a].cmp(words[b]));
        assert_eq!(by_name, [2, 1, 3, 4, 0]);
        assert!(argsort(0, &|_, _| unreachable!("there is nothing to compare")).is_empty());
    }
}
