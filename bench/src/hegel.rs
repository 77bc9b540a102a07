//! hegeltest through its own runner, without database and output. Its collections are short by design (about eight
//! elements, whatever the bound), so its sizes differ from the others'; the tables mark that.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use ::hegel::generators::{self as gs, Generator};
use ::hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};

/// Runs this many cases.
pub fn run(workload: Workload, cases: u64) {
    check(cases, move |tc| match workload {
        Workload::U64 => eat_u64(tc.draw_silent(gs::integers::<u64>())),
        Workload::Vec => {
            eat_vec(&tc.draw_silent(gs::vecs(gs::integers::<u64>()).max_size(VEC_MAX)));
        }
        Workload::Text => eat_text(&tc.draw_silent(gs::text().max_size(STRING_MAX))),
        Workload::Expr => eat_expr(&expr(tc, EXPR_DEPTH)),
        Workload::Struct8 => eat_mixed(&mixed(tc)),
        Workload::Filter => {
            let candidates = gs::vecs(gs::integers::<i32>()).max_size(FILTER_MAX);
            eat_filtered(&tc.draw_silent(candidates.filter(|v| accept(v))));
        }
    });
}

fn check(cases: u64, property: impl Fn(&TestCase)) {
    let settings = Settings::new()
        .test_cases(cases)
        .database(None)
        .verbosity(Verbosity::Quiet)
        .suppress_health_check(HealthCheck::all());
    Hegel::new(|tc: TestCase| property(&tc)).settings(settings).run();
}

fn expr(tc: &TestCase, depth: u32) -> Expr {
    let top = if depth <= 1 { 0 } else { 3 };
    match tc.draw_silent(gs::integers::<u8>().max_value(top)) {
        0 => Expr::Lit(tc.draw_silent(gs::integers())),
        1 => Expr::Add(Box::new(expr(tc, depth - 1)), Box::new(expr(tc, depth - 1))),
        2 => Expr::Mul(Box::new(expr(tc, depth - 1)), Box::new(expr(tc, depth - 1))),
        _ => Expr::Neg(Box::new(expr(tc, depth - 1))),
    }
}

fn mixed(tc: &TestCase) -> Mixed {
    Mixed {
        a: tc.draw_silent(gs::booleans()),
        b: tc.draw_silent(gs::integers()),
        c: tc.draw_silent(gs::integers()),
        d: tc.draw_silent(gs::integers()),
        e: tc.draw_silent(gs::floats()),
        f: tc.draw_silent(gs::default::<char>()),
        g: tc.draw_silent(gs::optional(gs::integers())),
        h: (tc.draw_silent(gs::integers()), tc.draw_silent(gs::integers())),
    }
}
