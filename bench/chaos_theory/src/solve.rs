//! The problems as users of chaos_theory would write them.

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
    },
};
use chaos_theory::{Env, Generator, Source, assume, make};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Enough for every problem to fail with nearly every seed.
const CASES: usize = 200_000;

/// Time for that.
const TIME: Duration = Duration::from_secs(120);

/// A problem whose inputs chaos_theory can draw.
trait InChaosTheory: Problem {
    fn draw(src: &mut Source) -> Self::Value;
}

/// One reduction from one seed; `None` if nothing failed.
pub type Solver = fn(u64) -> Option<Ending>;

pub fn named(name: &str) -> Option<Solver> {
    let all: [(&str, Solver); 8] = [
        (Bound5::NAME, run::<Bound5>),
        (Reverse::NAME, run::<Reverse>),
        (Calculator::NAME, run::<Calculator>),
        (Binheap::NAME, run::<Binheap>),
        (Parser::NAME, run::<Parser>),
        (equal::Bytes::NAME, run::<equal::Bytes>),
        (equal::Text::NAME, run::<equal::Text>),
        (equal::List::NAME, run::<equal::List>),
    ];
    all.into_iter().find(|(known, _)| *known == name).map(|(_, solver)| solver)
}

fn run<P: InChaosTheory>(seed: u64) -> Option<Ending> {
    probe::start();
    // Cases count on from the seed, so neighbors would share most of them.
    let first = (seed as u32).wrapping_mul(0x9e37_79b9);
    let env = Env::builder().with_rng_seed(first).with_log_depth(0);
    let env = env.with_check_iters(CASES).with_check_time(TIME).build();
    let property = |src: &mut Source| {
        probe::generated();
        let value = P::draw(src);
        match probe::judge_keeping::<P>(&value) {
            Judgement::Holds => {}
            Judgement::Outside => assume!(false),
            Judgement::Fails => panic!("it fails"),
        }
    };
    // It panics with what it found.
    let _ = catch_unwind(AssertUnwindSafe(|| env.check(property)));
    probe::end_with_last::<P>()
}

impl InChaosTheory for Bound5 {
    fn draw(src: &mut Source) -> Self::Value {
        src.any("lists")
    }
}

impl InChaosTheory for Reverse {
    fn draw(src: &mut Source) -> Vec<i32> {
        src.any("list")
    }
}

/// Deep enough for what disprove makes.
const EXPR_DEPTH: u32 = 5;

impl InChaosTheory for Calculator {
    fn draw(src: &mut Source) -> Expr {
        expr(src, EXPR_DEPTH)
    }
}

fn expr(src: &mut Source, depth: u32) -> Expr {
    if depth == 0 {
        return Expr::Int(src.any("int"));
    }
    src.select("expr", &["int", "add", "div"], |src, shape, _| match shape {
        "int" => Expr::Int(src.any("int")),
        "add" => Expr::Add(Box::new(expr(src, depth - 1)), Box::new(expr(src, depth - 1))),
        _ => Expr::Div(Box::new(expr(src, depth - 1)), Box::new(expr(src, depth - 1))),
    })
}

impl InChaosTheory for Binheap {
    fn draw(src: &mut Source) -> Heap {
        let budget = src.any_of("budget", make::int_in(0..=binheap::MAX_BUDGET));
        heap(src, budget, 0)
    }
}

fn heap(src: &mut Source, budget: u32, least: i32) -> Heap {
    // Absent one time in eight.
    if budget == 0 || src.any_of("absent", make::index(8)) == 0 {
        return None;
    }
    let key = src.any_of("key", make::int_in(least..=binheap::MAX_KEY));
    node(key, heap(src, budget / 2, key), heap(src, budget / 2, key))
}

impl InChaosTheory for Parser {
    fn draw(src: &mut Source) -> Program {
        Program {
            modules: src.any_of("modules", make::vec(make::from_fn(module))),
            functions: src.any_of("functions", make::vec(make::from_fn(function))),
        }
    }
}

fn name(src: &mut Source) -> String {
    src.any_of("name", make::string_n(letters(), 1..=3))
}

fn letters() -> impl Generator<Item = char> {
    make::int_in(b'a'..=b'z').map(char::from)
}

fn module(src: &mut Source) -> Module {
    Module {
        imports: src.any_of("imports", make::vec(make::from_fn(name))),
        exports: src.any_of("exports", make::vec(make::from_fn(name))),
    }
}

fn function(src: &mut Source) -> Function {
    Function {
        name: name(src),
        arguments: src.any_of("arguments", make::vec(make::from_fn(expression))),
        body: src.any_of("body", make::vec(make::from_fn(statement))),
    }
}

fn statement(src: &mut Source) -> Statement {
    src.select("statement", &["return", "assign", "alloc"], |src, shape, _| match shape {
        "return" => Statement::Return(expression(src)),
        "assign" => Statement::Assign(name(src), expression(src)),
        _ => Statement::Alloc(name(src), expression(src)),
    })
}

fn expression(src: &mut Source) -> Exp {
    let budget = src.any_of("budget", make::int_in(0..=MAX_BUDGET));
    within(src, budget)
}

fn within(src: &mut Source, budget: u32) -> Exp {
    if budget == 0 {
        return src.select("leaf", &["int", "bool"], |src, shape, _| match shape {
            "int" => Exp::Int(src.any("int")),
            _ => Exp::Bool(src.any("bool")),
        });
    }
    // The negation weighs a tenth of an operator.
    let number = src.any_of("operator", make::index(61));
    let a = Box::new(within(src, budget / 2));
    match number {
        60 => Exp::Not(a),
        number => Exp::Binary(Operator::ALL[number / 10], a, Box::new(within(src, budget / 2))),
    }
}

impl InChaosTheory for equal::Bytes {
    fn draw(src: &mut Source) -> Vec<u8> {
        src.any("bytes")
    }
}

impl InChaosTheory for equal::Text {
    fn draw(src: &mut Source) -> (String, String) {
        let mut text = || src.any_of("text", make::string(letters()));
        (text(), text())
    }
}

impl InChaosTheory for equal::List {
    fn draw(src: &mut Source) -> Vec<u32> {
        let numbers = make::int_in(..equal::NUMBERS);
        src.any_of("list", make::vec_n(numbers, ..=equal::LONGEST))
    }
}
