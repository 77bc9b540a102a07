//! The five tests with quickcheck, each with the imports it needs. It has no targets, no labels and no state
//! machines.

#![expect(clippy::manual_is_multiple_of, reason = "the same expression as in the other libraries")]

mod round_trip {
    use compare::{decode, encode};

    // 1 round trip
    use quickcheck_macros::quickcheck;

    #[quickcheck]
    fn rle_round_trips(bytes: Vec<u8>) {
        assert_eq!(decode(&encode(&bytes)), bytes);
    }
    // end
}

mod index {
    use compare::rotate_to;

    // 2 index into a vector
    use quickcheck_macros::quickcheck;

    #[quickcheck]
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
    use quickcheck::*;

    #[derive(Clone, Debug)]
    // type
    enum Expr {
        Num(i8),
        Neg(Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
    }
    // counted again

    impl Arbitrary for Expr {
        fn arbitrary(g: &mut Gen) -> Expr {
            let smaller = &mut Gen::new(g.size() / 2);
            match g.size().min(usize::arbitrary(g) % 3) {
                0 => Expr::Num(Arbitrary::arbitrary(g)),
                1 => Expr::Neg(Arbitrary::arbitrary(smaller)),
                _ => Expr::Mul(Arbitrary::arbitrary(smaller), Arbitrary::arbitrary(smaller)),
            }
        }
    }

    quickcheck! {
        fn simplifying_keeps_the_value(e: Expr) -> () {
            assert_eq!(eval(&simplify(&e)), eval(&e));
        }
    }
    // end
}

mod precondition {
    use compare::euclid;

    // 4a the precondition alone
    use quickcheck::*;

    quickcheck! {
        fn gcd_divides(a: u32, b: u32) -> TestResult {
            if b >= a {
                return TestResult::discard();
            }
            let (gcd, _) = euclid(a, b);
            TestResult::from_bool(a % gcd == 0)
        }
    }
    // end
}

mod queue_as_a_list {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5a queue as a list of operations
    use quickcheck_macros::quickcheck;

    #[quickcheck]
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
