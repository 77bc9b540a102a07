//! quickcheck through its own runner. Trees are made smaller by hand, as its
//! users have to: a child in the place of its parent, then each part by itself.

use crate::reduce::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
    problems::{
        binheap::{self, Binheap, Heap, Node, node},
        bound5::Bound5,
        calculator::{Calculator, Expr},
        equal,
        reverse::Reverse,
        sum46::{self, Sum46},
    },
};
use ::quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use std::fmt::{self, Debug, Formatter};

mod program;

/// A problem whose inputs quickcheck can make, and make smaller.
pub trait InQuickcheck: Problem {
    /// Collections are shorter than this.
    const SIZE: usize = 100;
    fn arbitrary(g: &mut Gen) -> Self::Value;
    fn simpler(value: &Self::Value) -> Box<dyn Iterator<Item = Self::Value>>;
}

struct Input<P: Problem>(P::Value);

impl<P: Problem> Clone for Input<P> {
    fn clone(&self) -> Self {
        Input(self.0.clone())
    }
}

impl<P: Problem> Debug for Input<P> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl<P: InQuickcheck> Arbitrary for Input<P> {
    fn arbitrary(g: &mut Gen) -> Self {
        Input(P::arbitrary(g))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(P::simpler(&self.0).map(Input))
    }
}

/// The reduction of the first failure this seed leads to.
pub fn run<P: InQuickcheck>(seed: u64) -> Option<Ending> {
    probe::start();
    let property: fn(Input<P>) -> TestResult = |input| match probe::judge_keeping::<P>(&input.0) {
        Judgement::Holds => TestResult::passed(),
        Judgement::Outside => TestResult::discard(),
        Judgement::Fails => TestResult::failed(),
    };
    let rng = Gen::from_size_and_seed(P::SIZE, seed);
    let mut check = QuickCheck::new().rng(rng).tests(super::CASES).max_tests(100 * super::CASES);
    // What it returns is text; the value was kept.
    let _ = check.quicktest(property);
    probe::end_with_last::<P>()
}

impl InQuickcheck for Bound5 {
    fn arbitrary(g: &mut Gen) -> Self::Value {
        std::array::from_fn(|_| Arbitrary::arbitrary(g))
    }

    fn simpler(lists: &Self::Value) -> Box<dyn Iterator<Item = Self::Value>> {
        Box::new(<(_, _, _, _, _)>::from(lists.clone()).shrink().map(Into::into))
    }
}

impl InQuickcheck for Reverse {
    fn arbitrary(g: &mut Gen) -> Vec<i32> {
        Arbitrary::arbitrary(g)
    }

    fn simpler(list: &Vec<i32>) -> Box<dyn Iterator<Item = Vec<i32>>> {
        list.shrink()
    }
}

const EXPR_DEPTH: u32 = 5;

impl InQuickcheck for Calculator {
    fn arbitrary(g: &mut Gen) -> Expr {
        expr(g, EXPR_DEPTH)
    }

    fn simpler(expr: &Expr) -> Box<dyn Iterator<Item = Expr>> {
        Box::new(simpler_expr(expr).into_iter())
    }
}

fn expr(g: &mut Gen, depth: u32) -> Expr {
    let branch = if depth == 0 { Some(&0) } else { g.choose(&[0, 1, 2]) };
    match branch {
        Some(1) => Expr::Add(Box::new(expr(g, depth - 1)), Box::new(expr(g, depth - 1))),
        Some(2) => Expr::Div(Box::new(expr(g, depth - 1)), Box::new(expr(g, depth - 1))),
        _ => Expr::Int(Arbitrary::arbitrary(g)),
    }
}

