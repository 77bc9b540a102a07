//! Numbers bound by a small difference, two elements of a long list, distinct numbers, and failing sets that are not
//! intervals.

use super::{below, pin};
use crate::{
    generator::{any, set, vec},
    random::Random,
};
use std::collections::BTreeSet;

#[test]
fn lowers_large_numbers_that_are_close_to_each_other() {
    let start = |random: &mut Random| {
        let a = random.word() >> 8;
        (a, a + 1 + below(random, 10))
    };
    let close = |(a, b): &(u64, u64)| a < b && b - a <= 10;
    pin("near pair", (any::<u64>(), any::<u64>()), 5, start, close, |pair| *pair == (0, 1));

    let five = |xs: &Vec<u32>| {
        xs.iter().any(|a| *a >= 1_000 && xs.iter().any(|b| a.checked_add(5) == Some(*b)))
    };
    let start = |random: &mut Random| {
        let mut list: Vec<u32> = (0..20).map(|_| random.word() as u32).collect();
        list[below(random, 19) as usize] = 4_000_000_000;
        list[19] = 4_000_000_005;
        list
    };
    pin("near in list", vec(any::<u32>()), 55, start, five, |xs| *xs == [1_000, 1_005]);

    let triple = |(a, b, c): &(i64, i64, i64)| {
        let (low, high) = (*a.min(b).min(c), *a.max(b).max(c));
        low >= 500 && high - low <= 20 && a != b && b != c && a != c
    };
    let start = |random: &mut Random| {
        let low = (random.word() >> 24) as i64 + 500;
        let gap = below(random, 9) as i64;
        (low + 9 + gap, low, low + 1 + below(random, 8) as i64)
    };
    let three = (any::<i64>(), any::<i64>(), any::<i64>());
    pin("three near", three, 100, start, triple, |xs| *xs == (500, 501, 502));
}

#[test]
fn finds_two_elements_of_a_long_list() {
    let ordered =
        |xs: &Vec<u8>| xs.iter().position(|x| *x == 7).is_some_and(|at| xs[at..].contains(&9));
    let start = |random: &mut Random| {
        let mut list: Vec<u8> = (0..200).map(|_| 10 + below(random, 200) as u8).collect();
        let at = below(random, 199);
        list[at as usize] = 7;
        list[(at + 1 + below(random, 199 - at)) as usize] = 9;
        list
    };
    let bytes = vec(any::<u8>()).len(..=400);
    pin("7 before 9", bytes, 38, start, ordered, |xs| *xs == [7, 9]);

    let large = |xs: &Vec<u32>| xs.iter().filter(|x| **x >= 1 << 30).count() >= 2;
    let start = |random: &mut Random| {
        let count = 64 + below(random, 64);
        let mut list: Vec<u32> = (0..count).map(|_| below(random, 1 << 30) as u32).collect();
        let at = below(random, count - 1);
        list[at as usize] = 1 << 31 | random.word() as u32;
        list[count as usize - 1 - below(random, count - at - 1) as usize] = 3 << 30;
        list
    };
    let numbers = vec(any::<u32>()).len(..=400);
    pin("two large", numbers, 48, start, large, |xs| *xs == [1 << 30; 2]);

    let records = |xs: &Vec<(bool, u8)>| {
        let first = xs.iter().position(|x| x.0 && x.1 >= 100);
        first.is_some_and(|at| xs[at..].iter().any(|x| !x.0 && x.1 >= 100))
    };
    let start = |random: &mut Random| {
        let mut list: Vec<(bool, u8)> =
            (0..100).map(|_| (random.word() & 1 > 0, below(random, 100) as u8)).collect();
        let at = below(random, 99);
        list[at as usize] = (true, 200);
        list[(at + 1 + below(random, 99 - at)) as usize] = (false, 150);
        list
    };
    let pairs = vec((any::<bool>(), any::<u8>())).len(..=400);
    pin("two records", pairs, 60, start, records, |xs| *xs == [(true, 100), (false, 100)]);
}

#[test]
fn makes_distinct_numbers_the_first_ones_of_the_order() {
    let distinct = |xs: &[i64]| xs.iter().collect::<BTreeSet<_>>().len();
    let start = |random: &mut Random| {
        let mut list: Vec<i32> = (0..12).map(|_| random.word() as i32).collect();
        list[3] = 5;
        list
    };
    let five = |xs: &Vec<i32>| xs.iter().collect::<BTreeSet<_>>().len() >= 5;
    pin("five distinct", vec(any::<i32>()), 68, start, five, |xs| *xs == [0, 1, -1, 2, -2]);

    let start = |random: &mut Random| {
        let mut word = || random.word() as i64 >> 20;
        (word(), word(), word(), word())
    };
    let four = |(a, b, c, d): &(i64, i64, i64, i64)| distinct(&[*a, *b, *c, *d]) == 4;
    let tuple = (any::<i64>(), any::<i64>(), any::<i64>(), any::<i64>());
    pin("four distinct", tuple, 27, start, four, |xs| *xs == (0, 1, -1, 2));

    let start = |random: &mut Random| {
        (0..10).map(|_| random.word() as i16).chain(0..7).collect::<BTreeSet<i16>>()
    };
    let seven = |xs: &BTreeSet<i16>| xs.len() >= 7;
    let smallest: BTreeSet<i16> = (-3..=3).collect();
    pin("set of seven", set(any::<i16>()), 128, start, seven, |xs| *xs == smallest);
}

#[test]
fn leaves_the_class_of_numbers_in_which_it_started() {
    let power = |x: &u64| x.is_power_of_two() && x.ilog2() % 8 == 7;
    let start = |random: &mut Random| 1 << (8 * below(random, 8) + 7);
    pin("2^(8k-1)", any::<u64>(), 17, start, power, |x| *x == 128);

    let thousands = |x: &u64| *x > 0 && x.is_multiple_of(1_000);
    let start = |random: &mut Random| (1 + below(random, 1 << 40)) * 1_000;
    pin("thousands", any::<u64>(), 46, start, thousands, |x| *x == 1_000);

    let pattern = |x: &u32| x & 0x0f0f == 0x0a05;
    let start = |random: &mut Random| random.word() as u32 & !0x0f0f | 0x0a05;
    pin("bit pattern", any::<u32>(), 24, start, pattern, |x| *x == 0x0a05);
}
