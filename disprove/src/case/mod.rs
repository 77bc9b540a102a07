//! Runs one case: catches panics, and returns its outcome.

mod batch;
mod cause;
mod future;
mod hook;
mod panic;
mod property;
mod random;
mod result;
mod run;
mod seen;
mod size;
mod thread;
mod watcher;

pub(crate) use batch::RandomCases;
pub(crate) use cause::Cause;
pub use future::block_on;
pub(crate) use hook::{Quiet, attempt, print_panics, quietly, repeat};
pub(crate) use panic::PanicMessage;
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use property::Decision;
pub(crate) use property::{Input, Property, Texts, TypedProperty};
pub(crate) use result::{CaseOutcome, CaseResult, NoOutcome, Rejection};
pub(crate) use run::{run_case, run_input};
use seen::SeenInputs;
pub(crate) use size::SizeSchedule;
#[cfg(feature = "shuttle")]
pub(crate) use thread::caught;
pub(crate) use thread::{Caught, part};
pub(crate) use watcher::{Batch, LONGEST_BATCH, Unwatched, Watcher, Watching, take_thread_panic};