pub fn simpler_expr(expr: &Expr) -> Vec<Expr> {
    let (make, a, b): (fn(Box<Expr>, Box<Expr>) -> Expr, _, _) = match expr {
        Expr::Int(n) => return n.shrink().map(Expr::Int).collect(),
        Expr::Add(a, b) => (Expr::Add, a, b),
        Expr::Div(a, b) => (Expr::Div, a, b),
    };
    let mut simpler = vec![(**a).clone(), (**b).clone()];
    simpler.extend(simpler_expr(a).into_iter().map(|a| make(Box::new(a), b.clone())));
    simpler.extend(simpler_expr(b).into_iter().map(|b| make(a.clone(), Box::new(b))));
    simpler
}

impl InQuickcheck for Binheap {
    fn arbitrary(g: &mut Gen) -> Heap {
        let budgets: Vec<u32> = (0..=binheap::MAX_BUDGET).collect();
        let budget = g.choose(&budgets).copied().unwrap_or(0);
        heap(g, budget, 0)
    }

    fn simpler(heap: &Heap) -> Box<dyn Iterator<Item = Heap>> {
        Box::new(simpler_heap(heap).into_iter().filter(|heap| is_heap(heap, 0)))
    }
}

fn heap(g: &mut Gen, budget: u32, least: i32) -> Heap {
    if budget == 0 || g.choose(&[0, 1, 2, 3, 4, 5, 6, 7]) == Some(&0) {
        return None;
    }
    let keys: Vec<i32> = (least..=binheap::MAX_KEY).collect();
    let key = g.choose(&keys).copied().unwrap_or(least);
    node(key, heap(g, budget / 2, key), heap(g, budget / 2, key))
}

pub fn is_heap(heap: &Heap, least: i32) -> bool {
    heap.as_ref().is_none_or(|node| {
        node.key >= least && is_heap(&node.left, node.key) && is_heap(&node.right, node.key)
    })
}

/// Some of them are no heaps any more.
pub fn simpler_heap(heap: &Heap) -> Vec<Heap> {
    let Some(root) = heap else { return Vec::new() };
    let Node { key, left, right } = &**root;
    let mut simpler = vec![None, left.clone(), right.clone()];
    let lefts = simpler_heap(left).into_iter();
    simpler.extend(lefts.map(|left| node(*key, left, right.clone())));
    let rights = simpler_heap(right).into_iter();
    simpler.extend(rights.map(|right| node(*key, left.clone(), right)));
    simpler.extend(key.shrink().map(|key| node(key, left.clone(), right.clone())));
    simpler
}

impl InQuickcheck for Sum46 {
    const SIZE: usize = sum46::LONGEST + 1;

    fn arbitrary(g: &mut Gen) -> Vec<u16> {
        Arbitrary::arbitrary(g)
    }

    fn simpler(list: &Vec<u16>) -> Box<dyn Iterator<Item = Vec<u16>>> {
        list.shrink()
    }
}

impl InQuickcheck for equal::Bytes {
    fn arbitrary(g: &mut Gen) -> Vec<u8> {
        Arbitrary::arbitrary(g)
    }

    fn simpler(bytes: &Vec<u8>) -> Box<dyn Iterator<Item = Vec<u8>>> {
        bytes.shrink()
    }
}

impl InQuickcheck for equal::Text {
    fn arbitrary(g: &mut Gen) -> (String, String) {
        let letter = |n: &u8| char::from(b'a' + n % 26);
        let mut text = || Vec::<u8>::arbitrary(g).iter().map(letter).collect();
        (text(), text())
    }

    fn simpler(texts: &(String, String)) -> Box<dyn Iterator<Item = (String, String)>> {
        let letters = |text: &String| text.chars().all(|c| c.is_ascii_lowercase());
        Box::new(texts.shrink().filter(move |(one, other)| letters(one) && letters(other)))
    }
}

impl InQuickcheck for equal::List {
    const SIZE: usize = equal::LONGEST + 1;

    fn arbitrary(g: &mut Gen) -> Vec<u32> {
        Vec::<u32>::arbitrary(g).iter().map(|n| n % equal::NUMBERS).collect()
    }

    fn simpler(list: &Vec<u32>) -> Box<dyn Iterator<Item = Vec<u32>>> {
        list.shrink()
    }
}
