//! The syntax tree.

use disprove::Arbitrary;
use std::fmt::{self, Display, Formatter};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Expression {
    Number(u32),
    Variable(#[draw("[a-d]")] String),
    Binary(Box<Expression>, Operator, Box<Expression>),
    Call(
        #[draw("[mns]")] String,
        #[draw(disprove::vec(disprove::any()).len(1..=5))] Vec<Expression>,
    ),
    Let(#[draw("[a-d]")] String, Box<Expression>, Box<Expression>),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    fn symbol(self) -> char {
        match self {
            Operator::Add => '+',
            Operator::Subtract => '-',
            Operator::Multiply => '*',
            Operator::Divide => '/',
        }
    }
}

/// Every part that could be misread is in parentheses.
impl Display for Expression {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Number(number) => write!(out, "{number}"),
            Expression::Variable(name) => write!(out, "{name}"),
            Expression::Binary(left, operator, right) => {
                write!(out, "({left}){}({right})", operator.symbol())
            }
            Expression::Call(name, arguments) => {
                write!(out, "{name}(")?;
                for (place, argument) in arguments.iter().enumerate() {
                    write!(out, "{}{argument}", if place == 0 { "" } else { "," })?;
                }
                write!(out, ")")
            }
            Expression::Let(name, value, body) => write!(out, "let {name}={value};{body}"),
        }
    }
}
