//! Tests of the distributions. The limits are wide: they hold for the probabilities that the samplers state, and fail
//! if a kind of value gets lost or dominates.

mod page;

use super::*;
use crate::{
    generator::{Generator, IntoGenerator, any, bytes, chars, int, option, result, text, vec},
    one_of,
    source::Source,
};
use std::{collections::HashMap, fmt::Debug, hash::Hash, ops::RangeInclusive};

const DRAWS: usize = 100_000;
/// Several, so that earlier draws are drawn again.
const DRAWS_PER_CASE: u64 = 10;

/// Full size, and the distribution that draws literals.
fn literal_size() -> u32 {
    crate::source::size_and_distribution(100, Distribution::numbered(14))
}

/// Values drawn in cases of this size.
fn sized<G: IntoGenerator>(size: u32, count: usize, generator: G) -> Vec<G::Value> {
    let generator = generator.into_generator();
    let mut src = Source::new();
    let draw = |number: u64| {
        if number.is_multiple_of(DRAWS_PER_CASE) {
            src.restart(Random::for_case(3, number), size);
        }
        generator.generate(&mut src)
    };
    (0..count as u64).map(draw).collect()
}

fn draws<G: IntoGenerator>(generator: G) -> Vec<G::Value> {
    sized(100, DRAWS, generator)
}

/// The share of values for which `is_so` holds, in percent.
fn percent<T>(values: &[T], is_so: impl Fn(&T) -> bool) -> f64 {
    100.0 * values.iter().filter(|value| is_so(value)).count() as f64 / values.len() as f64
}

#[track_caller]
fn assert_percent<T>(
    what: &str,
    values: &[T],
    expected: RangeInclusive<f64>,
    is_so: impl Fn(&T) -> bool,
) {
    let share = percent(values, is_so);
    assert!(expected.contains(&share), "{what}: {share:.2} %, expected {expected:?}");
}

/// Fails if the values are not uniform. A uniform distribution exceeds the limit of six standard deviations once in ten
/// million times, and the draws are fixed.
#[track_caller]
fn assert_uniform<T: Eq + Hash + Debug>(values: &[T], kinds: usize) {
    let mut counts: HashMap<&T, u32> = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    assert_eq!(counts.len(), kinds, "some values never occur");
    let expected = values.len() as f64 / kinds as f64;
    let squares = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected);
    let freedom = (kinds - 1) as f64;
    let off = (squares.sum::<f64>() - freedom) / (2.0 * freedom).sqrt();
    assert!(off < 6.0, "off by {off:.1}: {counts:?}");
}

/// Checks that two draws are equal with a probability of at most 2^-`bits`: case identity relies on it.
#[track_caller]
fn assert_entropy<G: IntoGenerator<Value: Eq + Hash>>(what: &str, generator: G, bits: u32) {
    let all = sized(100, 10_000, generator);
    let count = all.len();
    let mut counts: HashMap<G::Value, f64> = HashMap::new();
    for value in all {
        *counts.entry(value).or_default() += 1.0;
    }
    let pairs: f64 = counts.values().map(|count| count * (count - 1.0)).sum();
    let entropy = -(pairs / (count * (count - 1)) as f64).log2();
    assert!(entropy > f64::from(bits), "{what} has {entropy:.2} bits of entropy, not {bits}");
}

#[test]
fn integer_types_favor_zero_one_and_their_ends() {
    let all = draws(any::<i64>());
    // Two or three selectors out of 256 each, plus the small magnitudes.
    for (value, expected) in [
        (0, 1.0..=5.0),
        (1, 0.6..=4.0),
        (-1, 0.6..=4.0),
        (i64::MIN, 0.4..=2.0),
        (i64::MAX, 0.4..=2.0),
    ] {
        assert_percent(&format!("i64 {value}"), &all, expected, |n| *n == value);
    }
    let all = draws(any::<u64>());
    for (value, expected) in [(0, 1.0..=5.0), (1, 0.6..=4.0), (u64::MAX, 0.4..=2.0)] {
        assert_percent(&format!("u64 {value}"), &all, expected, |n| *n == value);
    }
}

