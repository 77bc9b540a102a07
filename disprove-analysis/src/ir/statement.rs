//! Statements of a body.

use super::{Assertion, Expr, Pattern};

/// A loop.
#[derive(Clone, Debug, PartialEq)]
pub enum Loop {
    /// `for pattern in source`.
    For(Pattern, Expr),
    /// `while condition`; `while let` binds the pattern.
    While(Expr, Option<Pattern>),
    /// `loop`: ends at a `break`.
    Forever,
}

/// An arm of a match, or an exception handler.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}

/// The destination of a write: a name and a path below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// `None` if there is no name, as in `f().x = 1`.
    pub name: Option<String>,
    /// Whether only a part is written: `x.f`, `x[i]`, `*x`.
    pub part: bool,
    /// What the path reads: indices, or the whole expression where there is no name.
    pub reads: Vec<Expr>,
}

/// The kind of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// `x.f = e`, `x[i] = e`; writing a whole name is a `Bind`.
    Store,
    /// `x += e` and other operators that read first.
    Change,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// `let`, `=`, `:=`, `with .. as`. With `fresh`, the names are new and shadow others until the end of the block
    /// (Rust's `let`). Otherwise the statement writes or creates a name of the function.
    Bind {
        pattern: Pattern,
        value: Expr,
        fresh: bool,
    },
    /// `let pattern = value else { .. }`; `if let` and `match` are [`Stmt::Match`].
    BindOrElse {
        pattern: Pattern,
        value: Expr,
        otherwise: Vec<Stmt>,
    },
    /// A write into a place.
    Update(Place, Update, Expr),
    /// An expression whose value is unused.
    Effect(Expr),
    /// `if`; both branches are blocks.
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// `match`, and `if let` with a last arm of [`Pattern::Wild`].
    Match {
        scrutinee: Expr,
        arms: Vec<Arm>,
    },
    Loop {
        kind: Loop,
        body: Vec<Stmt>,
    },
    /// Python's `try`.
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Arm>,
        otherwise: Vec<Stmt>,
        finally: Vec<Stmt>,
    },
    /// A block with its own scope.
    Block(Vec<Stmt>),
    /// A nested function or class under a name. Functions are a [`super::Kind::Lambda`], classes a `Call` of their
    /// decorators and bases.
    Define(String, Expr),
    Assert(Assertion),
    /// `assume`, `prop_assume!`: a condition that rejects the case and asserts nothing.
    Assume(Expr),
    /// Leaves the test. A test that returns a bool asserts the value; front ends lower literals to their meaning.
    Return(Option<Expr>),
    /// `panic!`, `pytest.fail()`, `prop_assert!(false)`, `unreachable!`: always fails.
    Fail(super::Span),
    /// Rejects the case: `TestResult::discard()`, `return Err(TestCaseError::reject(..))`, `reject!()`.
    Discard,
    Break,
    Continue,
}
