//! crabcheck through its own `check`, nothing written to disk. What it cannot
//! make smaller by itself has the handwritten steps of quickcheck.

use super::quickcheck::{is_heap, simpler_expr, simpler_heap};
use crate::reduce::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
    problems::{
        binheap::{self, Binheap, Heap, node},
        bound5::Bound5,
        calculator::{Calculator, Expr},
        equal,
        reverse::Reverse,
        sum46::{self, Sum46},
    },
};
use ::crabcheck::{BoxGen, Config, GenExt, Source, TestResult, any, gens};

/// A problem whose inputs crabcheck can make, and make smaller.
pub trait InCrabcheck: Problem {
    fn generator() -> BoxGen<Self::Value>;
}

/// The reduction of the first failure this seed leads to.
pub fn run<P: InCrabcheck>(seed: u64) -> Option<Ending> {
    probe::start();
    let config = Config::default().tests(super::CASES).seed(seed).max_discard_ratio(1e3);
    ::crabcheck::check(
        &config.no_regressions(),
        P::generator(),
        |value| match probe::judge_keeping::<P>(&value) {
            Judgement::Holds => TestResult::Pass,
            Judgement::Outside => TestResult::discard("outside"),
            Judgement::Fails => TestResult::fail("it fails"),
        },
    );
    probe::end_with_last::<P>()
}

impl InCrabcheck for Bound5 {
    fn generator() -> BoxGen<Self::Value> {
        any::<[Vec<i16>; 5]>().boxed()
    }
}

impl InCrabcheck for Reverse {
    fn generator() -> BoxGen<Self::Value> {
        any::<Vec<i32>>().boxed()
    }
}

const EXPR_DEPTH: u32 = 5;

impl InCrabcheck for Calculator {
    fn generator() -> BoxGen<Expr> {
        (|src: &mut Source| expr(src, EXPR_DEPTH)).with_shrink(simpler_expr).boxed()
    }
}

fn expr(src: &mut Source, depth: u32) -> Expr {
    let branch = if depth == 0 { 0 } else { src.index(3) };
    if branch == 0 {
        return Expr::Int(src.draw(&any::<i32>()));
    }
    let mut deeper = || Box::new(expr(src, depth - 1));
    match branch {
        1 => Expr::Add(deeper(), deeper()),
        _ => Expr::Div(deeper(), deeper()),
    }
}

impl InCrabcheck for Binheap {
    fn generator() -> BoxGen<Heap> {
        let heaps = |src: &mut Source| {
            let budget = src.int(0..=binheap::MAX_BUDGET);
            heap(src, budget, 0)
        };
        let simpler =
            |heap: &Heap| simpler_heap(heap).into_iter().filter(|heap| is_heap(heap, 0)).collect();
        heaps.with_shrink(simpler).boxed()
    }
}

fn heap(src: &mut Source, budget: u32, least: i32) -> Heap {
    if budget == 0 || src.index(8) == 0 {
        return None;
    }
    let key = src.int(least..=binheap::MAX_KEY);
    node(key, heap(src, budget / 2, key), heap(src, budget / 2, key))
}

impl InCrabcheck for Sum46 {
    fn generator() -> BoxGen<Vec<u16>> {
        gens::vec(any::<u16>()).len(0..=sum46::LONGEST).boxed()
    }
}

impl InCrabcheck for equal::Bytes {
    fn generator() -> BoxGen<Vec<u8>> {
        any::<Vec<u8>>().boxed()
    }
}

impl InCrabcheck for equal::Text {
    fn generator() -> BoxGen<(String, String)> {
        let letters = gens::pick_from(('a'..='z').collect());
        (gens::string_of(letters.clone()), gens::string_of(letters)).boxed()
    }
}

impl InCrabcheck for equal::List {
    fn generator() -> BoxGen<Vec<u32>> {
        gens::vec(gens::int(0..equal::NUMBERS)).len(0..=equal::LONGEST).boxed()
    }
}
