//! Tests of reduction quality: each problem is reduced from fifty starts, and all must reach the same smallest value.

mod classes;
mod coupled;
mod growth;
mod laws;
mod page;
mod passes;
mod programs;
mod structure;
mod trees;

use super::{Attempt, FILL_SIZE, Oracle, ReductionLimits, reduce, reduction::Reduction};
use crate::{
    choice::Tree,
    generator::{Generator, IntoGenerator, any, bytes, int, just, set, text, vec},
    random::Random,
    source::{Fill, Refused, Source},
};
use std::{
    collections::BTreeSet,
    fmt::Debug,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};

/// Starts of each problem (default 50). `STARTS=1000` measures more precisely.
fn starts() -> u64 {
    std::env::var("STARTS").map_or(50, |starts| starts.parse().expect("a number"))
}

struct GeneratorOracle<G, P> {
    generator: G,
    fails: P,
    source: Source,
    /// Replays that drew missing choices at random.
    random_fills: u64,
}

impl<G: Generator, P: Fn(&G::Value) -> bool> GeneratorOracle<G, P> {
    fn new(generator: G, fails: P) -> GeneratorOracle<G, P> {
        GeneratorOracle { generator, fails, source: Source::recording(), random_fills: 0 }
    }

    /// Draws a value; `None` if the generator rejects the case.
    fn value(&mut self) -> Option<G::Value> {
        let GeneratorOracle { generator, source, .. } = self;
        match catch_unwind(AssertUnwindSafe(|| generator.generate(source))) {
            Ok(value) => Some(value),
            Err(payload) if payload.is::<Refused>() => None,
            Err(payload) => resume_unwind(payload),
        }
    }

    fn encoded(&self, value: &G::Value) -> Tree {
        self.generator.encode(value).expect("the generator can encode its value")
    }

    fn replayed(&mut self, guide: Tree) -> Option<G::Value> {
        self.filled(Rc::new(guide), None)
    }

    fn filled(&mut self, guide: Rc<Tree>, stream: Option<u64>) -> Option<G::Value> {
        self.random_fills += u64::from(stream.is_some());
        let random = Random::for_case(1, stream.unwrap_or(0));
        let (fill, size) =
            if stream.is_some() { (Fill::Random, FILL_SIZE) } else { (Fill::Simplest, 100) };
        self.source.replay(guide, fill, random, size);
        self.value()
    }

    /// The first failing case of a run with this seed.
    fn start(&mut self, seed: u64) -> Tree {
        for case in 0..100_000 {
            let size = (case % 100 + 1) as u32;
            self.source.record(Random::for_case(seed, case), size);
            if self.value().is_some_and(|value| (self.fails)(&value)) {
                return self.source.take_tree();
            }
        }
        panic!("no failing case with seed {seed}")
    }
}

impl<G: Generator<Value: Debug>, P: Fn(&G::Value) -> bool> Oracle for GeneratorOracle<G, P> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        fill: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        let value = self.filled(guide, fill);
        let tree = self.source.take_tree();
        match value {
            Some(value) if wanted(&tree) => {
                if (self.fails)(&value) {
                    Attempt::Failed(tree)
                } else {
                    Attempt::Passed(tree)
                }
            }
            _ => Attempt::Unwanted,
        }
    }
}

