//! Tests with values that can only change together.

use super::{check, reaches};
use crate::{
    generator::{Generator, any, bytes, int, text, vec},
    source::Source,
};

#[test]
fn merges_many_small_numbers_into_few_large_ones() {
    let smallest = |xs: &Vec<u16>| {
        xs.len() == 46 && xs.iter().map(|x| u64::from(*x)).sum::<u64>() == 3_000_000
    };
    let fails = |xs: &Vec<u16>| xs.iter().map(|x| u64::from(*x)).sum::<u64>() >= 3_000_000;
    check("sum46", vec(any::<u16>()).len(0..=400), 374, fails, smallest);
}

#[test]
fn lowers_equal_values_together() {
    let thrice = |xs: &Vec<u8>| xs.iter().any(|x| *x >= 10 && xs.split(|y| y == x).count() > 3);
    reaches("eqbytes", bytes().len(0..40), 31, thrice, &vec![10, 10, 10]);
    let both =
        |(s, t): &(String, String)| s.chars().any(|c| c.is_ascii_lowercase() && t.contains(c));
    reaches("eqtext", (text(), text()), 33, both, &("a".to_owned(), "a".to_owned()));
    let twice = |xs: &Vec<u32>| (1..xs.len()).any(|i| xs[i] >= 1_000 && xs[..i].contains(&xs[i]));
    reaches("eqlist", vec(any::<u32>()), 42, twice, &vec![1_000, 1_000]);
    reaches("eqlist long", vec(0..100_000u32).len(..=400), 49, twice, &vec![1_000, 1_000]);
}

#[test]
fn lowers_a_length_with_its_elements() {
    let counted = |src: &mut Source| {
        let n = src.draw(int(0..40usize));
        (0..n).map(|_| src.draw(int(0..1_000u32))).collect::<Vec<u32>>()
    };
    let fails = |xs: &Vec<u32>| {
        let first = xs.iter().position(|x| *x >= 500);
        first.is_some_and(|i| xs[i..].iter().any(|y| (100..500).contains(y)))
    };
    reaches("counted", counted, 71, fails, &vec![500, 100]);
}

#[test]
fn renumbers_chains_of_indices() {
    let fails = |xs: &Vec<usize>| {
        let mut seen = vec![false; xs.len()];
        let (mut at, mut visited) = (0, 0);
        while xs.iter().all(|x| *x < xs.len()) && at < xs.len() && !seen[at] {
            seen[at] = true;
            visited += 1;
            at = xs[at];
        }
        visited >= 4
    };
    reaches("links", vec(int(0..20usize)), 163, fails, &vec![1, 2, 3, 0]);
}

#[test]
fn reduces_records_and_stacks() {
    let records = vec((int(0..100u8), any::<u32>()));
    let same = |xs: &Vec<(u8, u32)>| {
        (1..xs.len()).any(|i| xs[..i].iter().any(|x| x.0 == xs[i].0 && x.0 >= 3 && x.1 != xs[i].1))
    };
    reaches("h_record", records, 45, same, &vec![(3, 0), (3, 1)]);
    // Some(n): push, None: pop.
    let operations =
        vec(
            |src: &mut Source| {
                if src.draw(any::<bool>()) { Some(src.draw(int(0..1_000u32))) } else { None }
            },
        );
    let fails = |ops: &Vec<Option<u32>>| {
        let (mut stack, mut large) = (Vec::new(), false);
        for op in ops {
            match op {
                Some(n) => stack.push(*n),
                None => match stack.pop() {
                    Some(n) => large |= n >= 50,
                    None if large => return true,
                    None => {}
                },
            }
        }
        false
    };
    reaches("h_stack", operations, 29, fails, &vec![Some(50), None, None]);
}

