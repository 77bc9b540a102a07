//! A suite of proptest. Comments and formatting survive.

use proptest::collection::{btree_map, hash_set};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// Lengths that are tested.
const LENGTHS: std::ops::Range<usize> = 1..20;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Dot,
    Circle(u8),
    Group(Vec<Shape>),
}

#[derive(Debug, Clone)]
struct Opaque(u8);

#[derive(Debug, Clone, PartialEq)]
struct Point {
    x: i32,
    y: u8,
}

impl Arbitrary for Point {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with(_: Self::Parameters) -> Self::Strategy {
        (-5..5i32, any::<u8>()).prop_map(|(x, y)| Point { x, y }).boxed()
    }
}

// A function that returns a strategy.
fn even() -> impl Strategy<Value = u32> {
    (0..500u32).prop_map(|n| n * 2) // doubled
}

fn shapes() -> BoxedStrategy<Shape> {
    let leaf = prop_oneof![Just(Shape::Dot), any::<u8>().prop_map(Shape::Circle)];
    leaf.prop_recursive(4, 16, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Shape::Group))
        .boxed()
}

fn pairs() -> impl Strategy<Value = (Vec<u8>, usize)> {
    prop::collection::vec(any::<u8>(), 1..10).prop_flat_map(|xs| {
        let len = xs.len();
        (Just(xs), 0..len)
    })
}

fn opaque() -> impl Strategy<Value = Opaque> {
    prop_oneof![3 => Just(Opaque(1)), 1 => (2..9u8).prop_map(Opaque)]
}

prop_compose! {
    /// A point that is not far away.
    fn near(limit: i32)(x in -limit..limit, y in 0..10u8) -> Point {
        Point { x, y }
    }
}

/// The depth of a shape.
fn depth(shape: &Shape) -> usize {
    match shape {
        Shape::Dot | Shape::Circle(_) => 0,
        Shape::Group(shapes) => 1 + shapes.iter().map(depth).max().unwrap_or(0),
    }
}

fn check_even(n: u32) -> Result<(), TestCaseError> {
    prop_assert_eq!(n % 2, 0, "{} is odd", n);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    // A comment above a test.
    #[test]
    fn ranges(a in 0..10u8, b in -5i64..=5, c in 'a'..='f', x in 0.0..1.0f64, d in ..7u16) {
        prop_assert!(a < 10);
        prop_assert!((-5..=5).contains(&b), "b is {}", b);
        prop_assert!(c.is_ascii_lowercase()); // a comment at the end of a line
        prop_assert!(x < 1.0 && d < 7);
    }

    /// Documentation stays.
    #[test]
    #[allow(clippy::ptr_arg)]
    fn borrowed(ref text in "[a-z]{1,8}", ref map in btree_map(any::<u8>(), 0..9i32, 0..5)) {
        prop_assert_ne!(text.len(), 0);
        let map: &BTreeMap<u8, i32> = map;
        prop_assert!(map.len() < 5);
    }

    #[test]
    fn patterns((xs, at) in pairs(), mut n in even(), Point { x, .. } in near(3)) {
        prop_assert!(xs.get(at).is_some());
        check_even(n)?;
        n += 1;
        prop_assert_eq!(n % 2, 1);
        prop_assert!((-3..3).contains(&x));
    }

    #[test]
    fn types(a: u8, s: String, p: Point, f: f64) {
        prop_assume!(a > 0, "zero is another test");
        prop_assert!(s.chars().all(|c| !c.is_control()));
        prop_assert!(p.x.abs() <= 5 && f.is_finite());
        if a > 100 {
            return Ok(());
        }
        prop_assert!(a <= 100);
    }

    #[test]
    fn without_types(n in 0..100, list in prop::collection::vec(0..9, LENGTHS)) {
        let n: u16 = n;
        prop_assert!(n < 100);
        prop_assert!(list.iter().all(|x: &i8| *x < 9));
        prop_assert!(LENGTHS.contains(&list.len()));
    }

    #[test]
    fn combinators(
        // A comment between arguments.
        shape in shapes(),
        small in any::<u8>().prop_filter("small", |n| *n < 100),
        word in select(vec!["yes", "no"]),
        half in (0..100u8).prop_filter_map("even", |n| if n % 2 == 0 { Some(n / 2) } else { None }),
        maybe in prop::option::of(1..3u8),
        color in prop_oneof![Just("red"), Just("green")],
        o in opaque(),
    ) {
        prop_assert!(depth(&shape) < 1000);
        prop_assert!(small < 100 && half < 50);
        prop_assert!(word == "yes" || word == "no");
        prop_assert!(maybe.map_or(true, |n| n < 3));
        prop_assert!(color.len() > 2 && o.0 < 9);
    }
}

#[test]
fn closure() {
    let limit = 10;
    proptest!(|(n in 0..limit, set in hash_set(0..50u8, 0..9), deque in prop::collection::vec_deque(any::<bool>(), 3))| {
        let set: HashSet<u8> = set;
        let deque: VecDeque<bool> = deque;
        prop_assert!(n < limit);
        prop_assert!(set.len() < 9);
        prop_assert_eq!(deque.len(), 3);
    });
}
