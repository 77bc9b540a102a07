//! disprove through its public API, with the workloads as a user would write them.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use disprove::prelude::*;
use std::fmt::Debug;

/// Runs this many cases without recording: the cost of a passing property.
pub fn run(workload: Workload, cases: u64) {
    go(Mode::Random, workload, cases);
}

/// The same cases with every choice recorded, as searches run them.
pub const RECORDING: Option<fn(Workload, u64)> =
    Some(|workload, cases| go(Mode::Recording, workload, cases));

#[derive(Clone, Copy)]
enum Mode {
    Random,
    Recording,
}

fn go(mode: Mode, workload: Workload, cases: u64) {
    match workload {
        Workload::U64 => drive(mode, cases, any::<u64>(), eat_u64),
        Workload::Vec => {
            drive(mode, cases, vec(any::<u64>()).len(0..=VEC_MAX), |v| eat_vec(&v));
        }
        Workload::Text => drive(mode, cases, text().len(0..=STRING_MAX), |v| eat_text(&v)),
        Workload::Expr => {
            let exprs = |src: &mut Source| expr(src, EXPR_DEPTH);
            drive(mode, cases, exprs, |v| eat_expr(&v));
        }
        Workload::Struct8 => drive(mode, cases, any::<Mixed>(), |v| eat_mixed(&v)),
        Workload::Filter => {
            let candidates = vec(any::<i32>()).len(0..=FILTER_MAX);
            let accepted = candidates.filter(|v: &Vec<i32>| accept(v));
            drive(mode, cases, accepted, |v| eat_filtered(&v));
        }
    }
}

fn drive<G>(mode: Mode, cases: u64, generator: G, property: impl Fn(G::Value))
where
    G: IntoGenerator,
    G::Value: Debug + 'static,
{
    match mode {
        Mode::Random => random(cases, generator, property),
        Mode::Recording => recording(cases, generator, property),
    }
}

/// Fixes the seed and disables the database; everything else is the default. Not inlined, so that the other mode does
/// not affect this one.
#[inline(never)]
fn random<G>(cases: u64, generator: G, property: impl Fn(G::Value))
where
    G: IntoGenerator,
    G::Value: Debug + 'static,
{
    let report = check(generator).seed(7).cases(cases).database(Db::none()).run(property);
    assert_eq!(report.cases(), cases, "the run ended early");
}

#[inline(never)]
fn recording<G>(cases: u64, generator: G, property: impl Fn(G::Value))
where
    G: IntoGenerator,
    G::Value: Debug + 'static,
{
    disprove::__private::record(generator, 7, cases, property);
}

/// Handwritten, because this workload needs the same size for all engines, and a derive chooses its own.
fn expr(src: &mut Source, depth: u32) -> Expr {
    let branch = if depth <= 1 { 0 } else { src.draw(0..4) };
    match branch {
        0 => Expr::Lit(src.draw(any::<i32>())),
        1 => Expr::Add(Box::new(expr(src, depth - 1)), Box::new(expr(src, depth - 1))),
        2 => Expr::Mul(Box::new(expr(src, depth - 1)), Box::new(expr(src, depth - 1))),
        _ => Expr::Neg(Box::new(expr(src, depth - 1))),
    }
}
