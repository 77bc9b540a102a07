//! The phases of a run: what is known first, then the search, then reduction.

mod aside;
mod chance;
mod changed;
mod check;
mod event;
mod example;
mod failure;
mod flaky;
mod health;
mod keeper;
mod phases;
mod progress;
mod reduction;
mod report;
mod retry;
mod slippage;
mod start;

pub(crate) use aside::aside;
pub use check::{Check, check, record};
pub use event::{Event, Execution, Phase, Status};
pub(crate) use example::Example;
pub(crate) use failure::Encounter;
pub use failure::Failure;
pub(crate) use health::Advice;
pub(crate) use phases::{Context, run};
pub use report::{Report, Verdict};
