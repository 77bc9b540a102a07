//! What `book/src/how/distributions.md` says about the distributions of random cases.

use crate::{
    Arbitrary,
    generator::{Generator, IntoGenerator, any, option, result, text, vec},
    one_of,
    random::Random,
    source::{
        Source,
        sample::{Dictionary, Distribution, Literals},
    },
};
use std::ops::RangeInclusive;

#[track_caller]
fn assert_said(sentence: &str) {
    crate::humanize::assert_said("how/distributions.md", sentence);
}

/// One value of each of many cases with a distribution.
fn drawn<G: IntoGenerator>(distribution: u32, generator: G) -> Vec<G::Value> {
    let generator = generator.into_generator();
    let mut src = Source::new();
    let draw = |case| {
        src.restart_with(Random::for_case(9, case), 100, Distribution::numbered(distribution));
        src.draw(generator.by_ref())
    };
    (0..2_000).map(draw).collect()
}

#[track_caller]
fn assert_share<T>(values: &[T], expected: RangeInclusive<f64>, is_so: impl Fn(&T) -> bool) {
    let share = values.iter().filter(|value| is_so(value)).count() as f64 / values.len() as f64;
    assert!(expected.contains(&share), "{share}, expected {expected:?}");
}

const PLAIN: u32 = 0;
const SMALL_DOMAIN: u32 = 1;
const WIDE: u32 = 2;
const BOUNDARY: u32 = 3;
const LONG: u32 = 4;
const LONG_INSIDE: u32 = 5;
const VERY_LONG: u32 = 6;
const DEEP: u32 = 7;
const DEEP_SMALL_DOMAIN: u32 = 8;
const REPETITIVE: u32 = 9;
const COPIES: u32 = 10;
const COPIES_SMALL_DOMAIN: u32 = 11;
const UNUSUAL_STRINGS: u32 = 12;
const ROUND_NUMBERS: u32 = 13;
const LITERALS: u32 = 14;
const ALL: std::ops::Range<u32> = 0..15;

/// The number of cases of 64 with a distribution.
fn of_64(with_literals: bool, distribution: u32) -> usize {
    let order = Distribution::order(with_literals);
    let numbers = (0..64).map(|case| u32::from(order.of_case(case).number));
    numbers.filter(|number| *number == distribution).count()
}

#[test]
fn as_many_cases_are_plain_as_the_page_says() {
    let (plain, left) = (of_64(false, PLAIN), of_64(true, PLAIN));
    assert_said(&format!("| plain | {left}, or {plain} without literals |"));
    let (without, with) = (of_64(false, LITERALS), of_64(true, LITERALS));
    assert_said(&format!("| literals | {with}, or {without} without literals |"));
    let others: [(&str, &[u32]); 9] = [
        ("small domain", &[SMALL_DOMAIN]),
        ("wide", &[WIDE]),
        ("boundary", &[BOUNDARY]),
        ("long", &[LONG, LONG_INSIDE, VERY_LONG]),
        ("deep", &[DEEP, DEEP_SMALL_DOMAIN]),
        ("repetitive", &[REPETITIVE]),
        ("copies", &[COPIES, COPIES_SMALL_DOMAIN]),
        ("unusual strings", &[UNUSUAL_STRINGS]),
        ("round numbers", &[ROUND_NUMBERS]),
    ];
    for (row, distributions) in others {
        let cases: usize = distributions.iter().map(|number| of_64(true, *number)).sum();
        assert_said(&format!("| {row} | {cases} |"));
    }
    // With the plain one and the one with literals.
    assert_eq!(others.len() + 2, 11);
    assert_said("one of eleven distributions");
    let copies = ALL.filter(|number| Distribution::numbered(*number).echoes);
    assert!(copies.eq([COPIES, COPIES_SMALL_DOMAIN]));
}

#[test]
fn special_values_are_as_frequent_as_the_page_says() {
    let mut src = Source::new();
    let order = Distribution::order(false);
    let draw = |case| {
        src.restart_with(Random::for_case(9, case), 100, order.of_case(case));
        (src.draw(any::<i64>()), src.draw(any::<f64>()), src.draw(text()))
    };
    let values: Vec<(i64, f64, String)> = (0..32_000).map(draw).collect();
    assert_said("each of these special values is between 0.5 % and 2 % of the values of its type");
    crate::humanize::assert_said("faq.md", "each is between 0.5 % and 2 % of all random values");
    let share = || 0.005..=0.02;
    assert_share(&values, share(), |(n, _, _)| *n == i64::MIN);
    assert_share(&values, share(), |(n, _, _)| *n == i64::MAX);
    assert_share(&values, share(), |(_, x, _)| x.is_nan());
    assert_share(&values, share(), |(_, x, _)| x.is_infinite());
    assert_share(&values, share(), |(_, x, _)| *x == 0.0 && x.is_sign_negative());
    assert_share(&values, share(), |(_, x, _)| x.is_subnormal());
    assert_share(&values, share(), |(_, _, text)| text.is_empty());
}

