//! Tests with nested values, dependent values, and properties that draw in their body.

use super::{check, reaches, starts};
use crate::{
    choice::Tree,
    generator::{Boxed, Generator, IntoGenerator, any, int, just, option, recursive, text, vec},
    one_of,
    random::Random,
    reduce::{Attempt, Oracle, ReductionLimits, reduce},
    source::{Fill, Source},
};
use std::rc::Rc;

#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Number(i32),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}
use Expr::{Add, Div, Number};

fn expressions() -> Boxed<'static, Expr> {
    let numbers = int(-1_000..=1_000i32).map(Number);
    recursive(numbers, |inner| {
        let pairs = (inner.clone(), inner);
        one_of![
            pairs.clone().into_generator().map(|(a, b)| Add(Box::new(a), Box::new(b))),
            pairs.into_generator().map(|(a, b)| Div(Box::new(a), Box::new(b)))
        ]
    })
    .boxed()
}
impl Expr {
    /// `None` where it divides by zero.
    fn value(&self) -> Option<i64> {
        match self {
            Number(number) => Some(i64::from(*number)),
            Add(a, b) => Some(a.value()?.wrapping_add(b.value()?)),
            Div(a, b) => a.value()?.checked_div_euclid(b.value()?),
        }
    }

    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Number(_) => false,
            Div(_, b) if **b == Number(0) => true,
            Add(a, b) | Div(a, b) => a.divides_by_literal_zero() || b.divides_by_literal_zero(),
        }
    }

    fn has_above(&self, limit: i32) -> bool {
        match self {
            Number(number) => *number > limit,
            Add(a, b) | Div(a, b) => a.has_above(limit) || b.has_above(limit),
        }
    }

    fn depth(&self) -> u32 {
        match self {
            Number(_) => 0,
            Add(a, b) | Div(a, b) => 1 + a.depth().max(b.depth()),
        }
    }

    fn nodes(&self) -> u32 {
        match self {
            Number(_) => 1,
            Add(a, b) | Div(a, b) => 1 + a.nodes() + b.nodes(),
        }
    }
}

#[test]
fn reduces_expressions_to_the_smallest_tree() {
    let zero = || Box::new(Number(0));
    let smallest = Div(zero(), Box::new(Add(zero(), zero())));
    let fails = |e: &Expr| !e.divides_by_literal_zero() && e.value().is_none();
    reaches("calculator", expressions(), 23, fails, &smallest);
    check(
        "deep",
        expressions(),
        11,
        |e| e.depth() >= 2,
        |e| e.nodes() == 5 && e.depth() == 2 && e.value() == Some(0),
    );
    reaches("a number deep inside", expressions(), 20, |e| e.has_above(500), &Number(501));
}

#[test]
fn shortens_a_long_chain_in_few_steps() {
    let chains = recursive(any::<u32>().map(|x| (x, 0)), |inner| {
        (0..1u8, inner).into_generator().map(|(_, (x, depth))| (x, depth + 1))
    });
    reaches("chain", chains, 17, |(x, _)| *x >= 50, &(50, 0));
}

type FiveLists = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);

#[test]
fn reduces_five_lists_to_two_numbers() {
    let list = || vec(any::<i16>());
    let sum = |xs: &Vec<i16>| xs.iter().fold(0i16, |sum, x| sum.wrapping_add(*x));
    let fails = |(a, b, c, d, e): &FiveLists| {
        let sums = [sum(a), sum(b), sum(c), sum(d), sum(e)];
        sums.iter().all(|sum| *sum < 256)
            && sums.iter().fold(0i16, |all, sum| all.wrapping_add(*sum)) >= 5 * 256
    };
    check("bound5", (list(), list(), list(), list(), list()), 74, fails, |(a, b, c, d, e)| {
        let mut all = [&a[..], b, c, d, e].concat();
        all.sort_unstable();
        all == [-32768, -1]
    });
}

#[test]
fn lowers_dependent_numbers_together() {
    let near = |(a, b): &(u32, u32)| *b >= 100 && (3..=50).contains(&a.saturating_sub(*b));
    let pairs = any::<u32>().then(|b| (int(b..=b.saturating_add(100)), just(b)));
    reaches("difference then", pairs, 82, near, &(103, 100));
    let pairs = (int(0..1_000_000u32), int(0..100u32)).into_generator().map(|(b, d)| (b + d, b));
    reaches("difference map", pairs, 34, near, &(103, 100));
    let close =
        |(a, b): &(u16, u16)| *b >= 100 && (3..=50).contains(&(i32::from(*a) - i32::from(*b)));
    reaches("difference", (any::<u16>(), any::<u16>()), 81, close, &(103, 100));
    let sum = |(a, b): &(u16, u16)| u32::from(*a) + u32::from(*b) >= 50_000;
    reaches("sum of two", (any::<u16>(), any::<u16>()), 29, sum, &(0, 50_000));
}

