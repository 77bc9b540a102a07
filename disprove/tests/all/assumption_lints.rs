//! The expansion of conditions triggers no lint, moves no more than plain Rust, and requires no trait.

#![forbid(warnings, unused)]

use disprove::prelude::*;
use std::{cell::RefCell, cmp::Ordering, collections::HashMap, iter::zip, thread};

struct User {
    age: u8,
    name: String,
    tags: Vec<&'static str>,
    friend: Option<Box<User>>,
}

impl User {
    fn is_adult(&self) -> bool {
        self.age >= 18
    }

    fn is_near(&self, a: i32, b: i32) -> bool {
        when!((a - b).abs() <= i32::from(self.age))
    }
}

fn is_last<T: PartialOrd>(xs: &[T], x: &T) -> bool {
    when!(xs.contains(x) && xs.iter().all(|y| y <= x) && xs.first().is_some_and(|y| y == x))
}

fn is_large(number: Option<i32>) -> Option<bool> {
    Some(when!(number? > 3))
}

struct Point(String);

struct Region(Vec<String>);

impl Region {
    fn contains(&mut self, point: Point) -> bool {
        self.0.push(point.0);
        self.0.len() == 1
    }
}

#[property]
fn redundant_parentheses_and_blocks_are_accepted(a: u8, b: u8, xs: Vec<i32>) {
    assume!((a < b));
    assume!({ a < b });
    assume!(matches!((a), 0..=200));
    assume!((a % 2) == (b % 2) || xs.iter().any(|x| (*x) == 3) || !xs.is_empty() || a > 0);
    let mut elements = xs.iter();
    assume!(elements.all(|x| *x > -1_000_000));
    assert!(a < b && elements.next().is_none());
}

#[test]
fn conditions_of_all_kinds_compile_without_a_warning() {
    let user = User { age: 20, name: "ada".into(), tags: vec!["x", "y"], friend: None };
    let (mut a, b) = (vec![1, 2, 3], vec![2, 3, 4]);
    assert!(when!(user.is_adult() && user.age < 30 && user.name.len() == 3));
    assert!(when!(user.friend.is_none() && user.tags.contains(&"x") && user.is_near(1, 2)));
    assert!(is_last(&[1], &1) && is_large(Some(4)) == Some(true) && is_large(None).is_none());
    assert!(when!(a.iter().zip(b.iter()).all(|(x, y)| x < y)));
    assert!(when!(a.iter_mut().all(|x| {
        *x += 1;
        *x > 1
    })));
    assert!(when!(a.iter().copied().map(i64::from).sum::<i64>() == 9));
    let map: HashMap<String, i32> = [("k".to_string(), 1)].into();
    assert!(when!(map.get("k") == Some(&1) && map.contains_key("k") && map["k"] == 1));
    assert!(when!(a.starts_with(&[2, 3]) && "abc".starts_with('a') && "abc".ends_with("bc")));
    assert!(when!(if let Some(x) = a.first() { *x == 2 } else { false }));
    assert!(when!(user.name.chars().all(char::is_alphabetic)));
    assert!(when!(user.name.chars().rev().eq("ada".chars())));
    assert!(when!(a.partial_cmp(&b).is_some_and(Ordering::is_le)));
    assert!(when!(zip([1], [2]).any(|(a, b)| a + 1 == b)));
}

#[test]
fn values_are_moved_and_borrowed_as_in_plain_rust() {
    let text = String::from("x");
    assert!(when!(matches!(text.as_str(), "x" | "y") && text == "x"));
    assert!(when!(Some(text).is_some_and(|text| text == "x")));
    let mut region = Region(Vec::new());
    let point = Point(String::new());
    let moved = region.contains(point);
    assert!(when!(moved && region.0.len() == 1));
    let cell = RefCell::new(vec![1]);
    assert!(when!(cell.borrow().iter().all(|x| *x == 1) && cell.borrow_mut().pop() == Some(1)));
    let elsewhere = thread::spawn(|| when!([1].iter().all(|x| *x > 0)));
    assert!(elsewhere.join().is_ok_and(|holds| holds));
}

struct Shelf(Vec<Point>);

impl Shelf {
    fn contains(&self, point: Point) -> bool {
        let Point(name) = point;
        self.0.iter().any(|known| known.0 == name)
    }
}

#[test]
fn an_argument_that_is_moved_is_moved_once() {
    let (shelf, point) = (Shelf(vec![Point("a".into())]), Point("b".into()));
    assert!(!when!(shelf.contains(point)));
}