#[test]
fn applies_the_same_edits_to_equal_lists() {
    let fails = |xs: &Vec<Vec<u8>>| {
        let sum = |x: &Vec<u8>| x.iter().map(|x| u32::from(*x)).sum::<u32>();
        (1..xs.len()).any(|i| sum(&xs[i]) >= 20 && xs[..i].contains(&xs[i]))
    };
    reaches("h_lists", vec(vec(int(0..30u8)).len(0..4)), 47, fails, &vec![vec![20], vec![20]]);
}

#[test]
fn reduces_intervals_matrices_sums_and_differences() {
    let intervals = vec(|src: &mut Source| {
        let lo = src.draw(int(0..1_000u32));
        (lo, src.draw(int(lo..=1_000u32)))
    });
    let overlap = |xs: &Vec<(u32, u32)>| {
        xs.iter().any(|a| xs.iter().any(|b| a.0 < b.0 && b.0 < a.1 && a.1 < b.1 && a.1 - b.0 >= 5))
    };
    reaches("h_interv", intervals, 85, overlap, &vec![(0, 6), (1, 7)]);
    let matrix = |src: &mut Source| {
        let n = src.draw(int(0..8usize));
        (0..n).map(|_| (0..n).map(|_| src.draw(int(0..100u8))).collect()).collect::<Vec<Vec<u8>>>()
    };
    let fails = |m: &Vec<Vec<u8>>| (0..m.len()).any(|i| (0..i).any(|j| m[i][j] != m[j][i]));
    reaches("h_matrix", matrix, 18, fails, &vec![vec![0, 0], vec![1, 0]]);
    let sum = |(a, b): &(u32, u32)| a + b >= 50_000;
    reaches("h_sum2", (int(0..100_000u32), int(0..100_000u32)), 28, sum, &(0, 50_000));
    let close =
        |(a, b): &(u32, u32)| *b >= 100 && (3..=50).contains(&(i64::from(*a) - i64::from(*b)));
    reaches("h_diff", (int(0..100_000u32), int(0..100_000u32)), 83, close, &(103, 100));
}

#[test]
fn reduces_products_and_quotients() {
    let pairs = || (any::<i32>(), any::<i32>());
    let seven = |(a, b): &(i32, i32)| *b != 0 && a.checked_div(*b) == Some(7);
    reaches("quotient", pairs(), 148, seven, &(7, 1));
    let product = |(a, b): &(i32, i32)| i64::from(*a) * i64::from(*b) >= 1_000_000;
    reaches("product", pairs(), 54, product, &(1, 1_000_000));
    let above = |(a, b): &(i32, i32)| i64::from(*a) - i64::from(*b) > 1_000;
    reaches("difference > 1000", pairs(), 25, above, &(0, -1_001));
    let square = |(a, b): &(u32, u32)| *a > 10 && u64::from(*a) * u64::from(*a) == u64::from(*b);
    let squares = any::<u16>().map(|a| (u32::from(a), u32::from(a) * u32::from(a)));
    reaches("square map", squares, 12, square, &(11, 121));
    let median = |xs: &(i32, i32, i32)| {
        let mut sorted = [xs.0, xs.1, xs.2];
        sorted.sort_unstable();
        sorted[1] != xs.1
    };
    reaches("median", (any::<i32>(), any::<i32>(), any::<i32>()), 10, median, &(0, 1, 0));
    reaches("unsorted i32", vec(any::<i32>()), 14, |xs| !xs.is_sorted(), &vec![0, -1]);
    let double = |(a, b): &(u32, u32)| *a > 100 && u64::from(*b) == 2 * u64::from(*a);
    let doubles = |src: &mut Source| {
        let a = src.draw(int(0..1_000_000u32));
        (a, if src.draw(any::<bool>()) { 2 * a } else { src.draw(int(0..2_000_000u32)) })
    };
    reaches("double", doubles, 16, double, &(101, 202));
    reaches("f32 > 1e30", any::<f32>(), 38, |x| *x > 1e30, &1.000_000_1e30);
}
