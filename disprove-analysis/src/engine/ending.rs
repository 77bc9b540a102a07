//! How a block ends: with a failure, by leaving, or by going on.

use crate::ir::{Callee, Expr, Kind, Stmt, Verdict};

/// The end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The test fails whenever the block is entered.
    Fails,
    /// The case counts as passed or is dropped; or the round of a loop is over.
    Leaves,
    /// Something else.
    Other,
}

impl Ending {
    pub(super) fn of(body: &[Stmt], verdict: Verdict, text: &str) -> Ending {
        match body.last() {
            Some(Stmt::Fail(_)) => Ending::Fails,
            Some(Stmt::Discard | Stmt::Break | Stmt::Continue | Stmt::Return(None)) => {
                Ending::Leaves
            }
            Some(Stmt::Return(Some(value))) => Ending::returned(value, verdict, text),
            Some(Stmt::Block(inner)) => Ending::of(inner, verdict, text),
            Some(Stmt::Effect(value)) => Ending::value(value, verdict, text),
            Some(Stmt::If { then, otherwise, .. }) => {
                let ending = Ending::of(then, verdict, text);
                if ending == Ending::of(otherwise, verdict, text) { ending } else { Ending::Other }
            }
            _ => Ending::Other,
        }
    }

    /// Of an expression that may be a block which never ends with a value.
    pub(super) fn value(value: &Expr, verdict: Verdict, text: &str) -> Ending {
        match &value.kind {
            Kind::Same(inner) => Ending::value(inner, verdict, text),
            Kind::Block(body, _) => Ending::of(body, verdict, text),
            _ => Ending::Other,
        }
    }

    /// Of the value that a test returns.
    pub(super) fn returned(value: &Expr, verdict: Verdict, text: &str) -> Ending {
        match &value.kind {
            Kind::Same(inner) => Ending::returned(inner, verdict, text),
            Kind::Literal | Kind::Name(_) if verdict == Verdict::ReturnBool => {
                match value.span.of(text).trim() {
                    "false" | "False" => Ending::Fails,
                    "true" | "True" | "None" => Ending::Leaves,
                    _ => Ending::Other,
                }
            }
            Kind::Wrap(name, _) if verdict == Verdict::ReturnResult => match name.as_str() {
                "Err" => Ending::Fails,
                "Ok" => Ending::Leaves,
                _ => Ending::Other,
            },
            Kind::Call { callee: Callee::Function(name), .. } => match name.as_str() {
                "TestResult::failed" | "TestResult::error" => Ending::Fails,
                "TestResult::discard" | "TestResult::passed" => Ending::Leaves,
                _ => Ending::Other,
            },
            _ => Ending::Other,
        }
    }
}
