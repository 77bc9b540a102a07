//! hegeltest with its engine linked in, no database, no output.

mod classes;

use crate::reduce::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
    problems::{
        binheap::{self, Binheap, Heap, node},
        bound5::Bound5,
        calculator::{Calculator, Expr},
        equal,
        parser::{Exp, Function, MAX_BUDGET, Module, Operator, Parser, Program, Statement},
        reverse::Reverse,
        sum46::{self, Sum46},
    },
};
use ::hegel::generators::{self as gs, Generator};
use ::hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A problem whose inputs hegeltest can draw.
pub trait InHegel: Problem {
    fn draw(tc: &TestCase) -> Self::Value;
}

/// The reduction of the first failure this seed leads to.
pub fn run<P: InHegel>(seed: u64) -> Option<Ending> {
    probe::start();
    let settings = Settings::new()
        .test_cases(super::CASES)
        .seed(Some(seed))
        .database(None)
        .verbosity(Verbosity::Quiet)
        .print_blob(false)
        .suppress_health_check(HealthCheck::all());
    let property = |tc: TestCase| {
        probe::generated();
        let value = P::draw(&tc);
        match probe::judge_keeping::<P>(&value) {
            Judgement::Holds => {}
            Judgement::Outside => tc.reject(),
            Judgement::Fails => panic!("it fails"),
        }
    };
    // It panics with what it found.
    let _ = catch_unwind(AssertUnwindSafe(|| Hegel::new(property).settings(settings).run()));
    probe::end_with_last::<P>()
}

impl InHegel for Bound5 {
    fn draw(tc: &TestCase) -> Self::Value {
        std::array::from_fn(|_| tc.draw_silent(gs::vecs(gs::integers::<i16>())))
    }
}

impl InHegel for Reverse {
    fn draw(tc: &TestCase) -> Self::Value {
        tc.draw_silent(gs::vecs(gs::integers::<i32>()))
    }
}

/// Deep enough for what ours makes.
const EXPR_DEPTH: u32 = 5;

impl InHegel for Calculator {
    fn draw(tc: &TestCase) -> Expr {
        expr(tc, EXPR_DEPTH)
    }
}

fn expr(tc: &TestCase, depth: u32) -> Expr {
    let top = if depth == 0 { 0 } else { 2 };
    let deeper = || Box::new(expr(tc, depth - 1));
    match tc.draw_silent(gs::integers::<u8>().max_value(top)) {
        0 => Expr::Int(tc.draw_silent(gs::integers())),
        1 => Expr::Add(deeper(), deeper()),
        _ => Expr::Div(deeper(), deeper()),
    }
}

impl InHegel for Binheap {
    fn draw(tc: &TestCase) -> Heap {
        heap(tc, tc.draw_silent(gs::integers().max_value(binheap::MAX_BUDGET)), 0)
    }
}

fn heap(tc: &TestCase, budget: u32, least: i32) -> Heap {
    // Absent one time in eight.
    if budget == 0 || tc.draw_silent(gs::integers::<u8>().max_value(7)) == 0 {
        return None;
    }
    let keys = gs::integers().min_value(least).max_value(binheap::MAX_KEY);
    let key = tc.draw_silent(keys);
    node(key, heap(tc, budget / 2, key), heap(tc, budget / 2, key))
}

impl InHegel for Parser {
    fn draw(tc: &TestCase) -> Program {
        Program {
            modules: tc.draw_silent(gs::vecs(::hegel::compose!(|tc| { module(tc) }))),
            functions: tc.draw_silent(gs::vecs(::hegel::compose!(|tc| { function(tc) }))),
        }
    }
}

fn names() -> impl Generator<String> {
    gs::text().alphabet("abcdefghijklmnopqrstuvwxyz").min_size(1).max_size(3)
}

fn module(tc: &TestCase) -> Module {
    let list = || tc.draw_silent(gs::vecs(names()));
    Module { imports: list(), exports: list() }
}

fn function(tc: &TestCase) -> Function {
    Function {
        name: tc.draw_silent(names()),
        arguments: tc.draw_silent(gs::vecs(::hegel::compose!(|tc| { expression(tc) }))),
        body: tc.draw_silent(gs::vecs(::hegel::compose!(|tc| { statement(tc) }))),
    }
}

fn statement(tc: &TestCase) -> Statement {
    match tc.draw_silent(gs::integers::<u8>().max_value(2)) {
        0 => Statement::Return(expression(tc)),
        1 => Statement::Assign(tc.draw_silent(names()), expression(tc)),
        _ => Statement::Alloc(tc.draw_silent(names()), expression(tc)),
    }
}

fn expression(tc: &TestCase) -> Exp {
    within(tc, tc.draw_silent(gs::integers().max_value(MAX_BUDGET)))
}

fn within(tc: &TestCase, budget: u32) -> Exp {
    if budget == 0 {
        return match tc.draw_silent(gs::integers::<u8>().max_value(1)) {
            0 => Exp::Int(tc.draw_silent(gs::integers())),
            _ => Exp::Bool(tc.draw_silent(gs::booleans())),
        };
    }
    let half = || Box::new(within(tc, budget / 2));
    // The negation weighs a tenth of an operator.
    match tc.draw_silent(gs::integers::<u8>().max_value(60)) {
        60 => Exp::Not(half()),
        number => Exp::Binary(Operator::ALL[usize::from(number / 10)], half(), half()),
    }
}

impl InHegel for Sum46 {
    /// Lists have about twice their least length, so without one they would be
    /// too short to fail.
    fn draw(tc: &TestCase) -> Vec<u16> {
        tc.draw_silent(gs::vecs(gs::integers::<u16>()).min_size(20).max_size(sum46::LONGEST))
    }
}

impl InHegel for equal::Bytes {
    fn draw(tc: &TestCase) -> Vec<u8> {
        tc.draw_silent(gs::binary())
    }
}

impl InHegel for equal::Text {
    fn draw(tc: &TestCase) -> (String, String) {
        let texts = || gs::text().alphabet("abcdefghijklmnopqrstuvwxyz");
        (tc.draw_silent(texts()), tc.draw_silent(texts()))
    }
}

impl InHegel for equal::List {
    fn draw(tc: &TestCase) -> Vec<u32> {
        let numbers = gs::integers().max_value(equal::NUMBERS - 1);
        tc.draw_silent(gs::vecs(numbers).max_size(equal::LONGEST))
    }
}
