//! Traced predicates pass on the distance of their last decision.

use super::recorded_distance;
use crate::trace;
use std::fmt::Debug;

/// The distance of `assume!(predicate(value))`; 0 if it holds.
fn traced<T: ?Sized>(predicate: fn(&T) -> bool, value: &T) -> f64 {
    trace::record(|| recorded_distance(|| disprove::__private::condition!(predicate(value)))).0
}

/// Asserts that the distance falls from value to value, and is 0 for the last one only.
fn falls<T: Debug>(predicate: fn(&T) -> bool, values: &[T]) {
    let distances: Vec<f64> = values.iter().map(|value| traced(predicate, value)).collect();
    assert!(distances.is_sorted_by(|a, b| a > b), "{values:?} {distances:?}");
    assert_eq!(distances.last(), Some(&0.0), "{values:?} {distances:?}");
    assert!(distances.iter().all(|it| *it <= 1.0), "{distances:?}");
}

/// A list that caches its length and its sum.
#[derive(Clone, Debug)]
struct Cached {
    count: usize,
    sum: u64,
    items: Vec<u32>,
}

fn cached(count: usize, sum: u64, items: &[u32]) -> Cached {
    Cached { count, sum, items: items.to_vec() }
}

fn lists() -> Vec<Cached> {
    vec![
        cached(900, 900, &[1, 2]),
        cached(5, 900, &[1, 2]),
        cached(2, 900, &[1, 2]),
        cached(2, 7, &[1, 2]),
        cached(2, 3, &[1, 2]),
    ]
}

#[trace]
fn fits(list: &Cached) -> bool {
    list.count == list.items.len()
        && list.sum == list.items.iter().map(|it| u64::from(*it)).sum::<u64>()
}

#[trace]
fn fits_early(list: &Cached) -> bool {
    if list.count != list.items.len() {
        return false;
    }
    let mut sum = 0;
    for item in &list.items {
        sum += u64::from(*item);
    }
    if sum != list.sum {
        return false;
    }
    true
}

#[trace]
fn check(list: &Cached) -> Result<u64, String> {
    if list.count != list.items.len() {
        return Err(format!("count {}", list.count));
    }
    let sum = list.items.iter().map(|it| u64::from(*it)).sum();
    if list.sum == sum { Ok(sum) } else { Err("sum".to_owned()) }
}

#[test]
fn conjunctions_early_returns_and_results_pull_alike() {
    falls(fits, &lists());
    falls(fits_early, &lists());
    falls(|list| check(list).is_ok(), &lists());
    #[trace]
    fn through(list: &Cached) -> bool {
        let Ok(sum) = check(list) else { return false };
        sum < 1_000
    }
    falls(through, &lists());
    #[trace]
    fn question(list: &Cached) -> Option<u64> {
        let sum = check(list).ok()?;
        Some(sum)
    }
    falls(|list| question(list).is_some(), &lists());
    #[trace]
    fn none(list: &Cached) -> Option<u64> {
        if list.count != list.items.len() {
            return None;
        }
        let mut sum = 1;
        match check(list) {
            Ok(checked) => sum += checked,
            Err(_) => return None,
        }
        Some(sum)
    }
    falls(|list| none(list).is_some(), &lists());
    #[trace]
    fn matched(list: &Cached) -> bool {
        match check(list) {
            Ok(_) => true,
            Err(_) => false,
        }
    }
    falls(matched, &lists());
    #[trace]
    fn negated(list: &Cached) -> bool {
        !(list.count != list.items.len()) && !is_wrong(list)
    }
    #[trace]
    fn is_wrong(list: &Cached) -> bool {
        for _ in 0..1 {
            if list.sum != list.items.iter().map(|it| u64::from(*it)).sum::<u64>() {
                return true;
            }
        }
        false
    }
    falls(negated, &lists());
}

