//! The same structures in other libraries, each through its own runner, without reduction.
//!
//! Inputs come from their types: alternatives are equally likely down to some depth, and numbers are each library's
//! default.

mod by_type;
mod in_crabcheck;
mod in_proptest;
mod in_quickcheck;

pub use in_crabcheck::crabcheck;
pub use in_proptest::proptest;
pub use in_quickcheck::quickcheck;

use super::structure::{Bug, Structure};
use std::cell::Cell;

/// What a run of another library looks at, and how often it did.
struct Probe {
    bug: Bug,
    executions: Cell<u64>,
    failed_at: Cell<Option<u64>>,
}

/// What the property says about an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Holds,
    Rejected,
    Fails,
}

impl Probe {
    fn new(bug: Bug) -> Probe {
        Probe { bug, executions: Cell::new(0), failed_at: Cell::new(None) }
    }

    fn judge<S: Structure>(&self, input: &S) -> Judgement {
        self.executions.set(self.executions.get() + 1);
        if !input.is_valid() {
            return Judgement::Rejected;
        }
        if input.holds(self.bug) {
            return Judgement::Holds;
        }
        if self.failed_at.get().is_none() {
            self.failed_at.set(Some(self.executions.get()));
        }
        Judgement::Fails
    }

    /// The first failure, if it came in time.
    fn found(&self, limit: u64) -> Option<u64> {
        self.failed_at.get().filter(|at| *at <= limit)
    }
}
