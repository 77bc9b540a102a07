//! The state of lowering a function body.

use super::{asserter::Helpers, given::Givens, scope::Bound};
use crate::{
    ir::{Assertion, Expr, Form, Kind, Span, Stmt},
    lines::Lines,
};
use ruff_text_size::TextRange;

/// The function being lowered.
pub(super) struct Lowering<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a Lines<'a>,
    pub(super) helpers: &'a Helpers,
    pub(super) givens: &'a Givens,
    /// The enclosing class.
    pub(super) class: Option<&'a str>,
    pub(super) bound: Bound,
    /// Names that values are drawn from.
    pub(super) handles: Vec<String>,
    /// Names bound inside expressions (`:=`): they are written before the statement.
    pub(super) pending: Vec<Stmt>,
}

/// How an assertion was recognized.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    pub(super) by_name: bool,
    pub(super) unseen_by_paper: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn source(&self, range: TextRange) -> &'a str {
        span(range).of(self.text)
    }

    /// Creates an assertion at a position.
    pub(super) fn assertion(&self, form: Form, range: TextRange, known: Known) -> Assertion {
        let (line, column) = self.lines.place(range.start().into());
        let Known { by_name, unseen_by_paper } = known;
        Assertion { form, span: span(range), line, column, by_name, unseen_by_paper }
    }
}

pub(super) fn span(range: TextRange) -> Span {
    Span { start: range.start().into(), end: range.end().into() }
}

pub(super) fn at(kind: Kind, range: TextRange) -> Expr {
    Expr::new(kind, span(range))
}

/// A name at its position.
pub(super) fn name(name: &str, range: TextRange) -> Expr {
    at(Kind::Name(name.to_owned()), range)
}