#[test]
fn integer_types_are_small_a_tenth_of_the_time_and_uniform_half_of_it() {
    let all = draws(any::<i64>());
    // A third has few bits, uniform over their number: up to ten of 64 is a sixth of that.
    assert_percent("below 1000", &all, 6.0..=20.0, |n| n.unsigned_abs() < 1_000);
    assert_percent("below 2^32", &all, 20.0..=45.0, |n| n.unsigned_abs() < 1 << 32);
    assert_percent("beyond 2^60", &all, 40.0..=65.0, |n| n.unsigned_abs() > 1 << 60);
    assert_percent("negative", &all, 42.0..=55.0, |n| *n < 0);
    let all = draws(any::<u64>());
    assert_percent("below 1000", &all, 6.0..=20.0, |n| *n < 1_000);
    assert_percent("beyond 2^60", &all, 45.0..=70.0, |n| *n > 1 << 60);
}

#[test]
fn integer_types_include_byte_boundaries_and_powers_of_two() {
    let all = draws(any::<u64>());
    // One selector out of 256 each.
    for boundary in
        [0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x1_0000, 0x7fff_ffff, 0xffff_ffff]
    {
        assert_percent(&format!("{boundary:#x}"), &all, 0.2..=2.0, |n| *n == boundary);
    }
    let large_power =
        |n: &u64| *n > 1 << 33 && (n.is_power_of_two() || n.wrapping_add(1).is_power_of_two());
    assert_percent("large powers of two", &all, 0.2..=3.0, large_power);
}

#[test]
fn every_byte_occurs_and_none_dominates() {
    let mut counts = [0; 256];
    for byte in draws(any::<u8>()) {
        counts[usize::from(byte)] += 1;
    }
    // Nine draws in sixteen are uniform: at least one in 455 is a given byte.
    assert!(counts.iter().all(|count| (DRAWS / 650..DRAWS / 8).contains(count)), "{counts:?}");
    let mut counts = [0; 64];
    for word in draws(any::<u64>()) {
        counts[(word % 64) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (DRAWS / 200..DRAWS / 6).contains(count)), "{counts:?}");
}

#[test]
fn draws_have_the_entropy_that_case_identity_assumes() {
    assert_entropy("u8", any::<u8>(), u8::ENTROPY);
    assert_entropy("i8", any::<i8>(), i8::ENTROPY);
    assert_entropy("u16", any::<u16>(), u16::ENTROPY);
    assert_entropy("i16", any::<i16>(), i16::ENTROPY);
    assert_entropy("u32", any::<u32>(), u32::ENTROPY);
    assert_entropy("i64", any::<i64>(), i64::ENTROPY);
    assert_entropy("u128", any::<u128>(), ENTROPY);
    assert_entropy("0..=64", 0..=64_u8, ENTROPY);
    assert_entropy("0..=1000", 0..=1_000_u64, ENTROPY);
    assert_entropy("-40..=40", -40..=40_i8, ENTROPY);
    assert_entropy("char", any::<char>(), ENTROPY);
    assert_entropy("f64", any::<f64>().map(f64::to_bits), ENTROPY);
    assert_entropy("0.0..=1000.0", (0.0..=1_000.0).into_generator().map(f64::to_bits), ENTROPY);
    assert_entropy("f32", any::<f32>().map(f32::to_bits), ENTROPY);
}

#[test]
fn narrow_ranges_are_uniform() {
    assert_uniform(&sized(100, 20_000, 0..10_u8), 10);
    assert_uniform(&sized(100, 20_000, -3..=3_i64), 7);
    assert_uniform(&sized(100, 20_000, u64::MAX - 63..), 64);
    assert_uniform(&sized(100, 20_000, -(1 << 100)..=3 - (1_i128 << 100)), 4);
    assert_uniform(&sized(100, 20_000, 'a'..='z'), 26);
}

