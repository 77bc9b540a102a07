//! State machines: what `#[property]` on an impl block expands to.

mod bundle;
mod call;
#[cfg(feature = "shuttle")]
mod controlled;
#[cfg(not(feature = "shuttle"))]
#[path = "uncontrolled.rs"]
mod controlled;
mod elements;
mod instance;
mod interleaving;
mod linearizability;
mod parallel;
mod repetitions;
mod rule_choice;
mod start;
mod state_machine;
mod steps;
mod threads;

pub use bundle::Bundle;
pub use call::{
    StepResult, allows, call_text, step_result, step_result_unless_rejected, transcribe_call,
    transcribe_failure, unwrap_value, weight,
};
pub use controlled::under_shuttle;
pub use start::{Start, constructor};
pub use state_machine::StateMachine;
pub(crate) use steps::StepLimit;
pub use steps::{machine, weighted_machine};
pub use threads::Call;