#[test]
fn elements_that_were_not_reached_count() {
    #[trace]
    fn is_small(n: &u32) -> bool {
        *n < 10
    }
    #[trace]
    fn all_closure(list: &Vec<u32>) -> bool {
        list.iter().all(|n| *n < 10)
    }
    #[trace]
    fn all_function(list: &Vec<u32>) -> bool {
        list.iter().all(is_small)
    }
    #[trace]
    fn all_loop(list: &Vec<u32>) -> bool {
        for n in list {
            if *n >= 10 {
                return false;
            }
        }
        true
    }
    #[trace]
    fn all_while(list: &Vec<u32>) -> bool {
        let mut i = 0;
        while i < list.len() {
            if !is_small(&list[i]) {
                return false;
            }
            i += 1;
        }
        true
    }
    #[trace]
    fn not_any(list: &Vec<u32>) -> bool {
        !list.iter().any(|n| *n >= 10)
    }
    let values =
        [vec![900, 0, 0], vec![12, 900, 0], vec![0, 900, 0], vec![0, 0, 11], vec![0, 0, 9]];
    for predicate in [all_closure, all_function, all_loop, all_while, not_any] {
        falls(predicate, &values);
    }
    // In the condition itself.
    let list = |values: &[u32]| {
        let list = values.to_vec();
        trace::record(|| {
            recorded_distance(|| disprove::__private::condition!(list.iter().all(is_small)))
        })
        .0
    };
    assert!(list(&[900, 0]) > list(&[11, 0]) && list(&[11, 0]) > list(&[0, 900]));
    assert_eq!(list(&[0, 0]), 0.0);
}

#[test]
fn alternatives_have_the_smallest_distance() {
    #[trace]
    fn either(n: &u32) -> bool {
        *n == 500 || *n == 7
    }
    falls(either, &[100, 20, 9, 7]);
    falls(either, &[400, 490, 500]);
    #[trace]
    fn any(list: &Vec<u32>) -> bool {
        list.iter().any(|n| *n == 7)
    }
    falls(any, &[vec![], vec![90, 60], vec![20, 60], vec![20, 8], vec![20, 7]]);
    #[trace]
    fn within(n: &u32) -> bool {
        if *n < 100 || *n > 200 {
            return false;
        }
        n % 8 == 3
    }
    falls(within, &[900, 300, 107 + 3, 107 + 1, 107]);
    falls(within, &[5, 90, 107 + 3, 107]);
}

/// A tree that caches its size and its largest key.
#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    Node { size: u32, largest: u32, key: u32, left: Box<Tree>, right: Box<Tree> },
}

impl Tree {
    #[trace]
    fn size(&self) -> u32 {
        match self {
            Tree::Leaf => 0,
            Tree::Node { left, right, .. } => 1 + left.size() + right.size(),
        }
    }

    #[trace]
    fn is_valid(&self) -> bool {
        match self {
            Tree::Leaf => true,
            Tree::Node { size, largest, key, left, right } => {
                *size == 1 + left.size() + right.size()
                    && match &**right {
                        Tree::Leaf => largest == key,
                        Tree::Node { largest: last, .. } => largest == last,
                    }
                    && left.is_valid()
                    && right.is_valid()
            }
        }
    }
}

fn node(size: u32, largest: u32, key: u32, left: Tree, right: Tree) -> Tree {
    Tree::Node { size, largest, key, left: Box::new(left), right: Box::new(right) }
}

#[test]
fn cached_fields_of_nested_parts_pull() {
    use Tree::Leaf;
    let leaf = |size, largest| node(size, largest, 5, Leaf, Leaf);
    let values = [
        node(900, 7, 3, leaf(70, 9), leaf(6, 0)),
        node(8, 7, 3, leaf(70, 9), leaf(6, 0)),
        node(3, 7, 3, leaf(70, 9), leaf(6, 0)),
        node(3, 0, 3, leaf(70, 9), leaf(6, 0)),
        node(3, 0, 3, leaf(4, 9), leaf(6, 0)),
        node(3, 0, 3, leaf(1, 9), leaf(6, 0)),
        node(3, 0, 3, leaf(1, 5), leaf(6, 0)),
        node(3, 0, 3, leaf(1, 5), leaf(1, 0)),
    ];
    let distances: Vec<f64> = values.iter().map(|tree| traced(Tree::is_valid, tree)).collect();
    assert!(distances.is_sorted_by(|a, b| a > b), "{distances:?}");
    assert_eq!(traced(Tree::is_valid, &node(3, 5, 3, leaf(1, 5), leaf(1, 5))), 0.0);
}

