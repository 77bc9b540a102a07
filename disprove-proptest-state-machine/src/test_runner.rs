//! Tests of a system against its model.
//!
//! ```
//! use proptest::prelude::*;
//! use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
//!
//! struct Model;
//!
//! impl ReferenceStateMachine for Model {
//!     type State = u32;
//!     type Transition = u32;
//!
//!     fn init_state() -> BoxedStrategy<u32> {
//!         Just(0).boxed()
//!     }
//!
//!     fn transitions(_: &u32) -> BoxedStrategy<u32> {
//!         (1..=3u32).boxed()
//!     }
//!
//!     fn apply(sum: u32, add: &u32) -> u32 {
//!         sum + add
//!     }
//! }
//!
//! struct Numbers;
//!
//! impl StateMachineTest for Numbers {
//!     type SystemUnderTest = Vec<u32>;
//!     type Reference = Model;
//!
//!     fn init_test(_: &u32) -> Vec<u32> {
//!         Vec::new()
//!     }
//!
//!     fn apply(mut numbers: Vec<u32>, _: &u32, add: u32) -> Vec<u32> {
//!         numbers.push(add);
//!         numbers
//!     }
//!
//!     fn check_invariants(numbers: &Vec<u32>, sum: &u32) {
//!         assert_eq!(numbers.iter().sum::<u32>(), *sum);
//!     }
//! }
//!
//! prop_state_machine! {
//!     # /*
//!     #[test]
//!     # */
//!     fn the_sum_is_that_of_the_model(sequential 1..20 => Numbers);
//! }
//! # the_sum_is_that_of_the_model();
//! ```

use crate::ReferenceStateMachine;
use proptest::test_runner::{Config, INFO_LOG};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// The state of the model of a test.
type ModelState<T> = <<T as StateMachineTest>::Reference as ReferenceStateMachine>::State;

/// A transition of the model of a test.
type ModelTransition<T> = <<T as StateMachineTest>::Reference as ReferenceStateMachine>::Transition;

/// A system that is tested against a model. In disprove: `#[property]` on an impl block.
pub trait StateMachineTest {
    /// The system.
    type SystemUnderTest;

    /// Its model.
    type Reference: ReferenceStateMachine;

    /// The system in its first state. In disprove: `#[initial] fn new(..) -> Self`, or `Default`.
    fn init_test(ref_state: &ModelState<Self>) -> Self::SystemUnderTest;

    /// Applies a transition, and compares the system with the model after it. In disprove: a rule.
    fn apply(
        state: Self::SystemUnderTest,
        ref_state: &ModelState<Self>,
        transition: ModelTransition<Self>,
    ) -> Self::SystemUnderTest;

    /// Checks what must always hold. In disprove: `#[invariant]`.
    fn check_invariants(state: &Self::SystemUnderTest, ref_state: &ModelState<Self>) {
        let _ = (state, ref_state);
    }

    /// Ends a case. In disprove: `Drop`.
    fn teardown(state: Self::SystemUnderTest, ref_state: ModelState<Self>) {
        let _ = (state, ref_state);
    }

    /// Runs one case. In disprove: none is needed.
    fn test_sequential(
        config: Config,
        mut ref_state: ModelState<Self>,
        transitions: Vec<ModelTransition<Self>>,
        seen_counter: Option<Arc<AtomicUsize>>,
    ) {
        let is_verbose = config.verbose >= INFO_LOG;
        let count = transitions.len();
        let mut state = Self::init_test(&ref_state);
        Self::check_invariants(&state, &ref_state);
        for (index, transition) in transitions.into_iter().enumerate() {
            if let Some(seen) = &seen_counter {
                seen.fetch_add(1, Ordering::SeqCst);
            }
            if is_verbose {
                eprintln!("Applying transition {}/{count}: {transition:?}", index + 1);
            }
            ref_state = Self::Reference::apply(ref_state, &transition);
            state = Self::apply(state, &ref_state, transition);
            Self::check_invariants(&state, &ref_state);
        }
        Self::teardown(state, ref_state);
    }
}

/// States tests of state machines: the number of transitions, and a type that implements [`StateMachineTest`].
///
/// In disprove: `#[property]` on an impl block. The documentation of the crate has an example.
#[macro_export]
macro_rules! prop_state_machine {
    (
        #![proptest_config($config:expr)]
        $(
            $(#[$meta:meta])*
            fn $name:ident(sequential $size:expr => $test:ident $(<$($parameter:tt),+>)?);
        )*
    ) => {
        $(
            $crate::__private::proptest! {
                #![proptest_config($config)]
                $(#[$meta])*
                fn $name(
                    (initial_state, transitions, seen_counter) in
                        <<$test $(<$($parameter),+>)? as $crate::StateMachineTest>::Reference
                            as $crate::ReferenceStateMachine>::sequential_strategy($size)
                ) {
                    <$test $(::<$($parameter),+>)? as $crate::StateMachineTest>::test_sequential(
                        $config.__sugar_to_owned(), initial_state, transitions, seen_counter
                    )
                }
            }
        )*
    };
    (
        $(
            $(#[$meta:meta])*
            fn $name:ident(sequential $size:expr => $test:ident $(<$($parameter:tt),+>)?);
        )*
    ) => {
        $crate::prop_state_machine! {
            #![proptest_config($crate::__private::Config::default())]
            $(
                $(#[$meta])*
                fn $name(sequential $size => $test $(<$($parameter),+>)?);
            )*
        }
    };
}
