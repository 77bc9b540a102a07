//! What a run tells while it goes on. The core prints nothing: whoever listens does.

use super::Advice;
use crate::execute::Fault;

/// Something that happened in a run.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) enum Event<'a> {
    /// A failure that resembles none before it, with the number of its execution.
    Found { fault: &'a Fault, execution: u64 },
    /// A failure was made as small as it gets: choices before and after, and what it took.
    Reduced { from: usize, to: usize, runs: u64 },
    /// Something the author of the property should know.
    Advised(&'a Advice),
}
