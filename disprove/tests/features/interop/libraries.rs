//! Generators of `arbitrary`, `quickcheck` and `proptest`.

use super::{debug, reduces_to, values};
use arbitrary::Unstructured;
use disprove::{Verdict, check, from_arbitrary, from_proptest, from_quickcheck};
use proptest::{prelude as p, strategy::Strategy};
use quickcheck::Arbitrary as _;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Point,
    Circle(u16),
    Many(Vec<Shape>),
}

fn depth(shape: &Shape) -> usize {
    match shape {
        Shape::Many(all) => 1 + all.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

impl<'a> arbitrary::Arbitrary<'a> for Shape {
    fn arbitrary(data: &mut Unstructured<'a>) -> arbitrary::Result<Shape> {
        Ok(match data.int_in_range(0..=2)? {
            0 => Shape::Point,
            1 => Shape::Circle(data.arbitrary()?),
            _ => Shape::Many(data.arbitrary()?),
        })
    }
}

#[test]
fn arbitrary_numbers_are_exact() {
    reduces_to(&from_arbitrary::<u64>(), "1001", |n| *n <= 1_000);
    reduces_to(&from_arbitrary::<(u32, u32)>(), "(0, 500)", |(_, n)| *n < 500);
    reduces_to(&from_arbitrary::<f32>(), "0.0", |_| false);
    reduces_to(&from_arbitrary::<[u8; 4]>(), "[0, 0, 0, 9]", |xs| xs[3] < 9);
}

#[test]
fn arbitrary_collections_reduce_to_short_ones() {
    reduces_to(&from_arbitrary::<Vec<u8>>(), "[50]", |xs| xs.iter().all(|x| *x < 50));
    reduces_to(&from_arbitrary::<Vec<u32>>(), "[300]", |xs| xs.iter().all(|x| *x < 300));
    reduces_to(&from_arbitrary::<Vec<bool>>(), "[false, false, false]", |xs| xs.len() < 3);
    reduces_to(&from_arbitrary::<String>(), "\"\\0\\0\\0\"", |string| string.len() < 3);
    reduces_to(&from_arbitrary::<BTreeMap<u8, u8>>(), "{0: 10}", |map| {
        map.values().all(|v| *v < 10)
    });
}

#[test]
fn arbitrary_custom_types_are_reduced() {
    reduces_to(&from_arbitrary::<Shape>(), "Point", |_| false);
    reduces_to(&from_arbitrary::<Shape>(), "Circle(1000)", |shape| {
        !matches!(shape, Shape::Circle(1_000..))
    });
    reduces_to(&from_arbitrary::<Shape>(), "Many([Many([])])", |shape| depth(shape) < 2);
}

#[derive(Debug)]
struct Even(u32);

impl<'a> arbitrary::Arbitrary<'a> for Even {
    fn arbitrary(data: &mut Unstructured<'a>) -> arbitrary::Result<Even> {
        let number: u32 = data.arbitrary()?;
        if number % 2 == 0 { Ok(Even(number)) } else { Err(arbitrary::Error::IncorrectFormat) }
    }
}

#[test]
fn bytes_that_arbitrary_refuses_are_drawn_again() {
    let report = check(from_arbitrary::<Even>()).seed(1).cases(1_000).run(|even| even.0 % 2 == 0);
    assert!(report.failures().is_empty());
    assert_eq!(report.rejected(), 0);
    reduces_to(&from_arbitrary::<Even>(), "Even(1024)", |even| even.0 <= 1_000);
    let lists = values(&from_arbitrary::<Vec<u64>>(), 500);
    assert!(lists.iter().any(Vec::is_empty) && lists.iter().any(|list| list.len() > 3));
}

impl quickcheck::Arbitrary for Shape {
    fn arbitrary(source: &mut quickcheck::Gen) -> Shape {
        if source.size() < 2 || bool::arbitrary(source) {
            return if bool::arbitrary(source) {
                Shape::Point
            } else {
                Shape::Circle(u16::arbitrary(source))
            };
        }
        let count = usize::arbitrary(source) % 4;
        let mut inner =
            quickcheck::Gen::from_size_and_seed(source.size() / 2, u64::arbitrary(source));
        Shape::Many((0..count).map(|_| Shape::arbitrary(&mut inner)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Shape>> {
        match self.clone() {
            Shape::Point => quickcheck::empty_shrinker(),
            Shape::Circle(size) => {
                Box::new([Shape::Point].into_iter().chain(size.shrink().map(Shape::Circle)))
            }
            Shape::Many(all) => {
                Box::new(all.clone().into_iter().chain(all.shrink().map(Shape::Many)))
            }
        }
    }
}

#[test]
fn quickcheck_numbers_are_exact() {
    reduces_to(&from_quickcheck::<u64>(), "1001", |n| *n <= 1_000);
    reduces_to(&from_quickcheck::<i32>(), "0", |_| false);
    reduces_to(&from_quickcheck::<(u32, u32)>(), "(0, 500)", |(_, n)| *n < 500);
}

#[test]
fn quickcheck_collections_reduce_to_short_ones() {
    reduces_to(&from_quickcheck::<Vec<u8>>(), "[50]", |xs| xs.iter().all(|x| *x < 50));
    reduces_to(&from_quickcheck::<Vec<u64>>(), "[300]", |xs| xs.iter().all(|x| *x < 300));
    reduces_to(&from_quickcheck::<Vec<bool>>(), "[false, false, false]", |xs| xs.len() < 3);
    reduces_to(&from_quickcheck::<Option<Vec<String>>>(), "Some([\"\"])", |list| {
        list.as_ref().is_none_or(Vec::is_empty)
    });
}

#[test]
fn quickcheck_custom_types_are_reduced() {
    reduces_to(&from_quickcheck::<Shape>(), "Point", |_| false);
    reduces_to(&from_quickcheck::<Shape>(), "Circle(1000)", |shape| {
        !matches!(shape, Shape::Circle(1_000..))
    });
    reduces_to(&from_quickcheck::<Shape>(), "Many([Many([])])", |shape| depth(shape) < 2);
}

#[test]
fn quickcheck_values_reduce_as_well_as_in_quickcheck() {
    for seed in 0..8 {
        let holds =
            |xs: &Vec<u64>| xs.iter().fold(0, |sum: u64, x| sum.saturating_add(*x)) <= 1_000;
        let report =
            check(from_quickcheck::<Vec<u64>>()).seed(seed).max_failures(1).run(|xs| holds(&xs));
        let value = report.failures()[0].value();
        assert!(value.shrink().all(|smaller| holds(&smaller)), "{value:?}");
    }
}

#[test]
fn proptest_ranges_and_collections_are_exact() {
    reduces_to(&from_proptest(0u32..10_000), "2000", |n| *n < 2_000);
    reduces_to(&from_proptest(p::any::<u64>()), "1001", |n| *n <= 1_000);
    reduces_to(&from_proptest(p::any::<i32>()), "-5", |n| *n > -5);
    let list = proptest::collection::vec(0u32..1_000, 0..50);
    reduces_to(&from_proptest(list.clone()), "[300]", |xs| xs.iter().all(|x| *x < 300));
    reduces_to(&from_proptest(list), "[0, 0, 0]", |xs| xs.len() < 3);
    reduces_to(&from_proptest("[a-z]{0,20}"), "\"aaa\"", |string| string.len() < 3);
}

#[test]
fn a_sum_of_proptest_numbers_is_exact() {
    let list = proptest::collection::vec(0u32..100, 0..20);
    for seed in 0..8 {
        let report =
            check(from_proptest(list.clone())).seed(seed).run(|xs| xs.iter().sum::<u32>() <= 100);
        assert_eq!(report.failures()[0].value().iter().sum::<u32>(), 101, "seed {seed}");
    }
}

#[test]
fn proptest_combinators_are_reduced() {
    let mapped = (0u32..1_000).prop_map(|n| n * 2);
    reduces_to(&from_proptest(mapped), "300", |n| *n < 300);
    let chosen = p::prop_oneof![p::Just(0u32), 10..20u32, 500..1_000u32];
    reduces_to(&from_proptest(chosen.clone()), "0", |_| false);
    reduces_to(&from_proptest(chosen), "600", |n| *n < 600);
    let filtered = p::any::<u16>().prop_filter("odd", |n| n % 2 == 1);
    // Proptest does not reduce further through filters either.
    let report = check(from_proptest(filtered)).seed(1).run(|n| n < 101);
    assert!(report.failures()[0].value() % 2 == 1);
    let dependent = (1usize..10).prop_flat_map(|n| proptest::collection::vec(0..100u8, n));
    for list in values(&from_proptest(dependent.clone()), 200) {
        assert!((1..10).contains(&list.len()));
    }
    // Proptest does not always reduce to four elements either.
    let report = check(from_proptest(dependent)).seed(1).run(|xs| xs.len() < 4);
    assert!(report.failures()[0].value().iter().all(|x| *x == 0));
}

#[test]
fn proptest_recursion_is_reduced() {
    let leaf = p::prop_oneof![p::Just(Shape::Point), p::any::<u16>().prop_map(Shape::Circle)];
    let shape = leaf.prop_recursive(4, 32, 4, |inner| {
        proptest::collection::vec(inner, 0..4).prop_map(Shape::Many)
    });
    reduces_to(&from_proptest(shape.clone()), "Point", |_| false);
    for seed in 0..8 {
        let report = check(from_proptest(shape.clone())).seed(seed).run(|shape| depth(&shape) < 2);
        assert_eq!(depth(report.failures()[0].value()), 2, "seed {seed}");
    }
}

#[test]
fn a_strategy_that_refuses_too_often_rejects_the_case() {
    let never = p::any::<u8>().prop_filter("never", |_| false);
    let report = check(from_proptest(never)).seed(1).cases(100).run(|_| true);
    assert_eq!((report.cases(), report.verdict()), (0, Verdict::GaveUp), "{}", debug(&report));
    let rarely = (0u8..200).prop_filter("rarely", |n| *n < 100);
    let report = check(from_proptest(rarely)).seed(1).cases(1_000).run(|n| n < 100);
    assert!(report.failures().is_empty() && report.rejected() == 0);
}