#[test]
fn wide_ranges_favor_their_ends_and_reach_everywhere() {
    let all = draws(0..=1_000_u32);
    assert_percent("the lower end", &all, 0.5..=15.0, |n| *n == 0);
    assert_percent("the upper end", &all, 0.4..=3.0, |n| *n == 1_000);
    assert_percent("next to the upper end", &all, 0.4..=3.0, |n| *n == 999);
    for tenth in 0..10 {
        // Nine in sixteen are uniform, so a tenth of the range has at least one in eighteen.
        let within = |n: &u32| (tenth * 100..=tenth * 100 + 100).contains(n);
        assert_percent(&format!("the tenth from {tenth}00"), &all, 4.0..=50.0, within);
    }
    let all = draws(-1_000..=-10_i16);
    assert_percent("the simplest", &all, 0.5..=15.0, |n| *n == -10);
    assert_percent("the far end", &all, 0.4..=3.0, |n| *n == -1_000);
    let all = draws(1 << 40..1_u64 << 60);
    assert_percent("the lower end", &all, 0.4..=5.0, |n| *n == 1 << 40);
    assert_percent("near the lower end", &all, 5.0..=40.0, |n| *n < (1 << 40) + (1 << 30));
    assert_percent("in the upper half", &all, 20.0..=50.0, |n| *n > 1 << 59);
}

#[test]
fn ranges_around_zero_have_both_signs_equally_often() {
    let all = draws(-500..=500_i32);
    assert_percent("negative", &all, 40.0..=55.0, |n| *n < 0);
    assert_percent("positive", &all, 40.0..=55.0, |n| *n > 0);
    assert_percent("zero", &all, 0.5..=8.0, |n| *n == 0);
    assert_percent("small", &all, 8.0..=45.0, |n| n.abs() < 10);
    // Nearly the whole range is above zero.
    let all = draws(-100..=1_000_000_i32);
    assert_percent("negative", &all, 5.0..=40.0, |n| *n < 0);
    assert_percent("beyond 500000", &all, 20.0..=60.0, |n| *n > 500_000);
}

#[test]
fn wide_integers_favor_their_ends_and_are_wide() {
    let all = draws(any::<u128>());
    // Six selectors out of 256 each.
    assert_percent("u128 0", &all, 1.0..=10.0, |n| *n == 0);
    assert_percent("u128::MAX", &all, 1.0..=6.0, |n| *n == u128::MAX);
    assert_percent("more than 64 bits", &all, 50.0..=90.0, |n| *n > u128::from(u64::MAX));
    assert_percent("below 2^64", &all, 10.0..=50.0, |n| *n < 1 << 64);
    let all = draws(any::<i128>());
    for end in [i128::MIN, i128::MAX, 0] {
        assert_percent(&format!("i128 {end}"), &all, 1.0..=10.0, |n| *n == end);
    }
    assert_percent("negative", &all, 40.0..=55.0, |n| *n < 0);
    let all = draws(-(1_i128 << 80)..1 << 90);
    assert_percent("the lower end", &all, 1.0..=6.0, |n| *n == -(1 << 80));
    assert_percent("the upper end", &all, 1.0..=6.0, |n| *n == (1 << 90) - 1);
}

fn assert_floats(all: &[f64]) {
    // One in sixteen is one of sixteen special values, of which NaN and -0.0 are two each.
    assert_percent("NaN", all, 0.4..=2.5, |x| x.is_nan());
    assert_percent("infinity", all, 0.15..=1.0, |x| *x == f64::INFINITY);
    assert_percent("-infinity", all, 0.15..=1.0, |x| *x == f64::NEG_INFINITY);
    assert_percent("-0.0", all, 0.4..=2.0, |x| *x == 0.0 && x.is_sign_negative());
    assert_percent("0.0", all, 0.2..=4.0, |x| *x == 0.0 && x.is_sign_positive());
    assert_percent("1.0", all, 0.2..=4.0, |x| (x - 1.0).abs() < 1e-9);
    // Three in eight are integers by design, and large floats always are.
    assert_percent("integers", all, 40.0..=80.0, |x| x.is_finite() && x.fract() == 0.0);
    assert_percent("fractions", all, 20.0..=55.0, |x| x.is_finite() && x.fract() != 0.0);
    assert_percent("small integers", all, 3.0..=25.0, |x| x.fract() == 0.0 && x.abs() < 1_000.0);
    assert_percent("negative", all, 40.0..=60.0, |x| *x < 0.0);
}

