//! Assertions, in the few forms that all of them have.

use super::{Argument, Expr, Pattern, Span, Stmt};

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An assertion, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    pub form: Form,
    /// The whole of it: `assert_eq!(a, b, "message")`.
    pub span: Span,
    /// Lines and columns from 1.
    pub line: u32,
    pub column: u32,
    /// Only the reading of its name says that it is an assertion (`check_eq(a, b)`).
    pub by_name: bool,
    /// The paper's tool does not see it as one (exceptions in other forms than `assertRaises`).
    pub unseen_by_paper: bool,
}

/// What is asserted.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A condition, which may be a comparison, a junction, a quantified one.
    Holds(Expr),
    /// `assert_eq!` and the like: [`Form::Holds`] of a comparison.
    Compare(Relation, Expr, Expr),
    /// `assertIn`.
    In(Expr, Expr),
    /// `assertIsInstance(x, T)`, and `type(a) == type(b)` of any spelling.
    IsType(Expr, Option<Expr>),
    /// A call or a block has to be refused.
    Raises { reads: Vec<Expr>, body: Vec<Stmt>, bound: Option<String> },
    /// `assert_matches!(value, pattern if guard)`; `matches!` inside of a condition is an expression.
    Matches { value: Expr, pattern: Pattern, guard: Option<Expr> },
    /// `assertRegex(text, pattern)` and the like: the second is contained in the first.
    Contains { text: Expr, part: Expr },
    /// A function or macro of which only the name is known to assert something. The engine looks for it in the file.
    Helper { name: String, arguments: Vec<Argument> },
}
