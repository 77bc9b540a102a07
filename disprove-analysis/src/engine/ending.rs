//! How a block ends: by failing, by leaving, or by continuing.

use crate::ir::{Expr, Kind, Stmt};

/// The end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The test fails whenever the block is entered.
    Fails,
    /// The case passes or is rejected, or the loop iteration ends.
    Leaves,
    /// The block continues.
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

    /// The ending of an expression, which may be a block that never yields a value.
    pub(super) fn value(value: &Expr) -> Ending {
        match &value.kind {
            Kind::Same(inner) => Ending::value(inner),
            Kind::Block(body, _) => Ending::of(body),
            _ => Ending::Other,
        }
    }
}
