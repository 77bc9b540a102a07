//! Runs one case: catches panics, and returns its outcome.

mod abort;
mod backtrace;
mod batch;
mod cause;
mod future;
mod hash_order;
mod hook;
mod jobs;
mod panic;
mod printing;
mod property;
mod random;
mod result;
mod run;
mod runtime;
mod seen;
mod size;
mod thread;
mod watcher;

pub(crate) use abort::{ABORTS, begin_run};
pub(crate) use backtrace::{
    BacktraceStyle, Frame, frames, is_relative, keep_backtraces, place_in_workspace, user_frames,
};
pub(crate) use batch::RandomCases;
pub(crate) use cause::Cause;
pub use future::block_on;
pub(crate) use hash_order::{has_hashed_between, next_hash_key};
pub(crate) use hook::{
    Quiet, attempt, panic_with_report, print_panics, quietly, repeat, take_backtrace,
};
pub(crate) use jobs::Jobs;
pub(crate) use panic::PanicMessage;
pub use printing::is_printing;
pub(crate) use printing::{Printing, has_hidden_output, is_captured, show_output};
#[cfg(any(test, feature = "fuzz"))]
pub(crate) use property::Decision;
pub(crate) use property::{Input, OnThread, Property, Texts, TypedProperty};
pub(crate) use result::{CaseOutcome, CaseResult, NoOutcome, Rejection};
pub(crate) use run::{run_case, run_input};
pub use runtime::block_on_runtime;
#[cfg(feature = "tokio")]
pub(crate) use runtime::{Runtime, with_runtime};
use seen::SeenInputs;
pub(crate) use size::SizeSchedule;
#[cfg(feature = "shuttle")]
pub(crate) use thread::caught;
pub(crate) use thread::{Caught, part};
pub(crate) use watcher::{Batch, LONGEST_BATCH, Unwatched, Watcher, Watching, take_thread_panic};
