//! Types of other crates, generated through mirrors.

use disprove::{prelude::*, remote};
use other::{Kind, Pair, Point, Shape};

/// Stands for another crate.
mod other {
    #[derive(Debug, Clone, PartialEq)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub struct Pair<A, B>(pub A, pub B);

    #[derive(Debug, Clone, PartialEq)]
    pub enum Shape {
        Empty,
        Circle { center: Point, radius: u8 },
        Group(Vec<Shape>),
    }

    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub enum Kind {
        File,
        Folder,
        Link,
    }
}

#[derive(Arbitrary)]
#[disprove(remote = other::Point)]
struct PointDef {
    #[draw(-100..=100)]
    x: i32,
    y: i32,
}

#[derive(Arbitrary)]
#[disprove(remote = other::Pair<A, u8>)]
struct PairDef<A>(A, #[draw(5..)] u8);

#[derive(Arbitrary)]
#[disprove(remote = Shape)]
enum ShapeDef {
    Empty,
    #[weight(2)]
    Circle {
        #[draw(remote::<PointDef>())]
        center: Point,
        radius: u8,
    },
    Group(#[draw(vec(remote::<ShapeDef>()).len(..3))] Vec<Shape>),
}

#[derive(Arbitrary)]
#[disprove(remote = Kind, non_exhaustive)]
enum KindDef {
    File,
    Folder,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Drawing {
    #[draw(remote::<PointDef>())]
    origin: Point,
    #[draw(vec(remote::<ShapeDef>()))]
    shapes: Vec<Shape>,
}

#[test]
fn values_of_a_mirror_are_reduced_like_those_of_a_derived_type() {
    let report = check(any::<Drawing>()).seed(1).cases(2_000).run(|drawing| {
        let is_large = |shape: &Shape| matches!(shape, Shape::Circle { radius: 200.., .. });
        !drawing.shapes.iter().any(is_large) || drawing.origin.x < 7
    });
    let circle = Shape::Circle { center: Point { x: 0, y: 0 }, radius: 200 };
    let expected = Drawing { origin: Point { x: 7, y: 0 }, shapes: vec![circle] };
    assert_eq!(*report.failures()[0].value(), expected);
}

#[test]
fn the_generators_and_weights_of_a_mirror_count() {
    let report = check((remote::<PointDef>(), remote::<PairDef<bool>>()))
        .seed(1)
        .run(|(point, Pair(_, number))| (-100..=100).contains(&point.x) && number >= 5);
    assert_eq!(report.verdict(), Verdict::Passed);
    let report = check(remote::<KindDef>()).seed(1).run(|kind| kind != Kind::Link);
    assert_eq!((report.verdict(), report.distinct()), (Verdict::Exhausted, 2));
}

#[test]
fn values_of_other_crates_are_encoded() {
    let shape = |radius| {
        let circle = Shape::Circle { center: Point { x: 3, y: -9 }, radius };
        Shape::Group(vec![Shape::Empty, circle])
    };
    assert!(remote::<ShapeDef>().encode(&shape(3)).is_some());
    assert!(remote::<PointDef>().encode(&Point { x: 101, y: 0 }).is_none(), "out of its range");
    assert!(remote::<PairDef<u8>>().encode(&Pair(3, 5)).is_some());
    assert!(remote::<KindDef>().encode(&Kind::Folder).is_some());
    assert!(remote::<KindDef>().encode(&Kind::Link).is_none(), "the mirror leaves it out");

    let report = check(remote::<ShapeDef>())
        .seed(1)
        .cases(1)
        .example(move || shape(250))
        .run(|shape| !format!("{shape:?}").contains("Circle"));
    let smallest = Shape::Circle { center: Point { x: 0, y: 0 }, radius: 0 };
    assert_eq!(*report.failures()[0].value(), smallest, "the example is reduced");
}

#[property]
#[example(Point { x: 3, y: 4 }, vec![])]
fn arguments_can_be_of_other_crates(
    #[draw(remote::<PointDef>())] point: Point,
    #[draw(vec(remote::<KindDef>()).len(..3))] kinds: Vec<Kind>,
) {
    assert!(point.x.abs() <= 100 && kinds.len() < 3);
}

#[property(cases = 1, seed = 1)]
#[example(Point { x: 77, y: 4 })]
#[should_panic(expected = "point: Point { x: 50, y: 0 }")]
fn an_example_of_another_crate_is_reduced(#[draw(remote::<PointDef>())] point: Point) {
    assert!(point.x < 50);
}
