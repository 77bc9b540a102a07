//! Tests of `literal.rs`.

#![expect(clippy::unreadable_literal, reason = "what is written has no separators")]

use super::*;
use crate::prelude::*;
use std::{fmt::Debug, marker::PhantomData};

fn text<T: Literal>(value: &T) -> Option<String> {
    let mut out = Written::default();
    value.literal(&mut out);
    out.finish()
}

/// Asserts that the literal of an expression is that expression.
macro_rules! same {
    ($($type:ty: $value:expr;)*) => {$(
        let value: $type = $value;
        let written = text(&value).expect("it can be written");
        let plain = |text: &str| text.replace(char::is_whitespace, "");
        assert_eq!(plain(&written), plain(stringify!($value)));
    )*};
}

#[test]
fn numbers_are_written_as_they_are() {
    same! {
        u8: 255;
        i8: -128;
        i64: -9223372036854775808;
        u128: 340282366920938463463374607431768211455;
        i128: -170141183460469231731687303715884105728;
        usize: 0;
        std::num::NonZero<i32>: std::num::NonZero::new(-5).unwrap();
        f64: 0.1;
        f64: -0.0;
        f64: 1e300;
        f64: 5e-324;
        f32: 16777216.0;
        f32: -1.5;
        f64: f64::NAN;
        f32: f32::INFINITY;
        f64: f64::NEG_INFINITY;
        f32: f32::from_bits(0xffc00001);
    }
}

#[test]
fn strings_are_written_with_escapes() {
    same! {
        char: 'x';
        char: '\'';
        char: '\u{301}';
        char: '\0';
        String: String::new();
        String: "a\"b\\c'\n\t\r\0\u{7f}\u{200b}日本é".to_owned();
        &str: "text";
        std::path::PathBuf: std::path::PathBuf::from("/tmp/a b");
    }
}

#[test]
fn containers_are_written_with_their_constructors() {
    same! {
        bool: true;
        (): ();
        (u8,): (1,);
        (u8, i8, bool): (1, -1, false);
        (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8): (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        [u8; 0]: [];
        [i8; 2]: [0, -1];
        Vec<u8>: vec![];
        Vec<Vec<i8>>: vec![vec![], vec![0, -1]];
        Option<Option<u8>>: Some(None);
        Result<u8, String>: Err("no".to_owned());
        Result<u8, String>: Ok(0);
        Box<u8>: Box::new(0);
        std::rc::Rc<u8>: std::rc::Rc::new(0);
        std::sync::Arc<bool>: std::sync::Arc::new(true);
        std::num::Wrapping<u8>: std::num::Wrapping(0);
        std::cmp::Reverse<u8>: std::cmp::Reverse(0);
        std::cmp::Ordering: std::cmp::Ordering::Less;
        std::borrow::Cow<'static, u8>: std::borrow::Cow::Owned(7);
        std::ops::Range<i8>: -1..3;
        std::ops::RangeInclusive<u8>: 0..=3;
        std::time::Duration: std::time::Duration::from_secs(7);
        std::time::Duration: std::time::Duration::from_nanos(7);
        std::time::Duration: std::time::Duration::new(1, 7);
    }
}

#[test]
fn collections_are_written_in_a_stable_order() {
    same! {
        std::collections::VecDeque<u8>: std::collections::VecDeque::from([3, 1]);
        std::collections::BTreeSet<u8>: std::collections::BTreeSet::from([1, 3]);
        std::collections::BTreeMap<u8, bool>: std::collections::BTreeMap::from([(1, true), (3, false)]);
        std::collections::HashSet<u8>: std::collections::HashSet::from([1, 2, 9, 10, 100]);
        std::collections::HashMap<u8, char>: std::collections::HashMap::from([(1, 'a'), (2, 'b')]);
        std::collections::HashSet<u8>: std::collections::HashSet::from([]);
    }
}

#[derive(Debug, Arbitrary)]
enum Expr {
    Num(i8),
    Neg(Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Named { r#type: String, at: (u8, u8) },
    Unit,
    Empty {},
}

#[derive(Debug, Arbitrary)]
struct Point<T> {
    x: T,
    y: Vec<T>,
}

#[derive(Debug, Arbitrary)]
struct Marker;

#[derive(Debug, Arbitrary)]
struct Pair(u8, Marker);

#[derive(Debug, Arbitrary)]
enum List<T> {
    End,
    Node(T, Box<List<T>>),
}

#[test]
fn derived_types_are_written_with_their_names() {
    same! {
        Expr: Expr::Mul(Box::new(Expr::Num(0)), Box::new(Expr::Neg(Box::new(Expr::Unit))));
        Expr: Expr::Named { r#type: "x".to_owned(), at: (1, 2) };
        Expr: Expr::Empty {};
        Point<u8>: Point { x: 1, y: vec![2, 3] };
        Point<Expr>: Point { x: Expr::Num(-1), y: vec![] };
        Pair: Pair(1, Marker);
        List<char>: List::Node('a', Box::new(List::End));
    }
}

/// Has no `Literal`.
#[derive(Debug, PartialEq)]
struct Opaque(PhantomData<u8>);

impl Arbitrary for Opaque {
    fn arbitrary(_src: &mut Source) -> Opaque {
        Opaque(PhantomData)
    }
}

#[derive(Debug, Arbitrary)]
enum Mixed {
    Plain(u8),
    Holds(Opaque),
}

/// What the expansion of `#[property]` does with its arguments.
macro_rules! arguments {
    ($first:expr $(, $more:expr)*) => {{
        let mut out = Written::default();
        (&LiteralOf(&$first)).write(&mut out);
        $(
            out.push(", ");
            (&LiteralOf(&$more)).write(&mut out);
        )*
        out.finish()
    }};
}

#[test]
fn values_without_a_literal_have_no_text() {
    assert_eq!(arguments!(vec![0, 0], true).as_deref(), Some("vec![0, 0], true"));
    assert_eq!(arguments!(1, Opaque(PhantomData)), None);
    assert_eq!(arguments!(vec![Opaque(PhantomData)]), None);
    assert_eq!(arguments!(Mixed::Plain(1)).as_deref(), Some("Mixed::Plain(1)"));
    assert_eq!(arguments!(Mixed::Holds(Opaque(PhantomData)), 1), None);
    assert_eq!(arguments!(Point { x: Opaque(PhantomData), y: vec![] }), None);
}

#[test]
fn long_literals_are_given_up() {
    assert_eq!(arguments!("x".repeat(300)), None);
    assert_eq!(arguments!(vec![7u8; 1_000_000]), None);
    assert_eq!(arguments!((0..400).collect::<std::collections::HashSet<u32>>()), None);
    // `"..".to_owned()` has 13 characters more than its text.
    assert!(arguments!("é".repeat(287)).is_some());
    assert_eq!(arguments!("é".repeat(288)), None);
    // All values together, and a comma and a space between them.
    assert!(arguments!("é".repeat(136), "é".repeat(136)).is_some());
    assert_eq!(arguments!("é".repeat(136), "é".repeat(137)), None);
}
