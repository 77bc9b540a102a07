//! Counts over the cases of a run: labels, required shares and scores.

mod share;
mod tally;

pub use share::Share;
pub(crate) use share::interval;
pub use tally::Spread;
pub(crate) use tally::Tally;