#[test]
fn floats_are_special_integral_and_fractional() {
    assert_floats(&draws(any::<f64>()));
    let single = draws(any::<f32>());
    assert_percent("subnormal", &single, 0.2..=2.0, |x| x.is_subnormal());
    let single: Vec<f64> = single.into_iter().map(f64::from).collect();
    assert_floats(&single);
    let all = draws(any::<f64>());
    assert_percent("huge", &all, 3.0..=20.0, |x| x.is_finite() && x.abs() > 1e100);
    assert_percent("tiny", &all, 3.0..=20.0, |x| *x != 0.0 && x.abs() < 1e-100);
}

#[test]
fn finite_floats_are_drawn_by_a_filter() {
    let all = draws(any::<f64>().filter(|x| x.is_finite()));
    assert!(all.iter().all(|x| x.is_finite()));
    assert_percent("-0.0", &all, 0.4..=2.0, |x| *x == 0.0 && x.is_sign_negative());
    let all = draws(0.0_f64..);
    assert_percent("infinity", &all, 0.15..=5.0, |x| *x == f64::INFINITY);
    assert!(all.iter().all(|x| *x >= 0.0));
}

#[test]
fn floats_within_bounds_are_spread_and_reach_the_ends() {
    let all = draws(0.0..=1.0_f64);
    assert_percent("0.0", &all, 1.0..=30.0, |x| *x == 0.0);
    assert_percent("1.0", &all, 1.0..=30.0, |x| (x - 1.0).abs() < 1e-12);
    for quarter in [0.0, 0.25, 0.5, 0.75] {
        // Eleven in sixteen are uniform.
        let within = |x: &f64| *x > quarter && *x < quarter + 0.25;
        assert_percent(&format!("from {quarter}"), &all, 13.0..=25.0, within);
    }
    let all = draws(-1e6..1e6_f64);
    assert_percent("ends", &all, 1.0..=10.0, |x| x.abs() > 999_999.0);
    assert_percent("integers", &all, 15.0..=50.0, |x| x.fract() == 0.0 && x.abs() < 999_999.0);
    assert_percent("negative", &all, 40.0..=60.0, |x| *x < 0.0);
}

#[test]
fn strings_are_mostly_ascii_and_sometimes_awkward() {
    let all = sized(100, 5_000, text());
    assert_percent("ASCII", &all, 80.0..=95.0, |s| s.is_ascii());
    assert_percent("empty", &all, 0.5..=4.0, String::is_empty);
    let printable = |s: &String| s.chars().all(|c| (' '..='~').contains(&c));
    assert_percent("printable ASCII", &all, 75.0..=92.0, printable);
    assert_percent("with control characters", &all, 4.0..=20.0, |s| s.contains(char::is_control));
    assert_percent("awkward strings", &all, 1.0..=8.0, |s| {
        ["NaN", "null", "-1", "../..", "1e400"].contains(&s.as_str())
    });
    let two = |s: &String| {
        let mut kinds: Vec<char> = s.chars().collect();
        kinds.sort_unstable();
        kinds.dedup();
        s.len() > 8 && kinds.len() <= 2
    };
    assert_percent("of two characters", &all, 5.0..=20.0, two);
    let all = sized(100, 2_000, text().alphabet(r"\w").len(5..20));
    assert_percent("ASCII of a large alphabet", &all, 60.0..=95.0, |s| s.is_ascii());
}

#[test]
fn characters_are_half_plain() {
    for all in [draws(any::<char>()), draws(chars())] {
        assert_percent("printable ASCII", &all, 45.0..=65.0, |c| (' '..='~').contains(c));
        assert_percent("newlines", &all, 0.5..=4.0, |c| *c == '\n');
        assert_percent("beyond the first plane", &all, 10.0..=35.0, |c| *c > '\u{ffff}');
    }
}

