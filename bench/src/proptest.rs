//! proptest through its own runner, without writing to disk.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use ::proptest::collection::vec;
use ::proptest::prelude::{BoxedStrategy, Strategy, any, prop_oneof};
use ::proptest::test_runner::{Config, TestRunner};

/// Runs this many cases.
pub fn run(workload: Workload, cases: u64) {
    match workload {
        Workload::U64 => check(cases, &any::<u64>(), |v| eat_u64(*v)),
        Workload::Vec => check(cases, &vec(any::<u64>(), 0..=VEC_MAX), |v| eat_vec(v)),
        // A vector of characters is proptest's fastest string: a pattern such as `\PC{0,64}` is compiled for every
        // case.
        Workload::Text => {
            let chars = vec(any::<char>(), 0..=STRING_MAX);
            check(cases, &chars.prop_map(String::from_iter), |v| eat_text(v));
        }
        Workload::Expr => check(cases, &expr(), eat_expr),
        Workload::Struct8 => check(cases, &mixed(), eat_mixed),
        Workload::Filter => {
            let candidates = vec(any::<i32>(), 0..=FILTER_MAX);
            let accepted = candidates.prop_filter("three or more, even sum", |v| accept(v));
            check(cases, &accepted, |v| eat_filtered(v));
        }
    }
}

fn check<S: Strategy>(cases: u64, strategy: &S, property: impl Fn(&S::Value)) {
    let config = Config {
        cases: cases as u32,
        failure_persistence: None,
        // Counted over the whole run, so the default would end a long one early.
        max_local_rejects: u32::MAX,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(strategy, |value| {
            property(&value);
            Ok(())
        })
        .expect("the property passes always");
}

/// Built level by level: `prop_recursive` targets its own size and generates smaller trees than the others.
fn expr() -> BoxedStrategy<Expr> {
    let literal = any::<i32>().prop_map(Expr::Lit).boxed();
    (1..EXPR_DEPTH).fold(literal.clone(), |deeper, _| {
        let pair = (deeper.clone(), deeper.clone());
        prop_oneof![
            literal.clone(),
            pair.clone().prop_map(|(a, b)| Expr::Add(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Expr::Mul(Box::new(a), Box::new(b))),
            deeper.prop_map(|a| Expr::Neg(Box::new(a))),
        ]
        .boxed()
    })
}

fn mixed() -> impl Strategy<Value = Mixed> {
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
    fields.prop_map(|(a, b, c, d, e, f, g, h)| Mixed { a, b, c, d, e, f, g, h })
}
