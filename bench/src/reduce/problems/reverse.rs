//! A list that is not its own reverse.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Reverse;

impl Problem for Reverse {
    type Value = Vec<i32>;
    const NAME: &'static str = "reverse";

    fn generate(src: &mut Source) -> Self::Value {
        src.draw(any::<Vec<i32>>())
    }

    fn judge(list: &Self::Value) -> Judgement {
        Judgement::fails_if(!list.iter().eq(list.iter().rev()))
    }

    fn size(list: &Self::Value) -> usize {
        list.len()
    }

    fn is_minimal(list: &Self::Value) -> bool {
        *list == [0, 1]
    }
}
