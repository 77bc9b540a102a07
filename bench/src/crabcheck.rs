//! crabcheck through its own `check`, without writing to disk.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use ::crabcheck::{Config, Gen, GenExt, Source, any, gens};
use std::fmt::Debug;

/// Runs this many cases.
pub fn run(workload: Workload, cases: u64) {
    match workload {
        Workload::U64 => check(cases, any::<u64>(), |v| eat_u64(*v)),
        Workload::Vec => check(cases, gens::vec(any::<u64>()).len(0..=VEC_MAX), |v| eat_vec(v)),
        Workload::Text => {
            check(cases, gens::string_len(any::<char>(), 0..=STRING_MAX), |v| eat_text(v));
        }
        Workload::Expr => {
            // Created once: `any` builds a mix of generators on the heap.
            let literals = any::<i32>();
            let exprs = move |src: &mut Source| expr(src, &literals, EXPR_DEPTH);
            check(cases, exprs, eat_expr);
        }
        Workload::Struct8 => check(cases, mixed(), eat_mixed),
        Workload::Filter => {
            let candidates = gens::vec(any::<i32>()).len(0..=FILTER_MAX);
            let accepted = candidates.filter("three or more, even sum", |v| accept(v));
            check(cases, accepted, |v| eat_filtered(v));
        }
    }
}

fn check<G: Gen>(cases: u64, generator: G, property: impl Fn(&G::Value))
where
    G::Value: Clone + Debug,
{
    let config = Config::default().tests(cases).no_regressions();
    ::crabcheck::check(&config, generator, |value| property(&value)).assert_passed();
}

fn expr(src: &mut Source, literals: &impl Gen<Value = i32>, depth: u32) -> Expr {
    let branch = if depth <= 1 { 0 } else { src.index(4) };
    if branch == 0 {
        return Expr::Lit(src.draw(literals));
    }
    let mut deeper = || Box::new(expr(src, literals, depth - 1));
    match branch {
        1 => Expr::Add(deeper(), deeper()),
        2 => Expr::Mul(deeper(), deeper()),
        _ => Expr::Neg(deeper()),
    }
}

fn mixed() -> impl Gen<Value = Mixed> {
    let fields = (
        any::<bool>(),
        any::<u8>(),
        any::<i32>(),
        any::<u64>(),
        any::<f64>(),
        any::<char>(),
        any::<Option<u16>>(),
        any::<(u8, i64)>(),
    );
    fields.map(|(a, b, c, d, e, f, g, h)| Mixed { a, b, c, d, e, f, g, h })
}
