//! The five tests with disprove, each with the imports it needs; the state machine of the fifth is in
//! `disprove_queue.rs`.

mod round_trip {
    use compare::{decode, encode};

    // 1 round trip
    use disprove::property;

    #[property]
    fn rle_round_trips(bytes: &[u8]) {
        assert_eq!(decode(&encode(bytes)), bytes);
    }
    // end
}

mod index {
    use compare::rotate_to;

    // 2 index into a vector
    use disprove::*;

    #[property]
    fn rotation_starts_at_the_index(bytes: &[u8], #[draw(index(bytes))] i: usize) {
        assert_eq!(rotate_to(bytes, i)[0], bytes[i]);
    }
    // end
}

mod expression {
    compare::expression_functions!();

    // 3 recursive expression
    use disprove::*;

    #[derive(Debug, Arbitrary)]
    // type
    enum Expr {
        Num(i8),
        Neg(Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
    }
    // counted again

    #[property]
    fn simplifying_keeps_the_value(e: &Expr) {
        assert_eq!(eval(&simplify(e)), eval(e));
    }
    // end
}

mod precondition_target_and_label {
    use compare::euclid;

    // 4 precondition, target and label
    use disprove::*;

    #[property]
    fn gcd_divides(a: u32, b: u32) {
        assume!(b < a);
        let (gcd, steps) = euclid(a, b);
        target!(steps);
        label!("{steps} steps");
        assert_eq!(a % gcd, 0);
    }
    // end
}

mod precondition {
    use compare::euclid;

    // 4a the precondition alone
    use disprove::*;

    #[property]
    fn gcd_divides(a: u32, b: u32) {
        assume!(b < a);
        let (gcd, _) = euclid(a, b);
        assert_eq!(a % gcd, 0);
    }
    // end
}

mod queue_as_a_list {
    use compare::Ring;
    use std::collections::VecDeque;

    // 5a queue as a list of operations
    use disprove::property;

    #[property]
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
