//! Toy programs for quickcheck: each part has its own `Arbitrary`.

use super::InQuickcheck;
use crate::reduce::problems::parser::{
    Exp, Function, MAX_BUDGET, Module, Operator, Parser, Program, Statement,
};
use ::quickcheck::{Arbitrary, Gen};

/// Lists of the parts of a program are shorter than this.
const SIZE: usize = 10;

impl InQuickcheck for Parser {
    const SIZE: usize = SIZE;

    fn arbitrary(g: &mut Gen) -> Program {
        Program { modules: Arbitrary::arbitrary(g), functions: Arbitrary::arbitrary(g) }
    }

    fn simpler(program: &Program) -> Box<dyn Iterator<Item = Program>> {
        let Program { modules, functions } = program.clone();
        let parts = (modules, functions).shrink();
        Box::new(parts.map(|(modules, functions)| Program { modules, functions }))
    }
}

/// One to three letters.
#[derive(Clone)]
struct Name(String);

impl Arbitrary for Name {
    fn arbitrary(g: &mut Gen) -> Name {
        let length = g.choose(&[1, 2, 3]).copied().unwrap_or(1);
        Name((0..length).map(|_| char::from(b'a' + u8::arbitrary(g) % 26)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Name>> {
        let is_name = |text: &String| {
            !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase())
        };
        Box::new(self.0.shrink().filter(is_name).map(Name))
    }
}

fn names(g: &mut Gen) -> Vec<String> {
    Vec::<Name>::arbitrary(g).into_iter().map(|name| name.0).collect()
}

fn named(names: &[String]) -> Vec<Name> {
    names.iter().cloned().map(Name).collect()
}

fn unnamed(names: Vec<Name>) -> Vec<String> {
    names.into_iter().map(|name| name.0).collect()
}

impl Arbitrary for Module {
    fn arbitrary(g: &mut Gen) -> Module {
        Module { imports: names(g), exports: names(g) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Module>> {
        let parts = (named(&self.imports), named(&self.exports)).shrink();
        Box::new(parts.map(|(imports, exports)| Module {
            imports: unnamed(imports),
            exports: unnamed(exports),
        }))
    }
}

impl Arbitrary for Function {
    fn arbitrary(g: &mut Gen) -> Function {
        Function {
            name: Name::arbitrary(g).0,
            arguments: Arbitrary::arbitrary(g),
            body: Arbitrary::arbitrary(g),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Function>> {
        let parts = (Name(self.name.clone()), self.arguments.clone(), self.body.clone()).shrink();
        Box::new(parts.map(|(name, arguments, body)| Function { name: name.0, arguments, body }))
    }
}

impl Arbitrary for Statement {
    fn arbitrary(g: &mut Gen) -> Statement {
        match g.choose(&[0, 1, 2]) {
            Some(1) => Statement::Assign(Name::arbitrary(g).0, Exp::arbitrary(g)),
            Some(2) => Statement::Alloc(Name::arbitrary(g).0, Exp::arbitrary(g)),
            _ => Statement::Return(Exp::arbitrary(g)),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Statement>> {
        let (make, name, exp): (fn(String, Exp) -> Statement, _, _) = match self {
            Statement::Return(exp) => return Box::new(exp.shrink().map(Statement::Return)),
            Statement::Assign(name, exp) => (Statement::Assign, name, exp),
            Statement::Alloc(name, exp) => (Statement::Alloc, name, exp),
        };
        let simpler = Statement::Return(exp.clone());
        let parts = (Name(name.clone()), exp.clone()).shrink();
        Box::new(std::iter::once(simpler).chain(parts.map(move |(name, exp)| make(name.0, exp))))
    }
}

fn within(g: &mut Gen, budget: u32) -> Exp {
    if budget == 0 {
        return match g.choose(&[0, 1]) {
            Some(0) => Exp::Int(Arbitrary::arbitrary(g)),
            _ => Exp::Bool(Arbitrary::arbitrary(g)),
        };
    }
    let numbers: Vec<usize> = (0..61).collect();
    let number = g.choose(&numbers).copied().unwrap_or(60);
    let mut half = || Box::new(within(g, budget / 2));
    // The negation weighs a tenth of an operator.
    match number {
        60 => Exp::Not(half()),
        number => Exp::Binary(Operator::ALL[number / 10], half(), half()),
    }
}

impl Arbitrary for Exp {
    fn arbitrary(g: &mut Gen) -> Exp {
        let budgets: Vec<u32> = (0..=MAX_BUDGET).collect();
        let budget = g.choose(&budgets).copied().unwrap_or(0);
        within(g, budget)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Exp>> {
        match self {
            Exp::Int(n) => Box::new(n.shrink().map(Exp::Int)),
            Exp::Bool(b) => Box::new(b.shrink().map(Exp::Bool)),
            Exp::Not(exp) => {
                let child = std::iter::once((**exp).clone());
                Box::new(child.chain(exp.shrink().map(Exp::Not)))
            }
            Exp::Binary(operator, a, b) => {
                let operator = *operator;
                let children = [(**a).clone(), (**b).clone()].into_iter();
                let parts = (a.clone(), b.clone()).shrink();
                Box::new(children.chain(parts.map(move |(a, b)| Exp::Binary(operator, a, b))))
            }
        }
    }
}
