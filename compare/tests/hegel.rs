//! The five tests with hegeltest, each with the imports it needs.

mod round_trip {
    use compare::{decode, encode};

    // 1 round trip
    use hegel::*;

    #[hegel::test]
    fn rle_round_trips(tc: TestCase) {
        let bytes = tc.draw(generators::binary());
        assert_eq!(decode(&encode(&bytes)), bytes);
    }
    // end
}

mod index {
    use compare::rotate_to;

    // 2 index into a vector
    use hegel::*;

    #[hegel::test]
    fn rotation_starts_at_the_index(tc: TestCase) {
        let bytes = tc.draw(generators::binary().min_size(1));
        let i = tc.draw(generators::integers().max_value(bytes.len() - 1));
        assert_eq!(rotate_to(&bytes, i)[0], bytes[i]);
    }
    // end
}

mod expression {
    compare::expression_functions!();

    // 3 recursive expression
    use hegel::*;

    #[derive(Debug)]
    // type
    enum Expr {
        Num(i8),
        Neg(Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
    }
    // counted again

    #[hegel::test]
    fn simplifying_keeps_the_value(tc: TestCase) {
        let e = tc.draw(generators::recursive(generators::integers().map(Expr::Num), |e| {
            let e = e.map(Box::new).boxed_printable();
            one_of!(e.clone().map(Expr::Neg), tuples!(e.clone(), e).map(|(a, b)| Expr::Mul(a, b)))
        }));
        assert_eq!(eval(&simplify(&e)), eval(&e));
    }
    // end
}

mod precondition_target_and_label {
    use compare::euclid;

    // 4 precondition, target and label
    use hegel::*;

    #[hegel::test]
    fn gcd_divides(tc: TestCase) {
        let a: u32 = tc.draw(generators::integers());
        let b = tc.draw(generators::integers());
        tc.assume(b < a);
        let (gcd, steps) = euclid(a, b);
        tc.target(steps.into());
        tc.event(format!("{steps} steps"));
        assert_eq!(a % gcd, 0);
    }
    // end
}

mod precondition {
    use compare::euclid;

    // 4a the precondition alone
    use hegel::*;

    #[hegel::test]
    fn gcd_divides(tc: TestCase) {
        let a: u32 = tc.draw(generators::integers());
        let b = tc.draw(generators::integers());
        tc.assume(b < a);
        let (gcd, _) = euclid(a, b);
        assert_eq!(a % gcd, 0);
    }
    // end
}

mod queue {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5 queue against a model
    use hegel::*;

    #[derive(Default)]
    struct QueueVsModel {
        queue: Ring<3>,
        model: VecDeque<u8>,
    }

    #[state_machine]
    impl QueueVsModel {
        #[rule]
        fn push(&mut self, tc: TestCase) {
            tc.assume(self.model.len() < 3);
            let x = tc.draw(generators::integers());
            self.queue.push(x);
            self.model.push_back(x);
        }

        #[rule]
        fn pop(&mut self, _: TestCase) {
            assert_eq!(self.queue.pop(), self.model.pop_front());
        }

        #[invariant(always_run)]
        fn same_len(&self, _: TestCase) {
            assert_eq!(self.queue.len(), self.model.len());
        }
    }

    #[hegel::test]
    fn queue_vs_model(tc: TestCase) {
        stateful::machine(QueueVsModel::default()).run(tc);
    }
    // end
}

mod queue_as_a_list {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5a queue as a list of operations
    use hegel::*;

    #[hegel::test]
    fn queue_matches_model(tc: TestCase) {
        let (mut queue, mut model) = (Ring::<3>::default(), VecDeque::new());
        for push in tc.draw(generators::default::<Vec<Option<u8>>>()) {
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
