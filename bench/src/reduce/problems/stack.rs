//! Calls of a stack: an empty one is popped after something large was.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

#[derive(Clone, Debug, Arbitrary)]
pub enum Call {
    Pop,
    Push(#[draw(0..1_000)] u32),
}

pub struct Stack;

impl Problem for Stack {
    type Value = Vec<Call>;
    const NAME: &'static str = "h_stack";

    fn generate(src: &mut Source) -> Vec<Call> {
        src.draw(vec(any::<Call>()))
    }

    fn judge(calls: &Vec<Call>) -> Judgement {
        let mut stack = Vec::new();
        let mut large = false;
        for call in calls {
            match call {
                Call::Push(n) => stack.push(*n),
                Call::Pop => match stack.pop() {
                    Some(n) => large |= n >= 50,
                    None if large => return Judgement::Fails,
                    None => {}
                },
            }
        }
        Judgement::Holds
    }

    fn size(calls: &Vec<Call>) -> usize {
        calls.len()
    }

    fn is_minimal(calls: &Vec<Call>) -> bool {
        matches!(calls[..], [Call::Push(50), Call::Pop, Call::Pop])
    }
}
