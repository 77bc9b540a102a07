//! Counts over the cases of a run: labels, required shares, scores and failure rates.

mod failure_rate;
mod rejection;
mod share;
mod tally;

pub(crate) use failure_rate::{FailureRate, FailureRateTest};
pub(crate) use rejection::Rejections;
pub use share::Share;
pub(crate) use share::interval;
pub use tally::Spread;
pub(crate) use tally::{BestInput, Tally};
