//! Tests whose course the compiler tells: the tool stands before rustc, and has probes put into the crates of the
//! workspace.

mod choice;
mod configured;
mod kit;
mod wrapper;

pub(crate) use choice::Choice;
pub(crate) use configured::configurations;
pub(crate) use kit::Kit;
pub(crate) use wrapper::wrapped;
