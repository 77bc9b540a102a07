//! quickcheck through its own runner. Its collections have 0 to size - 1 elements, so the size is the maximum length
//! plus one.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use ::quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

/// Runs this many cases.
pub fn run(workload: Workload, cases: u64) {
    match workload {
        Workload::U64 => check(VEC_MAX, cases, eat_u64 as fn(u64)),
        Workload::Vec => check(VEC_MAX, cases, (|v| eat_vec(&v)) as fn(Vec<u64>)),
        Workload::Text => check(STRING_MAX, cases, (|v| eat_text(&v)) as fn(String)),
        Workload::Expr => check(VEC_MAX, cases, (|v| eat_expr(&v)) as fn(Expr)),
        Workload::Struct8 => check(VEC_MAX, cases, (|v| eat_mixed(&v)) as fn(Mixed)),
        Workload::Filter => check(FILTER_MAX, cases, (|v| eat_filtered(&v.0)) as fn(Filtered)),
    }
}

fn check(longest: usize, cases: u64, property: impl Testable) {
    QuickCheck::new().rng(Gen::new(longest + 1)).tests(cases).max_tests(cases).quickcheck(property);
}

fn expr(g: &mut Gen, depth: u32) -> Expr {
    let branch = if depth <= 1 { Some(&0) } else { g.choose(&[0, 1, 2, 3]) };
    match branch {
        Some(1) => Expr::Add(Box::new(expr(g, depth - 1)), Box::new(expr(g, depth - 1))),
        Some(2) => Expr::Mul(Box::new(expr(g, depth - 1)), Box::new(expr(g, depth - 1))),
        Some(3) => Expr::Neg(Box::new(expr(g, depth - 1))),
        _ => Expr::Lit(i32::arbitrary(g)),
    }
}

impl Arbitrary for Expr {
    fn arbitrary(g: &mut Gen) -> Expr {
        expr(g, EXPR_DEPTH)
    }
}

impl Arbitrary for Mixed {
    fn arbitrary(g: &mut Gen) -> Mixed {
        Mixed {
            a: bool::arbitrary(g),
            b: u8::arbitrary(g),
            c: i32::arbitrary(g),
            d: u64::arbitrary(g),
            e: f64::arbitrary(g),
            f: char::arbitrary(g),
            g: Option::arbitrary(g),
            h: Arbitrary::arbitrary(g),
        }
    }
}

/// Filters during generation. The alternative, a property that discards, costs quickcheck a copy and a guarded call per
/// candidate and is slower.
#[derive(Clone, Debug)]
struct Filtered(Vec<i32>);

impl Arbitrary for Filtered {
    fn arbitrary(g: &mut Gen) -> Filtered {
        loop {
            let candidate = Vec::arbitrary(g);
            if accept(&candidate) {
                return Filtered(candidate);
            }
        }
    }
}
