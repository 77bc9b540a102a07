//! Assertions, reduced to a few forms.

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

/// An assertion and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    pub form: Form,
    /// The whole text: `assert_eq!(a, b, "message")`.
    pub span: Span,
    /// Line and column, counted from 1.
    pub line: u32,
    pub column: u32,
    /// Only its name suggests that it is an assertion (`check_eq(a, b)`).
    pub by_name: bool,
    /// The paper's tool does not recognize it (exceptions in other forms than `assertRaises`).
    pub unseen_by_paper: bool,
}

/// What is asserted.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A condition: possibly a comparison, a conjunction, a disjunction or a quantifier.
    Holds(Expr),
    /// `assert_eq!` and the like: [`Form::Holds`] of a comparison.
    Compare(Relation, Expr, Expr),
    /// `assertIn`.
    In(Expr, Expr),
    /// `assertIsInstance(x, T)`, and `type(a) == type(b)` of any spelling.
    IsType(Expr, Option<Expr>),
    /// A call or a block must fail.
    Raises { reads: Vec<Expr>, body: Vec<Stmt>, bound: Option<String> },
    /// `assert_matches!(value, pattern if guard)`; `matches!` inside a condition is an expression.
    Matches { value: Expr, pattern: Pattern, guard: Option<Expr> },
    /// `assertRegex(text, pattern)` and similar: the first contains the second.
    Contains { text: Expr, part: Expr },
    /// A function or macro whose name says that it asserts something. The engine looks it up in the file.
    Helper { name: String, arguments: Vec<Argument> },
}
