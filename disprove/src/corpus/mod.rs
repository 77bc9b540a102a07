//! What was tried before, and what it said.

mod front;
mod list;
mod outline;
mod pool;
mod seen;
mod share;
mod tally;
mod variety;

pub(crate) use front::Front;
pub(crate) use list::List;
pub(crate) use outline::{Kept, Outline, integers, offset, value_bits};
pub(crate) use pool::Pool;
pub(crate) use seen::{AsItIs, Fingerprints, Seen};
pub use share::Share;
pub(crate) use share::interval;
pub use tally::Spread;
pub(crate) use tally::Tally;
pub(crate) use variety::Variety;