#[test]
fn simplifies_branches_options_and_booleans() {
    let values = one_of![int(0..10u32), int(100..200u32), any::<u32>()];
    reaches("branches", vec(values), 17, |xs| xs.iter().any(|x| *x >= 150), &vec![150]);
    // The first alternative is preferred, also to smaller and to more likely values of others.
    let first = one_of![int(10..20u32), int(0..5u32)];
    reaches("first alternative", first, 17, |_| true, &10);
    let first = one_of![1 => int(10..20u32), 9 => int(0..5u32)];
    reaches("first of weighted ones", first, 17, |_| true, &10);
    let pairs = vec((any::<bool>(), option(any::<u8>())));
    let fails = |xs: &Vec<(bool, Option<u8>)>| xs.iter().filter(|x| x.1.is_some()).count() >= 2;
    reaches("options", pairs, 17, fails, &vec![(false, Some(0)), (false, Some(0))]);
    let records = vec((any::<u8>(), any::<u32>()));
    let same_key = |xs: &Vec<(u8, u32)>| {
        (1..xs.len()).any(|i| xs[..i].iter().any(|x| x.0 == xs[i].0 && x.0 >= 3 && x.1 != xs[i].1))
    };
    reaches("records", records, 47, same_key, &vec![(3, 0), (3, 1)]);
    let words = vec(text());
    let fails = |xs: &Vec<String>| xs.iter().filter(|s| s.chars().count() >= 2).count() >= 2;
    reaches("words", words, 23, fails, &vec!["00".to_owned(), "00".to_owned()]);
}

/// A property that draws everything in its body.
struct Drawing(Source);

impl Drawing {
    fn body(src: &mut Source) -> (Vec<u32>, usize, bool) {
        let xs = src.draw(vec(any::<u32>()).len(1..));
        let i = src.draw(0..xs.len());
        let fails = xs[i] >= 77;
        (xs, i, fails)
    }
}

impl Oracle for Drawing {
    fn draws(&self) -> bool {
        true
    }

    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        fill: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        let mode = if fill.is_some() { Fill::Random } else { Fill::Simplest };
        self.0.replay(guide, mode, Random::for_case(1, fill.unwrap_or(0)), 100);
        if !wanted(self.0.recorded()) {
            return Attempt::Unwanted;
        }
        let fails = Drawing::body(&mut self.0).2;
        let tree = self.0.take_tree();
        if fails { Attempt::Failed(tree) } else { Attempt::Passed(tree) }
    }
}

#[test]
fn reduces_properties_that_draw_in_their_body() {
    let mut total = 0;
    for seed in 0..starts() {
        let mut drawing = Drawing(Source::recording());
        let start = (0..).find_map(|case| {
            drawing.0.record(Random::for_case(seed, case), 100);
            Drawing::body(&mut drawing.0).2.then(|| drawing.0.take_tree())
        });
        let reduction = reduce(start.expect("endless"), &mut drawing, ReductionLimits::NONE);
        drawing.0.replay(Rc::new(reduction.tree), Fill::Simplest, Random::for_case(1, 0), 100);
        let (xs, i, _) = Drawing::body(&mut drawing.0);
        assert_eq!((xs, i), (vec![77], 0));
        total += reduction.runs;
    }
    println!("{:<24} mean {:>5}", "draws in the body", total / starts());
    assert!(total / starts() < 80);
}

#[test]
fn deletes_iterations_of_a_loop_that_draws() {
    let counted = |src: &mut Source| {
        let n = src.draw(0..10usize);
        (0..n).map(|_| src.draw(any::<u8>())).collect::<Vec<u8>>()
    };
    let large = |xs: &Vec<u8>| xs.iter().any(|x| *x > 20);
    reaches("counted loop", counted, 17, large, &vec![21]);
    let open_ended = |src: &mut Source| {
        let mut xs = Vec::new();
        while src.draw(any::<bool>()) {
            xs.push(src.draw(any::<u8>()));
        }
        xs
    };
    reaches("loop with a flag", open_ended, 14, large, &vec![21]);
}

#[test]
fn trades_an_element_for_a_higher_one() {
    let trivial = |xs: &Vec<u8>| xs.iter().all(|x| *x == 0) && xs.len() < 2;
    reaches("not trivial", vec(any::<u8>()), 30, move |xs| !trivial(xs), &vec![1]);
    // Each pair without its first element needs another second one.
    let pairs = vec((any::<bool>(), any::<u8>()));
    let fails = |xs: &Vec<(bool, u8)>| {
        xs.windows(2).any(|pair| pair[0].0 && pair[1].0) || xs.iter().any(|x| x.0 && x.1 == 1)
    };
    reaches("a pair or one", pairs, 60, fails, &vec![(true, 1)]);
}
