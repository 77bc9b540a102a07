//! A toy language and how it is printed.

use std::fmt::{self, Display, Formatter};

/// The largest budget of an expression; each level has half of that above.
pub const MAX_BUDGET: u32 = 30;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub modules: Vec<Module>,
    pub functions: Vec<Function>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    pub imports: Vec<String>,
    pub exports: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    pub name: String,
    pub arguments: Vec<Exp>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Return(Exp),
    Assign(String, Exp),
    Alloc(String, Exp),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    Int(i32),
    Bool(bool),
    Not(Box<Exp>),
    Binary(Operator, Box<Exp>, Box<Exp>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operator {
    And,
    Or,
    Add,
    Sub,
    Mul,
    Div,
}

impl Operator {
    pub const ALL: [Operator; 6] =
        [Operator::And, Operator::Or, Operator::Add, Operator::Sub, Operator::Mul, Operator::Div];

    pub fn sign(self) -> &'static str {
        match self {
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
        }
    }
}

impl Program {
    /// Names of modules, nodes of expressions, and one for each statement.
    pub fn size(&self) -> usize {
        let names = |module: &Module| module.imports.len() + module.exports.len();
        let function = |function: &Function| {
            let arguments: usize = function.arguments.iter().map(Exp::nodes).sum();
            arguments + function.body.iter().map(Statement::size).sum::<usize>()
        };
        self.modules.iter().map(names).sum::<usize>()
            + self.functions.iter().map(function).sum::<usize>()
    }
}

impl Statement {
    fn size(&self) -> usize {
        match self {
            Statement::Return(exp) => 1 + exp.nodes(),
            Statement::Assign(_, exp) | Statement::Alloc(_, exp) => 1 + exp.nodes(),
        }
    }
}

impl Exp {
    fn nodes(&self) -> usize {
        match self {
            Exp::Int(_) | Exp::Bool(_) => 1,
            Exp::Not(exp) => 1 + exp.nodes(),
            Exp::Binary(_, a, b) => 1 + a.nodes() + b.nodes(),
        }
    }
}

impl Display for Program {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for Module { imports, exports } in &self.modules {
            writeln!(out, "module imports {} exports {} ;", imports.join(" "), exports.join(" "))?;
        }
        for Function { name, arguments, body } in &self.functions {
            write!(out, "fn {name} (")?;
            for argument in arguments {
                write!(out, " {argument} ,")?;
            }
            writeln!(out, " ) {{")?;
            for statement in body {
                writeln!(out, "  {statement} ;")?;
            }
            writeln!(out, "}}")?;
        }
        Ok(())
    }
}

impl Display for Statement {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Return(exp) => write!(out, "return {exp}"),
            Statement::Assign(name, exp) => write!(out, "let {name} = {exp}"),
            Statement::Alloc(name, exp) => write!(out, "alloc {name} = {exp}"),
        }
    }
}

impl Display for Exp {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Exp::Int(n) => write!(out, "{n}"),
            Exp::Bool(b) => write!(out, "{b}"),
            Exp::Not(exp) => write!(out, "! {exp}"),
            Exp::Binary(operator, a, b) => write!(out, "( {a} {} {b} )", operator.sign()),
        }
    }
}
