//! The random number generator for `rand`, and what `book/src/guides/generators.md` says about it.

use super::{reduces_to, values};
use disprove::prelude::*;
use rand::{
    Rng, RngExt, SeedableRng,
    distr::{Alphanumeric, Bernoulli, Distribution, StandardUniform, Uniform},
    rngs::Xoshiro256PlusPlus,
    seq::{IndexedRandom, SliceRandom},
};

/// Sorts, with pivots chosen at random.
fn sort(xs: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    if xs.is_empty() {
        return Vec::new();
    }
    let pivot = xs[rng.random_range(0..xs.len())];
    let part = |keep: fn(&u8, &u8) -> bool| -> Vec<u8> {
        xs.iter().copied().filter(|x| keep(x, &pivot)).collect()
    };
    let (less, equal, more) = (part(u8::lt), part(u8::eq), part(u8::gt));
    [sort(&less, rng), equal, sort(&more, rng)].concat()
}

#[property]
fn any_pivots_sort(xs: Vec<u8>, src: &mut Source) {
    let sorted = sort(&xs, &mut src.rng());
    assert!(sorted.is_sorted() && sorted.len() == xs.len());
}

/// Numbers that are drawn at random.
fn tickets(rng: &mut impl Rng, most: u32) -> Vec<u32> {
    let count = rng.random_range(0..20);
    (0..count).map(|_| rng.random_range(0..most)).collect()
}

#[property]
fn tickets_are_below_their_limit(#[draw(from_rng(|rng| tickets(rng, 50)))] tickets: Vec<u32>) {
    assert!(tickets.iter().all(|ticket| *ticket < 50));
}

/// An argument is a generator for `rand`, and so is a generator with a seed that is drawn. Only values of the first one
/// become simple.
#[test]
fn values_of_a_drawn_seed_are_replayed_and_hardly_reduced() {
    let is_small = |tickets: &Vec<u32>| tickets.iter().all(|ticket| *ticket < 300);
    reduces_to(&from_rng(|rng| tickets(rng, 1_000)), "[300]", is_small);
    let seeded = any::<u64>().map(|seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        tickets(&mut rng, 1_000)
    });
    for seed in 0..4 {
        let report =
            check(seeded.by_ref()).seed(seed).database(Db::none()).run(|all| is_small(&all));
        let failure = &report.failures()[0];
        assert!(failure.value().len() > 2, "{report}");
        let again = check(seeded.by_ref()).replay(failure.replay_token()).reduce(false);
        let again = again.database(Db::none()).run(|all| is_small(&all));
        assert_eq!(again.failures()[0].value(), failure.value());
    }
}

/// The trait of version 0.9.
trait OlderRng {
    fn next_u32(&mut self) -> u32;
    fn next_u64(&mut self) -> u64;
    fn fill_bytes(&mut self, bytes: &mut [u8]);
}

/// A generator of this version as one of another version.
struct Older<R>(R);

impl<R: Rng> OlderRng for Older<R> {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}

#[test]
fn a_wrapper_serves_code_for_another_version() {
    fn numbers(rng: &mut dyn OlderRng) -> (u32, u64, [u8; 3]) {
        let mut bytes = [0; 3];
        rng.fill_bytes(&mut bytes);
        (rng.next_u32(), rng.next_u64(), bytes)
    }
    let drawn = |src: &mut Source| numbers(&mut Older(src.rng()));
    reduces_to(&drawn, "(1001, 0, [0, 0, 0])", |(n, ..)| *n <= 1_000);
}

#[test]
fn ranges_reduce_to_their_lower_end() {
    let range = from_rng(|rng| rng.random_range(10..10_000u32));
    reduces_to(&range, "10", |_| false);
    reduces_to(&range, "2000", |n| *n < 2_000);
    let signed = from_rng(|rng| rng.random_range(-50..50i8));
    reduces_to(&signed, "-50", |_| false);
    let float = from_rng(|rng| rng.random_range(0.0..1.0f64));
    reduces_to(&float, "0.5", |x| *x < 0.5);
}

