//! A suite of quickcheck.

use quickcheck::{quickcheck, Arbitrary, Gen, QuickCheck, TestResult};
use quickcheck_macros::quickcheck as property_of_quickcheck;

#[derive(Clone, Debug, PartialEq)]
enum Op {
    Push(u8),
    Pop,
}

impl Arbitrary for Op {
    fn arbitrary(g: &mut Gen) -> Self {
        // Pushes are more frequent.
        match u8::arbitrary(g) % 3 {
            0 => Op::Pop,
            _ => Op::Push(Arbitrary::arbitrary(g)),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        // Removed with the function.
        quickcheck::empty_shrinker()
    }
}

#[derive(Clone, Debug)]
struct Word(String);

impl Arbitrary for Word {
    fn arbitrary(g: &mut Gen) -> Word {
        let len = usize::arbitrary(g) % g.size();
        Word((0..len).map(|_| letter(g)).collect())
    }
}

/// One of a few letters.
fn letter(g: &mut Gen) -> char {
    *g.choose(&['a', 'b', 'c']).unwrap()
}

#[derive(Clone, Debug)]
struct Twice<T>(T, T);

impl<T: Arbitrary> Arbitrary for Twice<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        Twice(T::arbitrary(g), T::arbitrary(g))
    }
}

fn compare(a: u8, b: u8) -> TestResult {
    TestResult::from_bool((a < b) == (b > a))
}

quickcheck! {
    // A comment above a test.
    fn reversed_twice(xs: Vec<u32>) -> bool {
        let twice: Vec<u32> = xs.iter().rev().rev().copied().collect();
        twice == xs
    }

    /// Documentation stays.
    fn division(a: u8, b: u8) -> TestResult {
        if b == 0 {
            return TestResult::discard();
        }
        TestResult::from_bool(a / b * b + a % b == a)
    }

    fn indexing_panics(xs: Vec<u8>, i: usize) -> TestResult {
        if i < xs.len() {
            return TestResult::passed();
        }
        TestResult::must_fail(move || xs[i])
    }

    fn compared(a: u8, b: u8) -> TestResult {
        compare(a, b)
    }

    fn words(word: Word, twice: Twice<Op>) -> bool {
        word.0.len() < 100 && (twice.0 == twice.1 || twice.0 != twice.1)
    }
}

#[property_of_quickcheck]
fn attribute(n: i64) -> bool {
    n.checked_abs().map_or(true, |n| n >= 0)
}

#[test]
fn inner_function() {
    fn prop(ops: Vec<Op>) {
        let mut stack = Vec::new();
        for op in ops {
            match op {
                Op::Push(x) => stack.push(x),
                Op::Pop => drop(stack.pop()),
            }
        }
    }
    QuickCheck::new().tests(200).quickcheck(prop as fn(Vec<Op>));
}

#[test]
fn results() {
    fn prop(s: String) -> Result<(), std::str::Utf8Error> {
        std::str::from_utf8(s.as_bytes()).map(drop)
    }
    quickcheck(prop as fn(_) -> _);
}

#[test]
fn several() {
    fn sorted<T: Arbitrary + Ord>(mut xs: Vec<T>) -> bool {
        xs.sort();
        xs.windows(2).all(|pair| pair[0] <= pair[1])
    }
    // Two types.
    quickcheck(sorted as fn(Vec<u8>) -> bool);
    quickcheck(sorted as fn(Vec<String>) -> bool);
    quickcheck(compare as fn(u8, u8) -> TestResult);
}