/// Reduces from many starts. All results must be the smallest, with a mean of at most `most` runs of the property.
fn check<G: IntoGenerator<Value: Debug>>(
    name: &str,
    generator: G,
    most: u64,
    fails: impl Fn(&G::Value) -> bool,
    smallest: impl Fn(&G::Value) -> bool,
) {
    let mut oracle = GeneratorOracle::new(generator.into_generator(), fails);
    let (mut total, mut worst, mut attempts, mut bad) = (0, 0, 0, 0);
    let mut distinct = BTreeSet::new();
    for seed in 0..starts() {
        let start = oracle.start(seed);
        let Reduction { tree, steps, runs, attempts: tried, .. } =
            reduce(start, &mut oracle, ReductionLimits::NONE);
        let value = oracle.replayed(tree.clone()).expect("the result can be generated");
        assert!((oracle.fails)(&value));
        assert!(tree.spans.iter().all(|span| !span.discarded()), "{name}, seed {seed}: {tree:?}");
        distinct.insert(format!("{value:?}"));
        if !smallest(&value) {
            println!("{name}, seed {seed}: {value:?} after {steps:?}");
            bad += 1;
        }
        let again = reduce(tree.clone(), &mut oracle, ReductionLimits::NONE);
        assert!(
            again.tree.compare(&tree).is_eq(),
            "{name}, seed {seed}: {steps:?} {:?}",
            again.steps
        );
        total += runs;
        attempts += tried;
        worst = worst.max(runs);
    }
    let mean = total / starts();
    println!(
        "{name:<24} mean {:>7.1} worst {worst:>5} generator {:>5.2} distinct {}",
        total as f64 / starts() as f64,
        attempts as f64 / total as f64,
        distinct.len()
    );
    assert_eq!(bad, 0, "{name}");
    assert!(mean <= most, "{name}: {mean} runs");
}

/// Like [`check`], with a single smallest value.
fn reaches<G: IntoGenerator<Value: Debug + PartialEq>>(
    name: &str,
    generator: G,
    most: u64,
    fails: impl Fn(&G::Value) -> bool,
    smallest: &G::Value,
) {
    check(name, generator, most, fails, |value| value == smallest);
}

#[test]
fn reduces_numbers_to_the_boundary() {
    reaches("u32 > 1000", any::<u32>(), 20, |x| *x > 1_000, &1_001);
    reaches("i64 <= -1000", any::<i64>(), 23, |x| *x <= -1_000, &-1_000);
    reaches("|i32| >= 77", any::<i32>(), 17, |x| x.unsigned_abs() >= 77, &77);
    reaches("50..=200 >= 60", int(50..=200u8), 11, |x| *x >= 60, &60);
    reaches("u128 >= 2^100", any::<u128>(), 15, |x| *x >= 1 << 100, &(1 << 100));
    reaches("even u64 > 1000", any::<u64>(), 28, |x| *x > 1_000 && x % 2 == 0, &1_002);
}

#[test]
fn reduces_floats_to_short_ones() {
    reaches("f64 >= 10.5", any::<f64>(), 14, |x| *x >= 10.5, &11.0);
    reaches("f64 with fraction", any::<f64>(), 8, |x| x.fract().abs() > 0.0, &1.5);
    reaches("f64 <= -1e300", any::<f64>(), 75, |x| *x <= -1e300, &-1e300);
    reaches("f32 >= 1e6", any::<f32>(), 31, |x| *x >= 1e6, &1e6);
    check("f64 NaN", any::<f64>(), 6, |x| x.is_nan(), |x| x.is_nan());
    reaches("f64 infinite", any::<f64>(), 7, |x| x.is_infinite(), &f64::INFINITY);
}

#[test]
fn reduces_lists_to_the_relevant_elements() {
    let duplicate = |xs: &Vec<u8>| (1..xs.len()).any(|i| xs[..i].contains(&xs[i]));
    reaches("duplicate", vec(any::<u8>()), 7, duplicate, &vec![0, 0]);
    reaches("unsorted", vec(any::<u8>()), 14, |xs| !xs.is_sorted(), &vec![1, 0]);
    let sum = |xs: &Vec<u32>| xs.iter().sum::<u32>() >= 1_500;
    reaches("sum >= 1500", vec(int(0..1_000u32)), 34, sum, &vec![501, 999]);
    let three = |xs: &Vec<Vec<u8>>| xs.iter().map(Vec::len).sum::<usize>() >= 3;
    let nested = vec(vec(any::<u8>()));
    check("three in lists", nested, 21, three, |xs| xs.concat() == [0, 0, 0]);
    let reversed = |xs: &Vec<i32>| xs.iter().ne(xs.iter().rev());
    reaches("reverse", vec(any::<i32>()), 12, reversed, &vec![0, 1]);
}