#[test]
fn words_and_floats_reduce_to_zero() {
    reduces_to(&from_rng(|rng| rng.next_u64()), "1001", |n| *n <= 1_000);
    reduces_to(&from_rng(|rng| rng.next_u32()), "1001", |n| *n <= 1_000);
    reduces_to(&from_rng(|rng| rng.random::<f64>()), "0.0", |_| false);
    reduces_to(&from_rng(|rng| rng.random::<(u8, bool, u128)>()), "(0, false, 0)", |_| false);
    reduces_to(&from_rng(|rng| Bernoulli::new(0.1).unwrap().sample(rng)), "false", |value| *value);
    reduces_to(&from_rng(|rng| rng.sample(Alphanumeric)), "65", |_| false);
}

#[test]
fn bytes_are_filled_and_reduce_to_zero() {
    let filled = from_rng(|rng| {
        let mut bytes = [7; 11];
        rng.fill_bytes(&mut bytes);
        bytes
    });
    reduces_to(&filled, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]", |_| false);
    reduces_to(&filled, "[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]", |bytes| bytes[7] == 0);
    reduces_to(&filled, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]", |bytes| bytes[10] < 9);
}

#[test]
fn generators_written_for_rand_are_reduced() {
    let list = from_rng(|rng| {
        let length = rng.random_range(0..20);
        (0..length).map(|_| rng.random_range(0..1_000u32)).collect::<Vec<_>>()
    });
    reduces_to(&list, "[300]", |xs| xs.iter().all(|x| *x < 300));
    reduces_to(&list, "[0, 0, 0]", |xs| xs.len() < 3);
    let chosen = from_rng(|rng| *['a', 'b', 'c'].choose(rng).unwrap());
    reduces_to(&chosen, "'b'", |c| *c == 'a');
    let shuffled = from_rng(|rng| {
        let mut all = [1, 2, 3, 4];
        all.shuffle(rng);
        all
    });
    assert!(values(&shuffled, 100).iter().all(|all| all.iter().sum::<i32>() == 10));
}

#[test]
fn a_function_of_a_source_may_use_rand() {
    fn pair(src: &mut Source) -> (u8, u8) {
        let first = src.draw(1..10);
        (first, src.rng().random_range(first..100))
    }
    reduces_to(&pair, "(3, 50)", |(first, second)| *first < 3 || *second < 50);
}

/// An algorithm that draws again while a word is zero.
#[test]
fn zero_words_are_limited() {
    let distribution = Uniform::new(0, 10u64).unwrap();
    let list = from_rng(|rng| [(); 3].map(|()| distribution.sample(rng)));
    reduces_to(&list, "[0, 0, 0]", |_| false);
    reduces_to(&list, "[0, 7, 0]", |xs| xs[1] < 7);
    let many = from_rng(|rng| (0..100_000).map(|_| distribution.sample(rng)).collect::<Vec<_>>());
    assert!(check(many).cases(2).run(|xs| xs.len() == 100_000).failures().is_empty());
}

#[test]
fn bits_are_uniform() {
    let words = values(&from_rng(|rng| rng.random::<[u64; 64]>()), 500);
    let words: Vec<u64> = words.into_iter().flatten().collect();
    for bit in 0..64 {
        let ones = words.iter().filter(|word| **word >> bit & 1 == 1).count();
        // 32,000 bits: six standard deviations are 537.
        assert!(ones.abs_diff(words.len() / 2) < 537, "bit {bit}: {ones} of {}", words.len());
    }
    let small = words.iter().filter(|word| **word < 1 << 32).count();
    assert_eq!(small, 0, "of even words, one in four thousand million is as small");
    let arrays: Vec<[u8; 32]> = values(&from_rng(|rng| StandardUniform.sample(rng)), 500);
    let zeros = arrays.iter().flatten().filter(|byte| **byte == 0).count();
    assert!((20..120).contains(&zeros), "{zeros} of 16,000, expected 62");
}
