//! State machines as users of proptest-state-machine write them.

use proptest::{
    prelude::*,
    test_runner::{Config, FileFailurePersistence, RngSeed, TestError, TestRunner},
};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Push(u8),
    Pop,
}

/// A model of a stack. Nothing is popped from an empty one.
struct Model;

impl ReferenceStateMachine for Model {
    type State = Vec<u8>;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Vec<u8>> {
        prop::collection::vec(any::<u8>(), 0..3).boxed()
    }

    fn transitions(state: &Vec<u8>) -> BoxedStrategy<Step> {
        let push = any::<u8>().prop_map(Step::Push);
        if state.len() > 20 {
            Just(Step::Pop).boxed()
        } else {
            prop_oneof![Just(Step::Pop), push].boxed()
        }
    }

    fn preconditions(state: &Vec<u8>, step: &Step) -> bool {
        *step != Step::Pop || !state.is_empty()
    }

    fn apply(mut state: Vec<u8>, step: &Step) -> Vec<u8> {
        match step {
            Step::Push(n) => state.push(*n),
            Step::Pop => {
                state.pop().expect("it is not empty");
            }
        }
        state
    }
}

/// A stack that forgets what is above its limit.
struct Stack<const LIMIT: usize>;

impl<const LIMIT: usize> StateMachineTest for Stack<LIMIT> {
    type SystemUnderTest = Vec<u8>;
    type Reference = Model;

    fn init_test(model: &Vec<u8>) -> Vec<u8> {
        model.clone()
    }

    fn apply(mut stack: Vec<u8>, model: &Vec<u8>, step: Step) -> Vec<u8> {
        match step {
            Step::Push(n) if stack.len() < LIMIT => stack.push(n),
            Step::Push(_) => {}
            Step::Pop => assert!(stack.pop().is_some()),
        }
        assert_eq!(stack.last(), model.last());
        stack
    }

    fn check_invariants(stack: &Vec<u8>, model: &Vec<u8>) {
        assert_eq!(stack.len(), model.len());
    }
}

prop_state_machine! {
    #[test]
    fn without_limit(sequential 1..30 => Stack<100>);
}

type Small = Stack<5>;

prop_state_machine! {
    #![proptest_config(Config { cases: 2_000, ..Config::default() })]

    #[test]
    #[should_panic(expected = "Push(0), Push(0), Push(0)")]
    fn with_a_limit(sequential 1..30 => Small);
}

#[test]
fn sequences_are_reduced_and_stay_possible() {
    let config = Config {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(3),
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..Config::default()
    };
    let result = TestRunner::new(config.clone()).run(&Model::sequential_strategy(1..30), |case| {
        Small::test_sequential(config.clone(), case.0, case.1, case.2);
        Ok(())
    });
    let Err(TestError::Fail(_, (state, steps, _))) = result else { panic!("it is wrong") };
    assert_eq!(state.len() + steps.len(), 6, "{state:?} {steps:?}");
    let (last, others) = steps.split_last().expect("there are steps");
    assert!(others.iter().all(|step| *step == Step::Push(0)), "{steps:?}");
    // The top differs, or the length.
    assert!([Step::Push(0), Step::Push(1)].contains(last), "{steps:?}");
}
