//! The same tasks in other libraries, each through its own runner, without reduction.
//!
//! Trees by type are empty or nodes with equal probability down to some depth; proptest uses its own recursion instead.
//! Numbers are each library's default.

use super::{Input, Operations, Property, Tree, Trees, inputs::inserted, study::Task};
use std::cell::Cell;

/// What a run of another library looks at, and how often it did.
struct Probe {
    task: Task,
    executions: Cell<u64>,
    failed_at: Cell<Option<u64>>,
}

/// What a property says about an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Holds,
    Rejected,
    Fails,
}

impl Probe {
    fn new(task: Task) -> Probe {
        Probe { task, executions: Cell::new(0), failed_at: Cell::new(None) }
    }

    fn judge(&self, input: &Input) -> Judgement {
        let (mutant, property) = self.task;
        self.executions.set(self.executions.get() + 1);
        if !property.applies(input) {
            return Judgement::Rejected;
        }
        if (property.holds)(Operations(Some(mutant)), input) {
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

/// As deep as trees by type get: where each level is there half of the time, hardly any is deeper.
const DEEPEST: u32 = 8;
/// Keys of a search tree, as in [`Trees::Bespoke`].
const MOST_KEYS: usize = 32;

mod in_crabcheck;
mod in_proptest;
mod in_quickcheck;

pub use in_crabcheck::crabcheck;
pub use in_proptest::proptest;
pub use in_quickcheck::quickcheck;
