//! The five tests with disprove; the state machine of the fifth is in `disprove_queue.rs`.

// 0 imports
use disprove::prelude::*;
// end
use compare::{Ring, decode, encode, euclid, rotate_to};
use std::collections::VecDeque;

// 1 round trip
#[property]
fn rle_round_trips(bytes: Vec<u8>) {
    assert_eq!(decode(&encode(&bytes)), bytes);
}
// end

// 2 index into a vector
#[property]
fn rotation_starts_at_the_index(bytes: Vec<u8>, src: &mut Source) {
    assume!(!bytes.is_empty());
    let i = src.draw(0..bytes.len());
    assert_eq!(rotate_to(&bytes, i)[0], bytes[i]);
}
// end

// 3 recursive expression
#[derive(Debug, Arbitrary)]
// type
enum Expr {
    Num(i8),
    Neg(Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}
// counted again
#[property]
fn simplifying_keeps_the_value(e: Expr) {
    assert_eq!(eval(&simplify(&e)), eval(&e));
}
// end
compare::expression_functions!();

// 4 precondition, target and label
#[property]
fn gcd_divides(a: u32, b: u32) {
    assume!(b < a);
    let (gcd, steps) = euclid(a, b);
    target!(steps);
    label!("{steps} steps");
    assert_eq!(a % gcd, 0);
}
// end

mod alone {
    use super::*;

    // 4a the precondition alone
    #[property]
    fn gcd_divides(a: u32, b: u32) {
        assume!(b < a);
        let (gcd, _) = euclid(a, b);
        assert_eq!(a % gcd, 0);
    }
    // end
}

// 5a queue as a list of operations
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
