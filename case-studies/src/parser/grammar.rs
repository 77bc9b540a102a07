//! A recursive-descent parser; the only blank is the one after `let`.
//!
//! ```text
//! expression = "let " name "=" expression ";" expression | sum
//! sum        = product (("+" | "-") product)*
//! product    = atom (("*" | "/") atom)*
//! atom       = number | "(" expression ")" | variable | function "(" expression ("," expression)* ")"
//! ```
//!
//! A variable is a name bound by an enclosing `let`; a function is one of [`FUNCTIONS`].

use super::{Expression, Operator};
use disprove::trace;

/// Number of arguments at which a call triggers the bug. With fewer libFuzzer finds it sooner than in the parser that this one
/// stands for.
const MANY: usize = 4;

/// What the planted failure says.
pub const PLANTED: &str = "an argument list too many";

/// Atoms in atoms; more would be a danger to the stack.
const DEEPEST: usize = 64;

/// The largest of its arguments, the smallest, and their sum.
pub const FUNCTIONS: [&str; 3] = ["m", "n", "s"];

/// An input and how far it was read.
#[derive(Clone, Debug)]
pub struct Parser<'a> {
    input: &'a [u8],
    at: usize,
    /// What has been opened and not closed yet, `(` for parentheses and `f` for calls.
    open: Vec<u8>,
    /// The variables there are.
    variables: Vec<String>,
    depth: usize,
    has_bug: bool,
}

/// Where an input stops being an expression.
pub type Stopped = usize;

#[trace]
impl<'a> Parser<'a> {
    /// A correct parser.
    pub fn new(input: &'a [u8]) -> Parser<'a> {
        Parser { input, at: 0, open: Vec::new(), variables: Vec::new(), depth: 0, has_bug: false }
    }

    /// One that panics where [`PLANTED`] says.
    pub fn with_bug(input: &'a [u8]) -> Parser<'a> {
        Parser { has_bug: true, ..Parser::new(input) }
    }

    /// The expression that the whole input is.
    pub fn parse(mut self) -> Result<Expression, Stopped> {
        let expression = self.expression()?;
        if self.at == self.input.len() { Ok(expression) } else { Err(self.at) }
    }

    fn next(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stopped> {
        if self.next() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.at)
        }
    }

    fn expression(&mut self) -> Result<Expression, Stopped> {
        if !self.input[self.at..].starts_with(b"let ") {
            return self.sum();
        }
        self.at += 4;
        let name = self.name()?;
        self.expect(b'=')?;
        let value = self.nested(Parser::expression)?;
        self.expect(b';')?;
        self.variables.push(name);
        let body = self.nested(Parser::expression)?;
        let name = self.variables.pop().unwrap_or_default();
        Ok(Expression::Let(name, Box::new(value), Box::new(body)))
    }

    /// Goes one level deeper, if that is allowed.
    fn nested(
        &mut self,
        part: impl Fn(&mut Self) -> Result<Expression, Stopped>,
    ) -> Result<Expression, Stopped> {
        if self.depth == DEEPEST {
            return Err(self.at);
        }
        self.depth += 1;
        let expression = part(self);
        self.depth -= 1;
        expression
    }

    fn sum(&mut self) -> Result<Expression, Stopped> {
        let mut left = self.product()?;
        loop {
            let operator = match self.next() {
                Some(b'+') => Operator::Add,
                Some(b'-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            left = Expression::Binary(Box::new(left), operator, Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Expression, Stopped> {
        let mut left = self.nested(Parser::atom)?;
        loop {
            let operator = match self.next() {
                Some(b'*') => Operator::Multiply,
                Some(b'/') => Operator::Divide,
                _ => return Ok(left),
            };
            self.at += 1;
            left =
                Expression::Binary(Box::new(left), operator, Box::new(self.nested(Parser::atom)?));
        }
    }

    fn atom(&mut self) -> Result<Expression, Stopped> {
        match self.next() {
            Some(b'0'..=b'9') => self.number(),
            Some(b'(') => self.parentheses(),
            Some(b'a'..=b'z') => {
                let start = self.at;
                let name = self.name()?;
                if self.variables.contains(&name) {
                    Ok(Expression::Variable(name))
                } else if FUNCTIONS.contains(&name.as_str()) {
                    self.call(name)
                } else {
                    Err(start)
                }
            }
            _ => Err(self.at),
        }
    }

    fn number(&mut self) -> Result<Expression, Stopped> {
        let mut number: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = self.next() {
            let larger = number.checked_mul(10);
            let larger = larger.and_then(|larger| larger.checked_add(u32::from(digit - b'0')));
            number = larger.ok_or(self.at)?;
            self.at += 1;
        }
        Ok(Expression::Number(number))
    }

    fn name(&mut self) -> Result<String, Stopped> {
        let mut name = String::new();
        while let Some(letter @ b'a'..=b'z') = self.next() {
            name.push(char::from(letter));
            self.at += 1;
        }
        if name.is_empty() { Err(self.at) } else { Ok(name) }
    }

    fn parentheses(&mut self) -> Result<Expression, Stopped> {
        self.expect(b'(')?;
        self.open.push(b'(');
        let inner = self.expression()?;
        self.open.pop();
        self.expect(b')')?;
        Ok(inner)
    }

    fn call(&mut self, name: String) -> Result<Expression, Stopped> {
        self.expect(b'(')?;
        self.open.push(b'f');
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.expression()?);
            if self.next() == Some(b',') {
                self.at += 1;
            } else {
                break;
            }
        }
        self.open.pop();
        self.expect(b')')?;
        if arguments.len() >= MANY && self.open.ends_with(b"f(") {
            assert!(!self.has_bug, "{PLANTED}");
        }
        Ok(Expression::Call(name, arguments))
    }
}
