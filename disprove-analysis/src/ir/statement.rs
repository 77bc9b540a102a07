//! What a body does, one after the other.

use super::{Assertion, Expr, Pattern};

/// A loop.
#[derive(Clone, Debug, PartialEq)]
pub enum Loop {
    /// `for pattern in source`.
    For(Pattern, Expr),
    /// `while condition`; `while let` binds the pattern.
    While(Expr, Option<Pattern>),
    /// Until something breaks it.
    Forever,
}

/// An arm of a match, or a handler.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}

/// What is written to: a name and what lies below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// `None` if it is no name at all, as in `f().x = 1`.
    pub name: Option<String>,
    /// Whether a part of it is written: `x.f`, `x[i]`, `*x`.
    pub part: bool,
    /// What the way to it reads: indices, and the expression itself where there is no name.
    pub reads: Vec<Expr>,
}

/// How something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// `x.f = e`, `x[i] = e`; a whole name is a `Bind`.
    Store,
    /// `x += e` and all others that read first.
    Change,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// `let`, `=`, `:=`, `with .. as`. `fresh` names are new ones that hide others until the end of the block (Rust's `let`); others
    /// write a name of the function, or make it.
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
    /// Something is written into a place.
    Update(Place, Update, Expr),
    /// An expression whose value is dropped.
    Effect(Expr),
    /// Both branches are blocks.
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
    /// Of Python.
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Arm>,
        otherwise: Vec<Stmt>,
        finally: Vec<Stmt>,
    },
    /// A block with names of its own.
    Block(Vec<Stmt>),
    /// A nested function or class under a name. The value is a [`super::Kind::Lambda`] for functions; for classes a `Call` of the decorators and bases.
    Define(String, Expr),
    Assert(Assertion),
    /// `assume`, `prop_assume!`: a case without it is dropped, and nothing is asserted.
    Assume(Expr),
    /// Leaves the test. In a test that returns a bool the value is asserted; literals are lowered to what they mean.
    Return(Option<Expr>),
    /// `panic!`, `pytest.fail()`, `prop_assert!(false)`, `unreachable!`: it always fails here.
    Fail(super::Span),
    /// The case is dropped: `TestResult::discard()`, `return Err(TestCaseError::reject(..))`, `reject!()`.
    Discard,
    Break,
    Continue,
}
