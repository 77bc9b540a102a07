//! Handwritten loops over `fastrand`: the cost of generating the same values without an engine. All draws are uniform,
//! with no limits or guards.

use crate::workload::{
    EXPR_DEPTH, Expr, FILTER_MAX, Mixed, STRING_MAX, VEC_MAX, Workload, accept, eat_expr,
    eat_filtered, eat_mixed, eat_text, eat_u64, eat_vec,
};
use fastrand::Rng;

/// Strings are ASCII, as ours are in seven cases of eight.
pub fn run(workload: Workload, cases: u64) {
    let mut rng = Rng::with_seed(7);
    for _ in 0..cases {
        match workload {
            Workload::U64 => eat_u64(rng.u64(..)),
            Workload::Vec => eat_vec(&integers(&mut rng)),
            Workload::Text => eat_text(&ascii(&mut rng)),
            Workload::Expr => eat_expr(&expr(&mut rng, EXPR_DEPTH)),
            Workload::Struct8 => eat_mixed(&mixed(&mut rng)),
            Workload::Filter => eat_filtered(&filtered(&mut rng)),
        }
    }
}

/// Strings of characters from all of Unicode, as the other libraries generate them.
pub fn run_wide(workload: Workload, cases: u64) {
    if workload != Workload::Text {
        return run(workload, cases);
    }
    let mut rng = Rng::with_seed(7);
    for _ in 0..cases {
        let length = rng.usize(0..=STRING_MAX);
        eat_text(&(0..length).map(|_| rng.char(..)).collect::<String>());
    }
}

fn integers(rng: &mut Rng) -> Vec<u64> {
    let length = rng.usize(0..=VEC_MAX);
    (0..length).map(|_| rng.u64(..)).collect()
}

fn ascii(rng: &mut Rng) -> String {
    let length = rng.usize(0..=STRING_MAX);
    (0..length).map(|_| char::from(rng.u8(b' '..=b'~'))).collect()
}

fn expr(rng: &mut Rng, depth: u32) -> Expr {
    let branch = if depth <= 1 { 0 } else { rng.u8(0..4) };
    match branch {
        0 => Expr::Lit(rng.i32(..)),
        1 => Expr::Add(Box::new(expr(rng, depth - 1)), Box::new(expr(rng, depth - 1))),
        2 => Expr::Mul(Box::new(expr(rng, depth - 1)), Box::new(expr(rng, depth - 1))),
        _ => Expr::Neg(Box::new(expr(rng, depth - 1))),
    }
}

fn mixed(rng: &mut Rng) -> Mixed {
    Mixed {
        a: rng.bool(),
        b: rng.u8(..),
        c: rng.i32(..),
        d: rng.u64(..),
        e: f64::from_bits(rng.u64(..)),
        f: rng.char(..),
        g: rng.bool().then(|| rng.u16(..)),
        h: (rng.u8(..), rng.i64(..)),
    }
}

fn filtered(rng: &mut Rng) -> Vec<i32> {
    loop {
        let length = rng.usize(0..=FILTER_MAX);
        let candidate: Vec<i32> = (0..length).map(|_| rng.i32(..)).collect();
        if accept(&candidate) {
            return candidate;
        }
    }
}
