//! The five tests with proptest, each with the imports it needs. It has no targets and no labels.

mod round_trip {
    use compare::{decode, encode};

    // 1 round trip
    use proptest::property_test;

    #[property_test]
    fn rle_round_trips(bytes: Vec<u8>) {
        assert_eq!(decode(&encode(&bytes)), bytes);
    }
    // end
}

mod index {
    use compare::rotate_to;

    // 2 index into a vector
    use proptest::property_test;

    #[property_test]
    fn rotation_starts_at_the_index(bytes: Vec<u8>, i: usize) {
        if let Some(i) = i.checked_rem(bytes.len()) {
            assert_eq!(rotate_to(&bytes, i)[0], bytes[i]);
        }
    }
    // end
}

mod expression {
    compare::expression_functions!();

    // 3 recursive expression
    use proptest::prelude::*;

    #[derive(Debug)]
    // type
    enum Expr {
        Num(i8),
        Neg(Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
    }
    // counted again

    proptest! {
        #[test]
        fn simplifying_keeps_the_value(e in any::<i8>().prop_map(Expr::Num).prop_recursive(8, 100, 2, |e| {
            let e = e.prop_map(Box::new);
            prop_oneof![
                e.clone().prop_map(Expr::Neg),
                (e.clone(), e).prop_map(|(a, b)| Expr::Mul(a, b))
            ]
        })) {
            assert_eq!(eval(&simplify(&e)), eval(&e));
        }
    }
    // end
}

mod precondition {
    use compare::euclid;

    // 4a the precondition alone
    use proptest::*;

    #[property_test]
    fn gcd_divides(a: u32, b: u32) {
        prop_assume!(b < a);
        let (gcd, _) = euclid(a, b);
        assert_eq!(a % gcd, 0);
    }
    // end
}

mod queue {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5 queue against a model
    use proptest::prelude::*;
    use proptest_derive::Arbitrary;
    use proptest_state_machine::*;

    #[derive(Arbitrary, Clone, Debug)]
    enum Step {
        Push(u8),
        Pop,
    }

    struct QueueVsModel;

    impl ReferenceStateMachine for QueueVsModel {
        type State = (VecDeque<u8>, Option<u8>);
        type Transition = Step;

        fn init_state() -> BoxedStrategy<Self::State> {
            Just(Default::default()).boxed()
        }

        fn transitions(_: &Self::State) -> BoxedStrategy<Step> {
            any::<Step>().boxed()
        }

        fn preconditions(state: &Self::State, step: &Step) -> bool {
            matches!(step, Step::Pop) || state.0.len() < 3
        }

        fn apply(mut state: Self::State, step: &Step) -> Self::State {
            match step {
                Step::Push(x) => state.0.push_back(*x),
                Step::Pop => state.1 = state.0.pop_front(),
            }
            state
        }
    }

    impl StateMachineTest for QueueVsModel {
        type SystemUnderTest = Ring<3>;
        type Reference = Self;

        fn init_test(_: &<Self as ReferenceStateMachine>::State) -> Ring<3> {
            Ring::default()
        }

        fn apply(
            mut queue: Ring<3>,
            state: &<Self as ReferenceStateMachine>::State,
            step: Step,
        ) -> Ring<3> {
            match step {
                Step::Push(x) => queue.push(x),
                Step::Pop => assert_eq!(queue.pop(), state.1),
            }
            queue
        }

        fn check_invariants(queue: &Ring<3>, state: &<Self as ReferenceStateMachine>::State) {
            assert_eq!(queue.len(), state.0.len());
        }
    }

    prop_state_machine! {
        #[test]
        fn queue_vs_model(sequential 1..100 => QueueVsModel);
    }
    // end
}

mod queue_as_a_list {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5a queue as a list of operations
    use proptest::property_test;

    #[property_test]
    fn queue_matches_model(pushes: Vec<Option<u8>>) {
        let (mut queue, mut model) = (Ring::<3>::default(), VecDeque::new());
        for push in pushes {
            match push {
                Some(x) if model.len() < 3 => {
                    queue.push(x);
                    model.push_back(x);
                }
                _ => assert_eq!(queue.pop(), model.pop_front()),
            }
            assert_eq!(queue.len(), model.len());
        }
    }
    // end
}
