//! The phases of a run: what is known first, then the search, then reduction.

mod check;
mod event;
mod failure;
mod health;
mod phases;
mod reduction;
mod report;
mod settings;

pub use check::{Check, check, record};
pub use event::Event;
pub use failure::Failure;
pub(crate) use health::Advice;
pub(crate) use phases::{Context, Example, run};
pub use report::{Report, Verdict};
pub(crate) use settings::Settings;
