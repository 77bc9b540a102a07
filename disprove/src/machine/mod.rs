//! State machines: what `#[property] impl Machine` expands to.

mod bundle;
#[cfg(feature = "shuttle")]
mod controlled;
#[cfg(not(feature = "shuttle"))]
#[path = "uncontrolled.rs"]
mod controlled;
mod history;
mod interleaving;
mod parallel;
mod script;
mod start;
mod steps;
mod threads;

pub use bundle::Bundle;
pub use controlled::under_shuttle;
pub use script::{Ended, checking, ended, ended_early, tell_call, value_of};
pub use start::{Start, constructor};
pub use steps::Machine;
pub(crate) use steps::Steps;
pub use threads::Call;
