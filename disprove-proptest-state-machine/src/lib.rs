//! State machine tests that are written for [proptest-state-machine](https://docs.rs/proptest-state-machine), run by
//! disprove.
//!
//! Change two lines of `Cargo.toml`, and leave the tests as they are:
//!
//! ```toml
//! [dev-dependencies]
//! proptest = { package = "disprove-proptest", version = "0.1" }
//! proptest-state-machine = { package = "disprove-proptest-state-machine", version = "0.1" }
//! ```
//!
//! In disprove, `#[property]` on an impl block is a state machine: rules act on the system and on any model beside it, and
//! may run on several threads.
//!
//! ```
//! use proptest::prelude::*;
//! use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
//!
//! struct Model;
//!
//! impl ReferenceStateMachine for Model {
//!     type State = Vec<u8>;
//!     type Transition = u8;
//!
//!     fn init_state() -> BoxedStrategy<Vec<u8>> {
//!         Just(Vec::new()).boxed()
//!     }
//!
//!     fn transitions(_: &Vec<u8>) -> BoxedStrategy<u8> {
//!         any::<u8>().boxed()
//!     }
//!
//!     fn apply(mut state: Vec<u8>, transition: &u8) -> Vec<u8> {
//!         state.push(*transition);
//!         state
//!     }
//! }
//!
//! struct Stack;
//!
//! impl StateMachineTest for Stack {
//!     type SystemUnderTest = Vec<u8>;
//!     type Reference = Model;
//!
//!     fn init_test(_: &Vec<u8>) -> Vec<u8> {
//!         Vec::new()
//!     }
//!
//!     fn apply(mut stack: Vec<u8>, model: &Vec<u8>, transition: u8) -> Vec<u8> {
//!         stack.push(transition);
//!         assert_eq!(stack.len(), model.len());
//!         stack
//!     }
//! }
//!
//! prop_state_machine! {
//!     # /*
//!     #[test]
//!     # */
//!     fn stacks_grow(sequential 1..20 => Stack);
//! }
//! # stacks_grow();
//! ```

#![deny(missing_docs)]
#![warn(rustdoc::all)]

pub mod strategy;
pub mod test_runner;

pub use strategy::{ReferenceStateMachine, Sequential, SequentialValueTree};
pub use test_runner::StateMachineTest;

/// For the macros of this crate.
#[doc(hidden)]
pub mod __private {
    pub use proptest::{proptest, test_runner::Config};
}
