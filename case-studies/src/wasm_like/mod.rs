//! A small typed language for a stack machine, similar to WebAssembly: an engine with fifteen injected bugs and an
//! independent reference.
//!
//! The engine checks types with a stack of open blocks, emits flat code and executes it on untyped words. The reference
//! follows the structure of a program and keeps the type of every value.

mod bug;
mod ending;
mod engine;
mod property;
mod reference;
mod study;
mod syntax;
#[cfg(test)]
mod typed;

use bug::{Bug, Subsystem};
use ending::{Ending, Stop, Value};
use property::{Stub, accepted_modules_are_valid, results_agree};
pub use study::{names, study};
use syntax::{
    Address, Comparison, Conversion, Function, Instruction, Memory, Module, Operation, Signature,
    Type, Width,
};
#[cfg(test)]
use typed::typed;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod witness;