#[test]
fn byte_strings_are_uniform_small_or_of_two_values() {
    let all = sized(100, 4_000, bytes().len(16));
    assert_percent("small", &all, 10.0..=20.0, |b| b.iter().all(|byte| *byte < 16));
    assert_percent("of two", &all, 8.0..=18.0, |b| b.iter().all(|byte| byte.abs_diff(b[0]) <= 1));
    assert_percent("with a high byte", &all, 70.0..=90.0, |b| b.iter().any(|byte| *byte > 127));
}

#[test]
fn lengths_with_both_ends_are_uniform() {
    let of_lists: Vec<usize> =
        sized(0, 10_000, vec(int(7..8_u8)).len(0..=100)).iter().map(Vec::len).collect();
    assert_uniform(&of_lists, 101);
    let of_texts: Vec<usize> =
        sized(0, 10_000, text().alphabet("[a]").len(3..=9)).iter().map(String::len).collect();
    assert_uniform(&of_texts, 7);
}

#[test]
fn long_lengths_are_rare_but_occur() {
    let all: Vec<usize> = sized(100, 2_000, bytes().len(..=1_000)).iter().map(Vec::len).collect();
    assert_percent("beyond 900", &all, 2.0..=15.0, |length| *length > 900);
    let all: Vec<usize> =
        sized(100, 2_000, vec(any::<()>()).len(..=1_000)).iter().map(Vec::len).collect();
    // Each further halving of the limit has a probability of one half.
    assert_percent("beyond 500", &all, 15.0..=40.0, |length| *length > 500);
    assert_percent("below 100", &all, 20.0..=60.0, |length| *length < 100);
}

fn mean_length<T>(lists: &[Vec<T>]) -> f64 {
    lists.iter().map(Vec::len).sum::<usize>() as f64 / lists.len() as f64
}

#[test]
fn unbounded_lists_grow_with_the_size_and_shrink_inside_of_others() {
    let means: Vec<f64> = [0, 50, 100]
        .iter()
        .map(|size| mean_length(&sized(*size, 2_000, vec(any::<u8>()))))
        .collect();
    // Up to 2, 33 and 64; a third of it on average, because short ones are more likely.
    assert!(means[0] > 0.3 && means[0] < 1.5, "{means:?}");
    assert!(means[1] > 8.0 && means[1] < 15.0, "{means:?}");
    assert!(means[2] > 17.0 && means[2] < 26.0, "{means:?}");
    let nested = sized(100, 300, vec(vec(vec(any::<u8>()))));
    let second: Vec<Vec<Vec<u8>>> = nested.iter().flatten().cloned().collect();
    let third: Vec<Vec<u8>> = second.iter().flatten().cloned().collect();
    // A quarter of the limit, then half of that.
    assert!((3.0..8.0).contains(&mean_length(&second)), "{}", mean_length(&second));
    assert!((1.0..5.0).contains(&mean_length(&third)), "{}", mean_length(&third));
}

#[test]
fn earlier_draws_are_drawn_again() {
    let all = sized(100, 10_000, vec(any::<u64>()).len(10));
    let repeats = |list: &Vec<u64>| {
        let mut large: Vec<u64> =
            list.iter().copied().filter(|n| *n > 1 << 33 && *n < u64::MAX - 1).collect();
        large.sort_unstable();
        large.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_power_of_two())
    };
    // One draw in 64, ten times.
    assert_percent("lists with two equal wide numbers", &all, 3.0..=25.0, repeats);
    let all = sized(100, 10_000, vec(0..1_u64 << 50).len(10));
    assert_percent("the same in a range", &all, 3.0..=25.0, |list| {
        let mut large: Vec<u64> = list.iter().copied().filter(|n| *n > 1 << 33).collect();
        large.sort_unstable();
        large.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_power_of_two())
    });
}

