//! Running one case: catching its panic and saying how it ended.

mod case;
mod fault;
mod future;
mod hook;
mod result;
mod thread;
mod watcher;

pub(crate) use case::{Ended, Subject, execute, execute_if};
pub(crate) use fault::Fault;
pub use future::block_on;
pub(crate) use hook::{Quiet, Said, attempt, print_panics, quietly, repeat};
pub(crate) use result::{CaseOutcome, CaseResult, Rejection};
#[cfg(feature = "shuttle")]
pub(crate) use thread::caught;
pub(crate) use thread::{Caught, part};
pub(crate) use watcher::{
    Aside, Batch, LONGEST_BATCH, Watcher, Watching, announce, take_overheard,
};
