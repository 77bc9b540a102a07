//! The expansion of `#[trace]` triggers no lint, moves no more than plain Rust, and requires no trait.

#![forbid(warnings, unused)]
#![deny(clippy::pedantic)]

use disprove::trace;
use std::{
    collections::HashMap,
    fmt::Debug,
    future::Future,
    ops::ControlFlow,
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

/// Code of all kinds.
#[trace]
mod code {
    use super::{ControlFlow, Debug, Future, HashMap, Rc};

    #[derive(Clone, Debug, PartialEq, PartialOrd)]
    pub struct Point {
        pub x: f64,
        pub name: String,
    }

    #[derive(Debug, Default)]
    pub struct Parser {
        pub text: Vec<u8>,
        pub at: usize,
    }

    pub trait Shape {
        fn sides(&self) -> u32;

        fn is_round(&self) -> bool {
            self.sides() == 0
        }
    }

    impl Shape for Point {
        fn sides(&self) -> u32 {
            if self.name == "circle" { 0 } else { 4 }
        }
    }

    impl Parser {
        const LONGEST: usize = if 1 < 2 { 100 } else { 10 };

        fn advance(&mut self) -> usize {
            self.at += 1;
            self.at
        }

        fn peek(&self) -> Option<u8> {
            self.text.get(self.at).copied()
        }

        pub fn last_mut(&mut self) -> Option<&mut u8> {
            match self.text.last_mut() {
                Some(0) => None,
                other => other,
            }
        }

        pub fn number(&mut self) -> Result<u32, String> {
            const BASE: u32 = 10;
            // The left operand is not borrowed while the right one is evaluated.
            if self.at > self.advance() || self.at >= Self::LONGEST {
                return Err("too long".to_owned());
            }
            self.at = 0;
            let mut value = 0;
            let start = self.at;
            while let Some(digit @ b'0'..=b'9') = self.peek() {
                value = value * BASE + u32::from(digit - b'0');
                self.advance();
            }
            if self.at == start { Err(format!("no number at {start}")) } else { Ok(value) }
        }

        pub fn sum(&mut self) -> Result<u32, String> {
            let mut sum = self.number()?;
            loop {
                match self.peek() {
                    Some(b'+') => {
                        self.advance();
                        let mut rest = Parser { text: self.text.split_off(self.at), at: 0 };
                        sum += rest.number()?;
                        *self = rest;
                    }
                    Some(other) => break Err(format!("{other} at {}", self.at)),
                    None => break Ok(sum),
                }
            }
        }
    }

    pub fn largest<T: PartialOrd + Clone>(all: &[T]) -> Option<T> {
        let mut largest = all.first()?;
        for it in all {
            if it > largest {
                largest = it;
            }
        }
        Some(largest.clone())
    }

    pub fn evens<'a>(all: &'a [i32], least: &'a i32) -> impl Iterator<Item = &'a i32> + use<'a> {
        all.iter().filter(move |it| **it % 2 == 0 && *it >= least)
    }

    pub async fn ready(value: u8) -> u8 {
        std::future::ready(value).await
    }

    pub async fn awaited(a: u8) -> Result<u8, String> {
        let both = async |b: u8| if b == ready(a).await { b } else { 0 };
        if ready(a).await == 3 && both(a).await != 0 {
            return Err(failing(a).await?.to_string());
        }
        match ready(a).await {
            1 => Ok(10),
            other => Ok(other),
        }
    }

    async fn failing(a: u8) -> Result<u8, String> {
        if ready(a).await > 0 { Err("no".to_owned()) } else { Ok(a) }
    }

    pub fn needs_send(a: u8) -> impl Future<Output = Result<u8, String>> + Send {
        awaited(a)
    }

    pub const fn constant(n: usize) -> usize {
        if n == 0 { 1 } else { n }
    }

    pub fn arrays() -> usize {
        let zeros = [0_u8; constant(3)];
        let more = [(); { if 1 == 2 { 1 } else { 2 } }].len();
        zeros.len() + more + const { if 1 < 2 { 4 } else { 1 } }
    }

    pub fn flow(all: &[i32]) -> ControlFlow<i32> {
        all.iter().try_for_each(|it| {
            if *it < 0 { ControlFlow::Break(*it) } else { ControlFlow::Continue(()) }
        })?;
        ControlFlow::Continue(())
    }

    pub fn inferred(text: &str) -> bool {
        let n = text.parse().unwrap_or_default();
        let same = |a, b| a == b;
        let ordered = |a: &Point, b| a < b;
        let point = Point { x: 1.0, name: String::new() };
        let fits = 300_u64 > n && text.parse::<u8>().ok() == None;
        let any: Option<Vec<i32>> = None;
        let as_pointer: fn(i32) -> bool = |it| it == 3;
        let boxed: Box<dyn Fn(&str) -> bool> = Box::new(|it| it == "x");
        let sum = (0..3).fold(0, |a, b| if a < b { b } else { a });
        same(point.clone(), point.clone())
            && ordered(&point, &point)
            && fits
            && any == None
            && as_pointer(sum)
            && boxed("x")
            && 0.1 + 0.2 > 0.3
            && Some(&point) == Some(&point)
            && Rc::new(point.clone()) == Rc::new(point)
            && (1, 'x') < (2, 'y')
            && [1, 2][..] == vec![1, 2]
            && &[1_u8, 2, 3][..] == b"abc"
    }

    pub fn coerced(n: u8) -> Box<dyn Debug> {
        let chosen: Box<dyn Debug> = match n {
            0 => Box::new(1),
            1 => Box::new("x"),
            mut left => loop {
                left -= 1;
                if left == 1 {
                    break Box::new('c');
                } else if left == 2 {
                    break Box::new(2.0);
                }
            },
        };
        chosen
    }

    pub fn functions(n: u8) -> fn(i32) -> bool {
        match n {
            0 => i32::is_positive,
            _ => i32::is_negative,
        }
    }

    pub fn changed(all: &mut Vec<String>, key: &str) -> Option<&'static str> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for it in all.iter_mut() {
            if it == key {
                it.push('!');
            }
        }
        if let Some(first) = all.first_mut()
            && first.starts_with('a')
            && first.len() > 2
        {
            *first = first.strip_prefix('a')?.to_owned();
        } else if all.is_empty() {
            return Some("empty");
        }
        'outer: for a in all.iter() {
            for b in all.iter() {
                if a == b && !std::ptr::eq(a, b) {
                    break 'outer;
                }
                *counts.entry(a).or_default() += usize::from(a < b);
            }
        }
        let Some(most) = counts.into_values().max() else {
            panic!("there is one");
        };
        let found = match all.pop() {
            Some(text) if text == "moved" => text,
            Some(text) => text + "x",
            None => return None,
        };
        if most == 0 { None } else { Some(if found == "movedx" { "moved" } else { "other" }) }
    }

    pub fn blocks(n: u32) -> u32 {
        let labeled = 'a: {
            if n > 3 {
                break 'a 1;
            }
            2
        };
        let matched = match n {
            0 => 1,
            _ => 2,
        } + 1;
        let closed = |x: u32| match x { 0 => 1, _ => 2 } + matched;
        let unit = || for _ in 0..2 {};
        unit();
        #[cfg(not(windows))]
        for i in 0..1 {
            drop(vec![i]);
        }
        closed(labeled)
    }

    pub fn mutable(a: &mut i32, b: &mut i32) -> bool {
        *a == *b || a == b
    }

    pub fn never(n: u8) -> ! {
        if n == 0 { panic!("zero") } else { std::process::exit(0) }
    }
}

