//! The inputs of the problems, by the name of the target.

use pbt::prelude::*;

/// Byte strings, in one piece.
pub fn pieces() -> impl Generator<Value = Vec<u8>> {
    bytes().len(0..=64)
}

/// Lists of bytes.
pub fn lists() -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>()).len(0..=8)
}

/// What can be typed, and ends of lines.
pub fn texts() -> impl Generator<Value = String> {
    text().alphabet("[ -~\n]").len(0..=32)
}

/// Expressions as they are written, their variables given values.
pub fn expressions() -> impl Generator<Value = String> {
    any::<Expression>().map(|expression| {
        let body = expression.written();
        ["a", "b", "c", "d"].iter().fold(body, |body, name| format!("let {name}=1;{body}"))
    })
}

/// As in `src/parser/expression.rs`, whose `Arbitrary` does nothing here.
#[derive(Clone, Debug, Arbitrary)]
#[disprove(crate = pbt)]
enum Expression {
    Number(u32),
    Variable(#[draw("[a-d]")] String),
    Binary(Box<Expression>, #[draw("[*/+-]")] String, Box<Expression>),
    Call(#[draw("[mns]")] String, #[draw(vec(any()).len(1..=5))] Vec<Expression>),
    Let(#[draw("[a-d]")] String, Box<Expression>, Box<Expression>),
}

impl Expression {
    fn written(&self) -> String {
        match self {
            Expression::Number(number) => number.to_string(),
            Expression::Variable(name) => name.clone(),
            Expression::Binary(left, operator, right) => {
                format!("({}){operator}({})", left.written(), right.written())
            }
            Expression::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Expression::written).collect();
                format!("{name}({})", arguments.join(","))
            }
            Expression::Let(name, value, body) => {
                format!("let {name}={};{}", value.written(), body.written())
            }
        }
    }
}
