//! Branch distance of patterns.

use super::{falls, far};

const TEN: i32 = 10;

#[derive(Debug, Clone, Copy)]
enum Shape {
    Circle { radius: u32 },
    Square(u32, bool),
    Point,
}

#[test]
fn literals_and_ranges_are_approached() {
    falls(&[90, 6, 5], |x| far!(matches!(x, 5)));
    falls(&[90, -4, -5], |x| far!(matches!(x, -5)));
    falls(&[90, 10, 9], |x| far!(matches!(x, 1..=9)));
    falls(&[-90, 0, 1], |x| far!(matches!(x, 1..=9)));
    falls(&[90, 10, 9], |x| far!(matches!(x, 1..10)));
    falls(&[90, 11, 10], |x| far!(matches!(x, (..=TEN))));
    falls(&[-90, 9, 10], |x| far!(matches!(x, TEN..)));
    falls(&[90, 20, 12, 11, 10], |x| far!(matches!(x, 1..=3 | TEN..=10)));
    falls(&['~', '{', 'z'], |c| far!(matches!(c, 'a'..='z' | 'A'..='Z')));
    falls(&[b'~', b'0'], |c| far!(matches!(c, b'0'..=b'9')));
    falls(&["xyz", "bxg", "bug"], |text| far!(matches!(text, "bug" | "feature")));
    falls(&[9.0, 2.0, 0.5], |x| far!(matches!(x, 0.0..=1.0)));
    falls(&[true, false], |x| far!(matches!(x, false)));
    falls(&[u64::MAX, 7, 5], |x| far!(matches!(x, 5)));
}

#[test]
fn parts_of_values_are_approached() {
    falls(&[None, Some(90), Some(10), Some(9)], |x| far!(matches!(x, Some(1..=9))));
    falls(&[(90, 90), (5, 90), (5, 7), (5, 6)], |x| far!(matches!(x, (5, 6))));
    falls(&[(90, 90), (5, 90)], |x| far!(matches!(x, (5, _))));
    falls(&[Err(3), Ok(Some(9)), Ok(Some(3))], |x| far!(matches!(x, Ok::<_, u8>(Some(3)))));
    falls(&[Shape::Point, Shape::Circle { radius: 90 }, Shape::Circle { radius: 4 }], |x| {
        far!(matches!(x, Shape::Circle { radius: 3..=4 }))
    });
    falls(
        &[Shape::Point, Shape::Square(9, true), Shape::Square(4, true), Shape::Square(3, true)],
        |x| far!(matches!(x, Shape::Square(3, true))),
    );
    let x = &Some(7);
    assert!(far!(matches!(x, Some(3))) > far!(matches!(x, Some(6))));
    assert!(far!(matches!(x, &Some(3))) > far!(matches!(x, &Some(6))));
    assert!(far!(matches!(*x, Some(n @ (1 | 2)) if n > 0)) > 0.0);
}

#[test]
fn guards_are_nearer_than_patterns() {
    falls(&[None, Some(-9), Some(0), Some(1)], |x| far!(matches!(x, Some(n) if n > 0)));
    falls(&[(9, 9), (6, 9), (5, 9), (5, 1), (5, 0)], |x| far!(matches!(x, (5, n) if n == 0)));
    let text = Some(String::from("abc"));
    assert!(far!(matches!(&text, Some(text) if text.len() == 4)) > 0.0);
    assert!(disprove::__private::condition!(matches!(text, Some(text) if text.len() == 3)));
}

#[test]
fn what_has_no_slope_is_plain() {
    falls(&[None, Some(3)], |x| far!(matches!(x, Some(_))));
    falls(&[Some(3), None], |x| far!(!matches!(x, Some(_))));
    falls(&[Some(3), Some(4)], |x| far!(!matches!(x, Some(3))));
    falls(&[Shape::Circle { radius: 1 }, Shape::Point], |x| far!(matches!(x, Shape::Point)));
    falls(&[9, 4, 3], |radius| {
        far!(matches!(Shape::Circle { radius }, Shape::Circle { radius: 3 }))
    });
    falls(&[9.5, 2.0], |x| far!(matches!(x, (..=2.5))));
    let list = [1, 2, 3];
    assert!(far!(matches!(list[..], [1, ..])) == 0.0 && far!(matches!(list[..], [])) > 0.0);
    assert!(far!(matches!(list, [_, 5 | 6, ..])) > 0.0);
    assert_eq!(far!(matches!(list.len(), _)), 0.0);
}
