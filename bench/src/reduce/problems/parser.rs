//! A program that is printed and parsed, and comes back as another one: the
//! parser confuses the operands of `and`, and takes `or` for `and`.

mod program;
mod read;

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;
pub use program::{Exp, Function, MAX_BUDGET, Module, Operator, Program, Statement};

fn name(src: &mut Source) -> String {
    src.draw(text().alphabet("[a-z]").len(1..=3))
}

fn expression(src: &mut Source) -> Exp {
    let budget = src.draw(0..=MAX_BUDGET);
    expression_within(src, budget)
}

fn expression_within(src: &mut Source, budget: u32) -> Exp {
    if budget == 0 {
        return src.draw(one_of![any::<i32>().map(Exp::Int), any::<bool>().map(Exp::Bool)]);
    }
    let half = |src: &mut Source| Box::new(expression_within(src, budget / 2));
    let shape = one_of![
        100 => just(Some(Operator::And)),
        100 => just(Some(Operator::Or)),
        100 => just(Some(Operator::Add)),
        100 => just(Some(Operator::Sub)),
        100 => just(Some(Operator::Mul)),
        100 => just(Some(Operator::Div)),
        10 => just(None),
    ];
    match src.draw(shape) {
        Some(operator) => Exp::Binary(operator, half(src), half(src)),
        None => Exp::Not(half(src)),
    }
}

pub struct Parser;

impl Problem for Parser {
    type Value = Program;
    const NAME: &'static str = "parser";

    fn generate(src: &mut Source) -> Program {
        let module = |src: &mut Source| Module {
            imports: src.draw(vec(name)),
            exports: src.draw(vec(name)),
        };
        let statement = |src: &mut Source| match src.draw(0..3) {
            0 => Statement::Return(expression(src)),
            1 => Statement::Assign(name(src), expression(src)),
            _ => Statement::Alloc(name(src), expression(src)),
        };
        let function = |src: &mut Source| Function {
            name: name(src),
            arguments: src.draw(vec(expression)),
            body: src.draw(vec(statement)),
        };
        Program { modules: src.draw(vec(module)), functions: src.draw(vec(function)) }
    }

    fn judge(program: &Program) -> Judgement {
        let read = read::parse(&program.to_string()).expect("what is printed can be read");
        Judgement::fails_if(read != *program)
    }

    fn size(program: &Program) -> usize {
        program.size()
    }

    /// One function with one argument, `x and y` or `x or y`.
    fn is_minimal(program: &Program) -> bool {
        let [Function { arguments, body, .. }] = &program.functions[..] else { return false };
        let [Exp::Binary(Operator::And | Operator::Or, ..)] = &arguments[..] else { return false };
        program.modules.is_empty() && body.is_empty() && program.size() == 3
    }
}