#[test]
fn lists_are_as_long_as_the_page_says() {
    let lengths = |distribution| {
        let lists = drawn(distribution, vec(any::<bool>()));
        let mut lengths: Vec<usize> = lists.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    };
    let longest = |distribution| *lengths(distribution).last().expect("some lists");
    assert_said(&format!("lists of up to {} elements", longest(PLAIN)));
    for distribution in [LONG, LONG_INSIDE] {
        assert!((200..1_000).contains(&longest(distribution)));
    }
    assert_eq!(of_64(false, VERY_LONG), 1);
    let limit = Distribution::numbered(VERY_LONG).longest;
    assert!((limit * 9 / 10..=limit).contains(&longest(VERY_LONG)));
    let long: usize =
        [LONG, LONG_INSIDE, VERY_LONG].map(|number| of_64(false, number)).iter().sum();
    assert_said(&format!("in one of these {long} cases, of up to 2,000"));
    assert_eq!(limit, 2_000);
    let said =
        format!("up to {} elements in most cases, and up to 2,000 in one of 64", longest(PLAIN));
    crate::humanize::assert_said("faq.md", &said);
    let long: usize = [LONG, LONG_INSIDE, VERY_LONG].map(|number| of_64(true, number)).iter().sum();
    assert!(long * 2 < 64);
    let strings = drawn(LONG, text());
    assert_share(&strings, 0.1..=1.0, |text| text.chars().count() > 100);
}

#[cfg(feature = "regex")]
#[test]
fn repetitions_without_a_limit_are_as_long_as_lists() {
    for (pattern, bytes) in [("[a-z]*", 1), ("(ab)*", 2)] {
        let longest = |distribution| {
            let strings = drawn(distribution, pattern);
            strings.iter().map(String::len).max().expect("some strings") / bytes
        };
        let said = format!("up to {} times in cases of the plain", longest(PLAIN));
        crate::humanize::assert_said("guides/generators.md", &said);
        assert!((1_800..=2_000).contains(&longest(VERY_LONG)), "{pattern}");
    }
    crate::humanize::assert_said(
        "guides/generators.md",
        "and up to 2,000 times in those of the long one",
    );
}

#[test]
fn numbers_and_strings_of_a_small_domain_are_those_of_the_page() {
    let numbers = drawn(SMALL_DOMAIN, any::<i64>());
    let small = |n: &&i64| n.unsigned_abs() < 10;
    let (min, max) = (numbers.iter().filter(small).min(), numbers.iter().filter(small).max());
    assert_said(&format!("numbers from {} to {}", min.expect("some"), max.expect("some")));
    assert_share(&numbers, 0.95..=1.0, |n| small(&n));
    assert_share(&drawn(SMALL_DOMAIN, text()), 0.75..=1.0, |text| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters.dedup();
        characters.len() <= 2
    });
}

#[test]
fn numbers_are_wide_at_boundaries_repeated_and_round_as_the_page_says() {
    assert_share(&drawn(WIDE, any::<u64>()), 0.9..=1.0, |n| *n > 1 << 58);
    assert_share(&drawn(WIDE, any::<u64>()), 0.45..=0.55, |n| *n > 1 << 63);
    let ends = [0, 1, i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX, -1];
    assert_share(&drawn(BOUNDARY, any::<i64>()), 0.3..=1.0, |n| ends.contains(n));
    assert_share(&drawn(BOUNDARY, 0..=1_000_u32), 0.4..=1.0, |n| [0, 1, 999, 1_000].contains(n));
    for end in [i64::MIN, i64::MAX] {
        assert_share(&drawn(BOUNDARY, any::<i64>()), 0.03..=0.2, |n| *n == end);
    }
    for end in [0, 1_000] {
        assert_share(&drawn(BOUNDARY, 0..=1_000_u32), 0.04..=0.4, |n| *n == end);
    }
    assert_share(&drawn(PLAIN, 0..=1_000_u32), 0.0..=0.2, |n| [0, 1, 999, 1_000].contains(n));

    // The share of lists with two large numbers that are this far apart.
    let share = |distribution, differences: RangeInclusive<u64>| {
        let lists = drawn(distribution, vec(any::<u64>()).len(10));
        let repeats = |list: &&Vec<u64>| {
            let mut large: Vec<u64> = list.iter().copied().filter(|n| *n > 1_000).collect();
            large.sort_unstable();
            large.windows(2).any(|pair| differences.contains(&(pair[1] - pair[0])))
        };
        lists.iter().filter(repeats).count() as f64 / lists.len() as f64
    };
    assert!(share(REPETITIVE, 0..=1) > 0.5);
    for difference in [0, 1] {
        let [often, rarely] = [REPETITIVE, WIDE].map(|it| share(it, difference..=difference));
        assert!(often > 5.0 * rarely, "{difference}: {often} {rarely}");
    }
    let lists = drawn(REPETITIVE, vec(any::<u64>()).len(10));
    for difference in [1, u64::MAX] {
        assert_share(&lists, 0.05..=1.0, |list| {
            let follows = |at: usize| {
                let before = list[at].wrapping_sub(difference);
                before > 1_000 && list[..at].contains(&before)
            };
            (1..list.len()).any(follows)
        });
    }

    let numbers = drawn(ROUND_NUMBERS, any::<u64>());
    assert!([1_000, 500, 4_096].iter().all(|n| numbers.contains(n)));
    assert_share(&numbers, 0.7..=1.0, |n| *n >= 10 && (n % 10 == 0 || n.is_power_of_two()));
}

