//! Tests with small programs, in which content has to move from one list to another.

use super::check;
use crate::{
    generator::{Generator, any, int, just, vec},
    one_of,
    source::Source,
};

#[derive(Debug, Clone, PartialEq)]
enum Exp {
    Int(i32),
    Bool(bool),
    Not(Box<Exp>),
    Two(u8, Box<Exp>, Box<Exp>),
}

#[derive(Debug, Clone, PartialEq)]
enum Statement {
    Return(Exp),
    Assign(String, Exp),
    Alloc(String, Exp),
}

#[derive(Debug, Clone, PartialEq)]
struct Function(String, Vec<Exp>, Vec<Statement>);
#[derive(Debug, Clone, PartialEq)]
struct Module(Vec<String>, Vec<String>);
#[derive(Debug, Clone, PartialEq)]
struct Program(Vec<Module>, Vec<Function>);

fn name(src: &mut Source) -> String {
    src.draw("[a-z]{1,6}")
}

fn exp(src: &mut Source, depth: u32) -> Exp {
    if depth == 0 {
        return if src.draw(any::<bool>()) {
            Exp::Bool(src.draw(any::<bool>()))
        } else {
            Exp::Int(src.draw(any::<i32>()))
        };
    }
    let one =
        |src: &mut Source, depth: u32| Box::new(src.draw(move |src: &mut Source| exp(src, depth)));
    // Weights: 100 for a leaf and each operator, 10 for `not`.
    match src.draw(int(0..81u32)) {
        0..10 => Exp::Int(src.draw(any::<i32>())),
        10..20 => Exp::Bool(src.draw(any::<bool>())),
        20 => Exp::Not(one(src, depth / 2)),
        n => {
            let a = one(src, depth / 2);
            Exp::Two(((n - 21) / 10) as u8, a, one(src, depth / 2))
        }
    }
}

fn expression(src: &mut Source) -> Exp {
    let depth = src.draw(int(0..=30u32));
    src.draw(move |src: &mut Source| exp(src, depth))
}

fn statement(src: &mut Source) -> Statement {
    match src.draw(int(0..3u8)) {
        0 => Statement::Return(src.draw(expression)),
        1 => Statement::Assign(src.draw(name), src.draw(expression)),
        _ => Statement::Alloc(src.draw(name), src.draw(expression)),
    }
}

fn program(src: &mut Source) -> Program {
    let modules =
        src.draw(vec(|src: &mut Source| Module(src.draw(vec(name)), src.draw(vec(name)))));
    let functions = src.draw(vec(|src: &mut Source| {
        Function(src.draw(name), src.draw(vec(expression)), src.draw(vec(statement)))
    }));
    Program(modules, functions)
}

fn parsed(e: &Exp) -> Exp {
    match e {
        Exp::Int(_) | Exp::Bool(_) => e.clone(),
        Exp::Not(inner) => Exp::Not(Box::new(parsed(inner))),
        Exp::Two(0 | 1, a, b) => Exp::Two(0, Box::new(parsed(b)), Box::new(parsed(a))),
        Exp::Two(n, a, b) => Exp::Two(*n, Box::new(parsed(a)), Box::new(parsed(b))),
    }
}

fn expressions_of(p: &Program) -> Vec<&Exp> {
    let mut all = Vec::new();
    for f in &p.1 {
        all.extend(&f.1);
        for s in &f.2 {
            let (Statement::Return(e) | Statement::Assign(_, e) | Statement::Alloc(_, e)) = s;
            all.push(e);
        }
    }
    all
}

#[test]
fn reduces_programs_to_one_function_with_one_operator() {
    let fails = |p: &Program| expressions_of(p).iter().any(|e| parsed(e) != **e);
    check("parser", program, 77, fails, |p| {
        let size = p.0.is_empty() && p.1.len() == 1 && p.1[0].2.is_empty() && p.1[0].1.len() == 1;
        size && matches!(&p.1[0].1[0], Exp::Two(0 | 1, a, b) if matches!((&**a, &**b), (Exp::Int(0), Exp::Int(_))))
    });
}

/// As a user may write it: plain calls instead of draws.
fn plain_exp(src: &mut Source, depth: u32) -> Exp {
    if depth == 0 {
        return src.draw(one_of![any::<i32>().map(Exp::Int), any::<bool>().map(Exp::Bool)]);
    }
    match src.draw(one_of![100 => just(0u8), 100 => just(1), 10 => just(2), 600 => int(3..9u8)]) {
        0 => Exp::Int(src.draw(any::<i32>())),
        1 => Exp::Bool(src.draw(any::<bool>())),
        2 => Exp::Not(Box::new(plain_exp(src, depth / 2))),
        n => {
            let a = plain_exp(src, depth / 2);
            Exp::Two(n - 3, Box::new(a), Box::new(plain_exp(src, depth / 2)))
        }
    }
}

fn plain_expression(src: &mut Source) -> Exp {
    let depth = src.draw(0..=30u32);
    plain_exp(src, depth)
}

fn plain_program(src: &mut Source) -> Program {
    let module = |src: &mut Source| Module(src.draw(vec(name)), src.draw(vec(name)));
    let statement = |src: &mut Source| match src.draw(0..3u8) {
        0 => Statement::Return(plain_expression(src)),
        1 => Statement::Assign(name(src), plain_expression(src)),
        _ => Statement::Alloc(name(src), plain_expression(src)),
    };
    let function = |src: &mut Source| {
        Function(name(src), src.draw(vec(plain_expression)), src.draw(vec(statement)))
    };
    Program(src.draw(vec(module)), src.draw(vec(function)))
}

#[test]
fn reduces_programs_drawn_by_plain_calls() {
    let fails = |p: &Program| expressions_of(p).iter().any(|e| parsed(e) != **e);
    check("parser plain", plain_program, 55, fails, |p| {
        let size = p.0.is_empty() && p.1.len() == 1 && p.1[0].2.is_empty() && p.1[0].1.len() == 1;
        size && matches!(&p.1[0].1[0], Exp::Two(0 | 1, a, b) if matches!((&**a, &**b), (Exp::Int(0), Exp::Int(1))))
    });
}