#[test]
fn methods_and_patterns_pull_in_traced_code() {
    #[trace]
    fn sorted(list: &Vec<u32>) -> bool {
        list.is_sorted()
    }
    falls(sorted, &[vec![9, 3, 2], vec![9, 3, 4], vec![4, 3, 4], vec![3, 3, 4]]);
    #[trace]
    fn pattern(n: &u32) -> bool {
        if !matches!(n, 10..=20) {
            return false;
        }
        true
    }
    falls(pattern, &[900, 30, 21, 20]);
    #[trace]
    fn option(n: &Option<u32>) -> bool {
        n.is_some_and(|n| n == 4)
    }
    falls(option, &[None, Some(900), Some(5), Some(4)]);
}

#[test]
fn code_without_a_trace_is_just_false() {
    #[trace]
    fn silent(n: &u32) -> bool {
        *n == 4
    }
    let distance = |n: u32| recorded_distance(|| disprove::__private::condition!(silent(&n)));
    assert_eq!([distance(900), distance(5), distance(4)], [1.0, 1.0, 0.0]);
    // An earlier decision is not taken for that of a function without probes.
    let untraced = |n: &u32| *n == 4;
    let later = |n: u32| {
        trace::record(|| {
            recorded_distance(|| disprove::__private::condition!(silent(&4) && untraced(&n)))
        })
        .0
    };
    assert_eq!([later(900), later(5), later(4)], [1.0, 1.0, 0.0]);
}

#[test]
fn iterations_of_unknown_number_are_not_counted() {
    #[trace]
    fn sized(list: &Vec<u32>) -> bool {
        for n in list {
            if *n >= 10 {
                return false;
            }
        }
        true
    }
    #[trace]
    fn without_a_size(list: &Vec<u32>) -> bool {
        for n in list.iter().filter(|n| **n != 7) {
            if *n >= 10 {
                return false;
            }
        }
        true
    }
    #[trace]
    fn endless(list: &Vec<u32>) -> bool {
        let mut i = 0;
        loop {
            let Some(n) = list.get(i) else { return true };
            if *n >= 10 {
                return false;
            }
            i += 1;
        }
    }

    #[trace]
    fn taken(list: &Vec<u32>) -> bool {
        let mut i = 0;
        while let Some(n) = list.get(i) {
            if *n >= 10 {
                return false;
            }
            i += 1;
        }
        true
    }
    let (early, late) = (vec![11, 0, 0, 0], vec![0, 0, 0, 11]);
    assert!(traced(sized, &early) > traced(sized, &late));
    for predicate in [without_a_size, endless, taken] {
        assert_eq!(traced(predicate, &early), traced(predicate, &late));
        assert!(traced(predicate, &vec![900, 0]) > traced(predicate, &vec![11, 0]));
    }
}

#[test]
fn in_async_functions_only_comparisons_have_a_distance() {
    #[trace]
    async fn compared(n: &u32) -> bool {
        if *n != 15 {
            return false;
        }
        true
    }
    #[trace]
    async fn matched(n: &u32) -> bool {
        if !matches!(n, 10..=20) {
            return false;
        }
        true
    }
    falls(|n| crate::case::block_on(compared(n)), &[900, 30, 16, 15]);
    let distance = |n: u32| traced(|n| crate::case::block_on(matched(n)), &n);
    assert_eq!([distance(900), distance(21), distance(20)], [1.0, 1.0, 0.0]);
}