#[test]
fn unusual_strings_have_the_characters_of_the_page() {
    let strings = drawn(UNUSUAL_STRINGS, text());
    assert_share(&strings, 0.3..=1.0, |text| text.chars().any(char::is_control));
    for range in ['\u{300}'..='\u{36f}', '\u{202a}'..='\u{202e}'] {
        assert_share(&strings, 0.05..=1.0, |text| text.chars().any(|c| range.contains(&c)));
    }
    let is_number = |text: &String| text.parse::<f64>().is_ok();
    assert_share(&strings, 0.05..=0.5, is_number);
    let is_date = |text: &String| text.starts_with("20") && text.matches('-').count() == 2;
    assert!(strings.iter().any(is_date));
}

/// A tree as a derived type has it: its depth.
fn depth(src: &mut Source) -> u32 {
    let parts = crate::generator::recursive(any::<bool>().map(|_| 0_u32), |part| {
        (part.clone(), part).into_generator().map(|(left, right)| 1 + left.max(right))
    });
    src.draw(parts)
}

#[test]
fn deep_values_are_about_twice_as_deep() {
    let sum = |distribution| f64::from(drawn(distribution, depth).iter().sum::<u32>());
    for (deep, usual) in [(DEEP, PLAIN), (DEEP_SMALL_DOMAIN, SMALL_DOMAIN)] {
        let ratio = sum(deep) / sum(usual);
        assert!((1.7..2.3).contains(&ratio), "{deep}: {ratio}");
    }
}

#[derive(Arbitrary)]
enum Weighted {
    #[weight(3)]
    Often,
    Rarely,
}

#[test]
fn lengths_of_nested_lists_multiply() {
    let lists = drawn(LONG_INSIDE, vec(vec(any::<bool>()).len(..30)).len(..30));
    let most = lists.iter().map(|lists| lists.iter().map(Vec::len).sum::<usize>()).max();
    assert!(most > Some(300), "{most:?}");
}

#[test]
fn options_are_some_and_results_ok_as_often_as_the_page_says() {
    assert_share(&drawn(PLAIN, option(0..9_u8)), 0.71..=0.79, Option::is_some);
    assert_share(&drawn(PLAIN, result(any::<bool>(), 0..9_u8)), 0.46..=0.54, Result::is_ok);
    let said =
        "`option` draws `Some` three times in four, and `result` draws `Ok` half of the time";
    crate::humanize::assert_said("guides/generators.md", said);
}

#[test]
fn limits_and_weights_hold_in_every_distribution() {
    for distribution in ALL {
        // Nor does a value copy an earlier one that is beyond its limits.
        let others = (any::<u8>(), any::<f64>(), any::<char>());
        let values = drawn(distribution, (others, 5..100_u8, -3.0..7.0_f64, 'c'..='x'));
        assert!(values.iter().all(|(_, n, x, c)| {
            (5..100).contains(n) && (-3.0..7.0).contains(x) && ('c'..='x').contains(c)
        }));
        let bytes = |length: std::ops::Range<usize>| vec(any::<u8>()).len(length);
        let longer = (bytes(9..20), text().len(5..9));
        let lists = drawn(distribution, (longer, bytes(2..9), text().len(..=4)));
        assert!(
            lists.iter().all(|(_, list, text)| {
                (2..9).contains(&list.len()) && text.chars().count() <= 4
            })
        );
        let numbers = drawn(distribution, one_of![3 => 0..1_u8, 1 => 1..2]);
        assert_share(&numbers, 0.71..=0.79, |n| *n == 0);
        assert_share(&drawn(distribution, any::<Weighted>()), 0.71..=0.79, |variant| {
            matches!(variant, Weighted::Often)
        });
        for one in [0, 31, 63] {
            assert_share(&drawn(distribution, 0..64_u8), 0.006..=0.028, |n| *n == one);
        }
    }
}

#[test]
fn half_of_the_literals_are_near() {
    let near = Literals { integers: vec![1_001, 1_002], ..Literals::default() };
    let far = Literals { integers: (2_000..2_100).collect(), ..Literals::default() };
    let dictionary: &'static Dictionary = Box::leak(Box::new(Dictionary::new(&near, &far)));
    let mut src = Source::with(dictionary);
    let (mut nearby, mut others) = (0, 0);
    for case in 0..4_000 {
        src.restart_with(Random::for_case(8, case), 100, Distribution::numbered(14));
        match src.draw(any::<u64>()) {
            1_001 | 1_002 => nearby += 1,
            2_000..2_100 => others += 1,
            _ => {}
        }
    }
    assert!(nearby + others > 1_000 && nearby * 2 > others && others * 2 > nearby);
    assert!((nearby as f64 / (nearby + others) as f64 - 0.5).abs() < 0.08, "{nearby} {others}");
}
