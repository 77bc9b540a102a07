//! Tests with large starts: runs grow with the logarithm of their size.

use super::GeneratorOracle;
use crate::{
    generator::{Generator, IntoGenerator, any, bytes, int, text, vec},
    random::Random,
    reduce::{ReductionEnd, ReductionLimits, reduce, reduction::Reduction},
};
use std::{collections::HashSet, fmt::Debug, time::Instant};

const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// Reduces starts of growing size, each to the same value in at most `most` runs.
fn grows<G: IntoGenerator<Value: Debug + PartialEq>>(
    name: &str,
    generator: G,
    most: [u64; 3],
    start: impl Fn(&mut Random, usize) -> G::Value,
    fails: impl Fn(&G::Value) -> bool,
    smallest: &G::Value,
) {
    let mut oracle = GeneratorOracle::new(generator.into_generator(), fails);
    for (size, most) in SIZES.into_iter().zip(most) {
        let mut random = Random::for_case(1, size as u64);
        let value = loop {
            let value = start(&mut random, size);
            if (oracle.fails)(&value) {
                break value;
            }
        };
        let tree = oracle.generator.encode(&value).expect("these can be encoded");
        let choices = tree.len();
        let Reduction { tree, runs, .. } = reduce(tree, &mut oracle, ReductionLimits::NONE);
        println!("{name:<12} {choices:>7} choices {runs:>5} runs");
        assert_eq!(oracle.replayed(tree).as_ref(), Some(smallest), "{name}");
        assert!(runs <= most, "{name} from {choices} choices: {runs} runs");
    }
}

fn numbers(random: &mut Random, count: usize) -> impl Iterator<Item = u64> {
    (0..count).map(|_| random.word())
}

type FiveLists = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

#[test]
fn reduces_five_lists_of_any_size() {
    let list = || vec(any::<i16>()).len(0..=100_000);
    let sum = |xs: &Vec<i16>| xs.iter().fold(0i16, |sum, x| sum.wrapping_add(*x));
    let fails = |(a, b, c, d, e): &FiveLists| {
        let sums = [sum(a), sum(b), sum(c), sum(d), sum(e)];
        sums.iter().all(|sum| *sum < 256)
            && sums.iter().fold(0i16, |all, sum| all.wrapping_add(*sum)) >= 5 * 256
    };
    let part = |random: &mut Random, size: usize| -> Vec<i16> {
        numbers(random, size / 10).map(|word| word as i16).collect()
    };
    let start =
        |r: &mut Random, n: usize| (part(r, n), part(r, n), part(r, n), part(r, n), part(r, n));
    let smallest = (vec![], vec![], vec![], vec![-1], vec![-32768]);
    let generator = (list(), list(), list(), list(), list());
    grows("bound5", generator, [82, 137, 220], start, fails, &smallest);
}

#[test]
fn finds_two_equal_elements_among_many() {
    let twice = |xs: &Vec<u32>| {
        let mut seen = HashSet::new();
        xs.iter().any(|x| *x >= 1_000 && !seen.insert(*x))
    };
    let start = |random: &mut Random, size: usize| {
        let mut xs: Vec<u32> = numbers(random, size / 2).map(|word| word as u32).collect();
        xs[size / 6] = xs[size / 4];
        xs
    };
    let generator = vec(any::<u32>()).len(0..=100_000);
    grows("eqlist", generator, [47, 51, 62], start, twice, &vec![1_000, 1_000]);
    let lists = |xs: &Vec<Vec<u8>>| {
        let sum = |x: &Vec<u8>| x.iter().map(|x| u32::from(*x)).sum::<u32>();
        let mut seen = HashSet::new();
        xs.iter().any(|x| sum(x) >= 20 && !seen.insert(x))
    };
    let start = |random: &mut Random, size: usize| {
        let mut xs: Vec<Vec<u8>> = Vec::new();
        for _ in 0..size / 10 {
            let length = 4 + random.word() as usize % 4;
            xs.push(numbers(random, length).map(|word| (word % 30) as u8).collect());
        }
        xs[size / 30] = xs[size / 20].clone();
        xs
    };
    let generator = vec(vec(int(0..30u8)).len(0..10)).len(0..=100_000);
    grows("lists", generator, [174, 157, 159], start, lists, &vec![vec![20], vec![20]]);
}