#[test]
fn bools_and_branches_have_their_stated_probabilities() {
    // With this many draws, uniform ones are within one percent.
    assert_percent("true", &draws(any::<bool>()), 49.0..=51.0, |b| *b);
    assert_percent("a value", &draws(option(0..9_u8)), 74.0..=76.0, Option::is_some);
    assert_percent("ok", &draws(result(0..9_u8, 0..9_u8)), 49.0..=51.0, Result::is_ok);
    assert_uniform(&draws(one_of![0..1_u8, 1..2, 2..3]), 3);
    assert_percent("nine in ten", &draws(one_of![9 => 0..1_u8, 1 => 1..2]), 89.0..=91.0, |n| {
        *n == 0
    });
    let all = draws(one_of![1 => 0..1_u8, 2 => 1..2, 5 => 2..3]);
    assert_percent("one in eight", &all, 11.5..=13.5, |n| *n == 0);
    assert_percent("two in eight", &all, 24.0..=26.0, |n| *n == 1);
}

#[test]
fn damped_weights_lose_two_fifths_with_each_level_and_all_at_the_last() {
    let weights = Weights::new(&[1, 3], &[false, true]);
    let mut random = Random::for_case(1, 1);
    let mut share = |damping| {
        let chosen: Vec<u32> =
            (0..DRAWS / 10).map(|_| weights.choose(&mut random, damping)).collect();
        percent(&chosen, |branch| *branch == 1)
    };
    assert!((73.0..77.0).contains(&share(0)));
    assert!((62.0..66.0).contains(&share(1)), "nine fifths to one");
    assert!((50.0..54.0).contains(&share(2)), "27 to 25");
    assert!(share(1_000) == 0.0, "nothing grows forever");
    let all = Weights::new(&[1, 1], &[true, true]);
    let mut chosen = (0..100).map(|_| all.choose(&mut random, 1_000));
    assert!(chosen.any(|branch| branch == 1), "where all are recursive, none is damped");
}

/// A dictionary with a few literals of each kind.
fn dictionary() -> &'static Dictionary {
    let literals = Literals {
        integers: vec![4_711, -77, 300, i128::from(u64::MAX) + 7],
        floats: vec![2.75, 1e200],
        texts: vec!["admin".to_owned(), "naïve".to_owned()],
        bytes: vec![b"\x89PNG".to_vec()],
        chars: vec!['%', 'q'],
    };
    Box::leak(Box::new(Dictionary::new(&Literals::default(), &literals)))
}

/// Values of cases that draw literals.
fn with_literals<G: IntoGenerator>(count: u64, generator: G) -> Vec<G::Value> {
    let generator = generator.into_generator();
    let mut src = Source::with(dictionary());
    let mut values = Vec::new();
    for case in 0..count {
        src.restart(Random::for_case(5, case), literal_size());
        values.push(generator.generate(&mut src));
    }
    values
}

#[test]
fn literals_are_drawn_where_they_fit() {
    let all = with_literals(2_000, any::<i32>());
    // Three of four literals fit, and share half of the draws with their neighbors.
    assert_percent("4711", &all, 8.0..=25.0, |n| *n == 4_711);
    assert_percent("-77", &all, 8.0..=25.0, |n| *n == -77);
    for neighbor in [4_710, 4_712] {
        assert_percent("a neighbor", &all, 0.5..=6.0, |n| *n == neighbor);
    }
    let all = with_literals(2_000, any::<u8>());
    assert_percent("no literal fits into u8", &all, 0.0..=5.0, |n| *n == 77);
    let all = with_literals(2_000, 100..10_000_u32);
    assert_percent("4711 in a range", &all, 8.0..=50.0, |n| *n == 4_711);
    assert!(all.iter().all(|n| (100..10_000).contains(n)));
    let all = with_literals(2_000, 280..344_u32);
    assert_percent("300 in a range of 64, which is uniform", &all, 0.5..=3.5, |n| *n == 300);
    let all = with_literals(2_000, any::<u128>());
    assert_percent("wide", &all, 5.0..=30.0, |n| *n == u128::from(u64::MAX) + 7);
    let all = with_literals(2_000, any::<f64>());
    assert_percent("2.75", &all, 15.0..=40.0, |n| n.to_bits() == 2.75_f64.to_bits());
    let all = with_literals(2_000, 0.0..10.0_f64);
    assert_percent("2.75 in a range", &all, 15.0..=40.0, |n| n.to_bits() == 2.75_f64.to_bits());
    assert!(all.iter().all(|n| (0.0..10.0).contains(n)));
    let all = with_literals(2_000, any::<char>());
    assert_percent("a percent sign", &all, 15.0..=35.0, |c| *c == '%');
}

