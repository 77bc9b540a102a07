//! What is parsed.

use disprove::prelude::*;
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Expression {
    Number(u32),
    Variable(#[draw("[a-d]")] String),
    Binary(Box<Expression>, Operator, Box<Expression>),
    Call(#[draw("[mns]")] String, #[draw(vec(any()).len(1..=5))] Vec<Expression>),
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

impl Expression {
    /// The value, if all variables and functions are known and nothing is divided by zero. Functions are the largest of
    /// their arguments, the smallest, and their sum.
    pub fn value(&self, variables: &BTreeMap<String, i64>) -> Option<i64> {
        match self {
            Expression::Number(number) => Some(i64::from(*number)),
            Expression::Variable(name) => variables.get(name).copied(),
            Expression::Binary(left, operator, right) => {
                let (left, right) = (left.value(variables)?, right.value(variables)?);
                match operator {
                    Operator::Add => Some(left.wrapping_add(right)),
                    Operator::Subtract => Some(left.wrapping_sub(right)),
                    Operator::Multiply => Some(left.wrapping_mul(right)),
                    Operator::Divide if right == 0 => None,
                    Operator::Divide => Some(left.wrapping_div(right)),
                }
            }
            Expression::Call(name, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(argument.value(variables)?);
                }
                match name.as_str() {
                    "m" => values.into_iter().max(),
                    "n" => values.into_iter().min(),
                    "s" => Some(values.into_iter().fold(0, i64::wrapping_add)),
                    _ => None,
                }
            }
            Expression::Let(name, value, body) => {
                let mut inner = variables.clone();
                inner.insert(name.clone(), value.value(variables)?);
                body.value(&inner)
            }
        }
    }
}
