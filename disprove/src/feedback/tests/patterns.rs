//! Distances of `matches!`.

use super::{distance, falls};

const TEN: i32 = 10;

#[derive(Debug, Clone, Copy)]
enum Shape {
    Circle { radius: u32 },
    Square(u32, bool),
    Point,
}

#[test]
fn literals_and_ranges_have_falling_distances() {
    falls(&[90, 6, 5], |x| distance!(matches!(x, 5)));
    falls(&[90, -4, -5], |x| distance!(matches!(x, -5)));
    falls(&[90, 10, 9], |x| distance!(matches!(x, 1..=9)));
    falls(&[-90, 0, 1], |x| distance!(matches!(x, 1..=9)));
    falls(&[90, 10, 9], |x| distance!(matches!(x, 1..10)));
    falls(&[90, 11, 10], |x| distance!(matches!(x, (..=TEN))));
    falls(&[-90, 9, 10], |x| distance!(matches!(x, TEN..)));
    falls(&[90, 20, 12, 11, 10], |x| distance!(matches!(x, 1..=3 | TEN..=10)));
    falls(&['~', '{', 'z'], |c| distance!(matches!(c, 'a'..='z' | 'A'..='Z')));
    falls(&[b'~', b'0'], |c| distance!(matches!(c, b'0'..=b'9')));
    falls(&["xyz", "bxg", "bug"], |text| distance!(matches!(text, "bug" | "feature")));
    falls(&[9.0, 2.0, 0.5], |x| distance!(matches!(x, 0.0..=1.0)));
    falls(&[true, false], |x| distance!(matches!(x, false)));
    falls(&[u64::MAX, 7, 5], |x| distance!(matches!(x, 5)));
}

#[test]
fn distances_of_fields_add_up() {
    falls(&[None, Some(90), Some(10), Some(9)], |x| distance!(matches!(x, Some(1..=9))));
    falls(&[(90, 90), (5, 90), (5, 7), (5, 6)], |x| distance!(matches!(x, (5, 6))));
    falls(&[(90, 90), (5, 90)], |x| distance!(matches!(x, (5, _))));
    falls(&[Err(3), Ok(Some(9)), Ok(Some(3))], |x| distance!(matches!(x, Ok::<_, u8>(Some(3)))));
    falls(&[Shape::Point, Shape::Circle { radius: 90 }, Shape::Circle { radius: 4 }], |x| {
        distance!(matches!(x, Shape::Circle { radius: 3..=4 }))
    });
    falls(
        &[Shape::Point, Shape::Square(9, true), Shape::Square(4, true), Shape::Square(3, true)],
        |x| distance!(matches!(x, Shape::Square(3, true))),
    );
    let x = &Some(7);
    assert!(distance!(matches!(x, Some(3))) > distance!(matches!(x, Some(6))));
    assert!(distance!(matches!(x, &Some(3))) > distance!(matches!(x, &Some(6))));
    assert!(distance!(matches!(*x, Some(n @ (1 | 2)) if n > 0)) > 0.0);
}

#[test]
fn a_failed_guard_is_nearer_than_a_failed_pattern() {
    falls(&[None, Some(-9), Some(0), Some(1)], |x| distance!(matches!(x, Some(n) if n > 0)));
    falls(&[(9, 9), (6, 9), (5, 9), (5, 1), (5, 0)], |x| distance!(matches!(x, (5, n) if n == 0)));
    let text = Some(String::from("abc"));
    assert!(distance!(matches!(&text, Some(text) if text.len() == 4)) > 0.0);
    assert!(disprove::__private::condition!(matches!(text, Some(text) if text.len() == 3)));
}

#[test]
fn a_pattern_without_values_has_no_distance() {
    falls(&[None, Some(3)], |x| distance!(matches!(x, Some(_))));
    falls(&[Some(3), None], |x| distance!(!matches!(x, Some(_))));
    falls(&[Some(3), Some(4)], |x| distance!(!matches!(x, Some(3))));
    falls(&[Shape::Circle { radius: 1 }, Shape::Point], |x| distance!(matches!(x, Shape::Point)));
    falls(&[9, 4, 3], |radius| {
        distance!(matches!(Shape::Circle { radius }, Shape::Circle { radius: 3 }))
    });
    falls(&[9.5, 2.0], |x| distance!(matches!(x, (..=2.5))));
    let list = [1, 2, 3];
    assert!(
        distance!(matches!(list[..], [1, ..])) == 0.0 && distance!(matches!(list[..], [])) > 0.0
    );
    assert!(distance!(matches!(list, [_, 5 | 6, ..])) > 0.0);
    assert_eq!(distance!(matches!(list.len(), _)), 0.0);
}