/// Methods with the attribute on each.
struct Counter(u32);

impl Counter {
    #[trace]
    fn next(&mut self) -> u32 {
        if self.0 < 10 {
            self.0 += 1;
        }
        self.0
    }
}

#[trace]
impl Iterator for Counter {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.0 < 3).then(|| Counter::next(self))
    }
}

fn finished<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing to wait for"),
    }
}

#[test]
fn code_of_all_kinds_compiles_without_a_warning_and_returns_the_same() {
    use code::{Parser, Point, Shape};
    let parse = |text: &str| Parser { text: text.into(), at: 0 }.sum();
    let (results, trace) = trace::record(|| [parse("12+30+5"), parse("12+"), parse("1*2")]);
    assert_eq!(results, [Ok(47), Err("no number at 0".into()), Err("42 at 1".into())]);
    assert!(trace.events().len() > 30);
    assert_eq!(Parser { text: vec![1, 2], at: 0 }.last_mut(), Some(&mut 2));
    let point = Point { x: 1.0, name: "circle".into() };
    assert!(point.is_round());
    assert_eq!(code::largest(&[1.0, 3.0, 2.0]), Some(3.0));
    assert_eq!(code::largest(std::slice::from_ref(&point)), Some(point));
    assert_eq!(code::evens(&[1, 2, 4, 6], &4).count(), 2);
    assert_eq!(finished(code::needs_send(1)), Ok(10));
    assert_eq!(finished(code::awaited(3)), Err("no".into()));
    assert_eq!(code::arrays(), 9);
    assert_eq!(code::flow(&[1, -2]), ControlFlow::Break(-2));
    assert!(!code::inferred("7"));
    assert_eq!(format!("{:?}", [0, 1, 2, 3].map(code::coerced)), "[1, \"x\", 'c', 2.0]");
    assert!(code::functions(7)(-1));
    let mut all = vec!["abc".to_owned(), "moved".to_owned()];
    assert_eq!(code::changed(&mut all, "x"), Some("other"));
    assert_eq!(code::blocks(5), 5);
    assert!(code::mutable(&mut 1, &mut 1));
    assert_eq!(Counter(0).count(), 3);
    assert!(std::panic::catch_unwind(|| code::never(0)).is_err());
}
