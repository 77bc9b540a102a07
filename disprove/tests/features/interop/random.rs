//! The random number generator for `rand`.

use super::{reduces_to, values};
use disprove::prelude::*;
use rand::{
    Rng, RngExt,
    distr::{Alphanumeric, Bernoulli, Distribution, StandardUniform, Uniform},
    seq::{IndexedRandom, SliceRandom},
};

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
