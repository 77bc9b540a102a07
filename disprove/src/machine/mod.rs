//! State machines: what `#[property] impl Machine` expands to.

mod bundle;
mod script;
mod start;
mod steps;

pub use bundle::Bundle;
pub use script::{Ended, checking, ended, ended_early, tell_call, value_of};
pub use start::{Start, constructor};
pub use steps::Machine;
