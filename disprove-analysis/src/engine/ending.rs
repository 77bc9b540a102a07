//! How a block ends: with a failure, by leaving, or by going on.

use crate::ir::{Expr, Kind, Stmt};

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
    pub(super) fn of(body: &[Stmt]) -> Ending {
        match body.last() {
            Some(Stmt::Fail(_)) => Ending::Fails,
            Some(Stmt::Discard | Stmt::Break | Stmt::Continue | Stmt::Return(None)) => {
                Ending::Leaves
            }
            Some(Stmt::Block(inner)) => Ending::of(inner),
            Some(Stmt::Effect(value)) => Ending::value(value),
            Some(Stmt::If { then, otherwise, .. }) => {
                let ending = Ending::of(then);
                if ending == Ending::of(otherwise) { ending } else { Ending::Other }
            }
            _ => Ending::Other,
        }
    }

    /// Of an expression that may be a block which never ends with a value.
    pub(super) fn value(value: &Expr) -> Ending {
        match &value.kind {
            Kind::Same(inner) => Ending::value(inner),
            Kind::Block(body, _) => Ending::of(body),
            _ => Ending::Other,
        }
    }
}