#[test]
fn finds_one_of_a_thousand_elements_in_few_runs() {
    let one = |xs: &Vec<u32>| xs.iter().any(|x| (999_000..999_100).contains(x));
    let mut oracle = GeneratorOracle::new(vec(int(0..1_000_000u32)).len(0..=1_000), one);
    let (mut total, mut worst) = (0, 0);
    for seed in 0..starts() {
        let mut random = Random::for_case(seed, 0);
        let mut value: Vec<u32> = (0..1_000).map(|_| random.word() as u32 % 999_000).collect();
        value[random.word() as usize % 1_000] = 999_099 - seed as u32;
        let start = oracle.generator.encode(&value).expect("lists can be encoded");
        let Reduction { tree, runs, .. } = reduce(start, &mut oracle, ReductionLimits::NONE);
        assert_eq!(oracle.replayed(tree), Some(vec![999_000]));
        total += runs;
        worst = worst.max(runs);
    }
    println!("one of a thousand        mean {:>5} worst {worst:>5}", total / starts());
    assert!(worst < 80);
}

#[test]
fn reduces_strings_to_the_relevant_characters() {
    let letter = |s: &String| s.chars().any(char::is_alphabetic);
    check("a letter", text(), 13, letter, |s| s.chars().count() == 1);
    reaches("contains q", text(), 12, |s| s.contains('q'), &"q".to_owned());
    let five = |s: &String| s.chars().count() >= 5;
    reaches("five characters", text().len(2..=9), 15, five, &"00000".to_owned());
    let twice = |s: &String| {
        let letters: Vec<char> = s.chars().filter(char::is_ascii_lowercase).collect();
        (1..letters.len()).any(|i| letters[..i].contains(&letters[i]))
    };
    reaches("equal letters", text(), 27, twice, &"aa".to_owned());
    let number =
        |bytes: &Vec<u8>| bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)) > 1_000;
    reaches("digits of a number", bytes().len(4), 31, number, &vec![0, 0, 3, 233]);
}

#[test]
fn reduces_through_map_filter_and_then() {
    reaches("map", any::<u16>().map(|x| u32::from(x) * 2), 17, |x| *x >= 501, &502);
    reaches("filter % 7", any::<u16>().filter(|x| x % 7 == 0), 11, |x| *x >= 50, &56);
    let tens = vec(any::<u16>().filter(|x| x % 10 == 0));
    reaches("list of tens", tens, 17, |xs| xs.iter().any(|x| *x > 1_000), &vec![1_010]);
    let sized = int(0..20usize).then(|n| (just(n), vec(any::<u8>()).len(n)));
    let ninth = |(n, xs): &(usize, Vec<u8>)| *n >= 3 && xs[2] >= 9;
    reaches("sized", sized, 30, ninth, &(3, vec![0, 0, 9]));
    let sized = int(0..20usize).then(|n| vec(any::<u32>()).len(n));
    let later = |xs: &Vec<u32>| {
        let first = xs.iter().position(|x| *x >= 500);
        first.is_some_and(|i| xs[i..].iter().any(|y| (100..500).contains(y)))
    };
    reaches("counted", sized, 71, later, &vec![500, 100]);
    let three = |xs: &BTreeSet<u8>| xs.len() >= 3;
    reaches("set of three", set(any::<u8>()), 26, three, &BTreeSet::from([0, 1, 2]));
    let sum = |xs: &BTreeSet<u8>| xs.iter().map(|x| u32::from(*x)).sum::<u32>() >= 300;
    check("set sum", set(any::<u8>()), 34, sum, |xs| xs.len() == 2);
}
