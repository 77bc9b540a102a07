//! The phases of a run: known inputs, search, reduction, explanation.

mod best_input;
mod broken;
mod checkpoint;
mod engine;
mod event;
mod explanation;
mod failure;
mod flaky;
mod found;
mod generator_panic;
mod guided;
mod harvest;
mod health;
mod host;
mod known;
mod oracle;
mod pace;
mod phase;
mod random;
mod reduced;
mod reduction;
mod report;
mod reproduce;
mod run;
mod slippage;
mod suspects;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use broken::{BrokenInput, BrokenRun};
pub use event::{Event, Execution, Phase, Status};
pub use failure::Failure;
pub(crate) use failure::Provenance;
pub(crate) use health::Advice;
pub(crate) use host::{FoundInput, Host, Mode, Progress};
pub(crate) use report::RunReport;
pub use report::{Report, Verdict};
pub(crate) use run::{Context, run};
