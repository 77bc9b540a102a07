//! Running one case: catching its panic and saying how it ended.

mod case;
mod fault;
mod future;
mod hook;
mod worker;

pub(crate) use case::{Ended, Subject, execute, execute_if};
pub(crate) use fault::Fault;
pub use future::block_on;
pub(crate) use hook::{Quiet, attempt, quietly};
#[cfg(feature = "shuttle")]
pub(crate) use worker::caught;
pub(crate) use worker::{Caught, part};