#[test]
fn reduces_sums_strings_and_records_of_any_size() {
    let sum = |xs: &Vec<u16>| xs.iter().map(|x| u64::from(*x)).sum::<u64>() >= 500_000;
    let start = |random: &mut Random, size: usize| -> Vec<u16> {
        numbers(random, size / 2).map(|word| word as u16).collect()
    };
    let mut smallest = vec![u16::MAX; 8];
    smallest[0] = 41_255;
    let generator = vec(any::<u16>()).len(0..=100_000);
    grows("sum", generator, [97, 102, 112], start, sum, &smallest);
    let start = |random: &mut Random, size: usize| -> String {
        numbers(random, size).map(|word| char::from(b'a' + (word % 26) as u8)).collect()
    };
    let twice = |s: &String| s.matches('q').count() >= 2;
    grows("text", text().len(0..=1_000_000), [32, 34, 42], start, twice, &"qq".to_owned());
    let start = |random: &mut Random, size: usize| -> Vec<(u16, Vec<u8>)> {
        numbers(random, size / 10).map(|word| (word as u16, vec![(word >> 20) as u8; 4])).collect()
    };
    let three = |xs: &Vec<(u16, Vec<u8>)>| xs.iter().any(|(n, x)| *n >= 500 && x.len() >= 3);
    let generator = vec((any::<u16>(), vec(any::<u8>()))).len(0..=100_000);
    grows("records", generator, [42, 48, 50], start, three, &vec![(500, vec![0; 3])]);
}

#[test]
fn a_limit_ends_a_pass_over_a_large_case_at_once() {
    let mut random = Random::for_case(1, 1);
    let list: Vec<u64> = numbers(&mut random, 3_000).collect();
    let generator = (vec(any::<u64>()), bytes()).into_generator();
    let bytes: Vec<u8> = numbers(&mut random, 3_000).map(|word| word as u8).collect();
    let tree = generator.encode(&(list, bytes)).expect("these can be encoded");
    let mut oracle = GeneratorOracle::new(generator, |(list, bytes): &(Vec<u64>, Vec<u8>)| {
        list.len() >= 1_000 && bytes.len() >= 1_000 && list.iter().max() > Some(&1_000)
    });
    for runs in [0, 1, 10, 40, 160] {
        let limits = ReductionLimits { runs, deadline: None };
        let reduction = reduce(tree.clone(), &mut oracle, limits);
        assert_eq!((reduction.runs, reduction.end), (runs, ReductionEnd::Runs));
        assert_eq!(reduction.late, 1, "{runs} runs");
    }
    let limits = ReductionLimits { runs: u64::MAX, deadline: Some(Instant::now()) };
    let reduction = reduce(tree, &mut oracle, limits);
    assert_eq!((reduction.attempts, reduction.end), (0, ReductionEnd::Time));
    assert_eq!(reduction.late, 1);
}

#[test]
fn passes_over_large_cases_of_fixed_length_end_soon() {
    // Quadratic passes would take minutes.
    let forced = vec(any::<u32>()).len(20_000);
    let mut random = Random::for_case(1, 1);
    let list: Vec<u32> = numbers(&mut random, 20_000).map(|word| word as u32).collect();
    let tree = forced.encode(&list).expect("it can be encoded");
    let mut oracle = GeneratorOracle::new(forced, |list: &Vec<u32>| list[19_999] > 1_000);
    let reduction = reduce(tree, &mut oracle, ReductionLimits::NONE);
    assert_eq!(reduction.end, ReductionEnd::Complete);
    assert_eq!(oracle.replayed(reduction.tree).and_then(|list| list.last().copied()), Some(1_001));

    let shortest = bytes().len(50_000..60_000);
    let start: Vec<u8> = numbers(&mut random, 55_000).map(|word| word as u8).collect();
    let tree = shortest.encode(&start).expect("it can be encoded");
    let mut oracle = GeneratorOracle::new(shortest, |bytes: &Vec<u8>| bytes.contains(&77));
    let reduction = reduce(tree, &mut oracle, ReductionLimits::NONE);
    assert_eq!(reduction.end, ReductionEnd::Complete);
    let smallest = oracle.replayed(reduction.tree).expect("a value");
    assert_eq!((smallest.len(), smallest.iter().max()), (50_000, Some(&77)));
}
