//! What was tried before, and what it said.

mod seen;
mod share;
mod tally;

pub(crate) use seen::Seen;
pub use share::Share;
pub(crate) use share::interval;
pub use tally::Spread;
pub(crate) use tally::Tally;