#[test]
fn strings_are_literals_or_contain_some() {
    let all = with_literals(2_000, text());
    assert_percent("a literal", &all, 5.0..=25.0, |s| s == "admin");
    assert_percent("inside", &all, 5.0..=40.0, |s| s.len() > 5 && s.contains("admin"));
    let all = with_literals(2_000, text().alphabet("[a-z]").len(2..=6));
    assert_percent("over an alphabet", &all, 5.0..=30.0, |s| s == "admin");
    let fits = |s: &String| (2..=6).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_lowercase());
    assert!(all.iter().all(fits), "lengths and alphabets hold for literals too");
    let all = with_literals(2_000, bytes());
    assert_percent("a byte string", &all, 5.0..=25.0, |b| b == b"\x89PNG");
    let all = with_literals(2_000, bytes().len(2..=4));
    assert_percent("a short byte string", &all, 2.0..=30.0, |b| b == b"\x89PNG");
    assert!(all.iter().all(|b| (2..=4).contains(&b.len())), "lengths hold for literals too");
    let all = with_literals(2_000, vec(any::<u8>()));
    assert_percent("bytes of a vector", &all, 4.0..=30.0, |b| b.starts_with(b"\x89PNG"));
    let all = with_literals(2_000, chars());
    assert_percent("characters", &all, 15.0..=35.0, |c| *c == 'q');
}

#[test]
fn a_recorded_case_has_the_same_literals() {
    type Values = (Vec<u8>, Vec<i64>, String, Vec<char>, (u128, char), Vec<String>);
    let generator =
        (any::<Values>(), 5..4_000_u16, 0.0..3.0_f64, text().alphabet("[a-z]"), bytes());
    let (mut plain, mut recording) =
        (Source::with(dictionary()), Source::recording_with(dictionary()));
    for case in 0..300 {
        plain.restart(Random::for_case(6, case), literal_size());
        let seed = plain.case_seed();
        recording.start_from(&seed);
        let value = plain.draw(generator.clone());
        assert_eq!(value, recording.draw(generator.clone()));
        assert_eq!(
            value,
            plain_again(&seed, &generator),
            "a second source has the same dictionary"
        );
    }
}

fn plain_again<G: IntoGenerator + Clone>(
    seed: &crate::source::CaseSeed,
    generator: &G,
) -> G::Value {
    let mut src = Source::recording_with(dictionary());
    src.start_from(seed);
    src.draw(generator.clone())
}

#[test]
fn cases_without_literals_are_the_same_with_any_dictionary() {
    let generator = (vec(any::<u8>()), any::<i64>(), text(), any::<f64>(), 0..1_000_u32);
    let (mut with, mut without) = (Source::with(dictionary()), Source::new());
    let mut differing = 0;
    for case in 0..640 {
        let random = || Random::for_case(7, case);
        with.restart_with(random(), 100, dictionary().order().of_case(case));
        without.restart_with(random(), 100, Dictionary::empty().order().of_case(case));
        let is_same = with.draw(generator.clone()) == without.draw(generator.clone());
        differing += usize::from(!is_same);
    }
    // Eight of 64 cases draw literals. Some NaN differ from themselves.
    assert!((60..120).contains(&differing), "{differing}");
}

#[test]
fn near_literals_are_more_likely() {
    let near = Literals { integers: vec![1_001, 1_002], ..Literals::default() };
    let far = Literals { integers: (2_000..2_100).collect(), ..Literals::default() };
    let dictionary: &'static Dictionary = Box::leak(Box::new(Dictionary::new(&near, &far)));
    let mut src = Source::with(dictionary);
    let mut count = [0; 2];
    for case in 0..20_000 {
        src.restart(Random::for_case(8, case), literal_size());
        match src.draw(any::<u64>()) {
            1_001 => count[0] += 1,
            2_050 => count[1] += 1,
            _ => {}
        }
    }
    assert!(count[0] > count[1] * 3 / 2 && count[1] > 20, "{count:?}");
}
