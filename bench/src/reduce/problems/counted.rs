//! A length that is drawn first, and then that many numbers.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Counted;

impl Problem for Counted {
    type Value = Vec<u32>;
    const NAME: &'static str = "counted";

    fn generate(src: &mut Source) -> Vec<u32> {
        let count = src.draw(0..=30);
        (0..count).map(|_| src.draw(0..1_000)).collect()
    }

    /// A large number, and behind it one that is neither large nor small.
    fn judge(list: &Vec<u32>) -> Judgement {
        let large = list.iter().position(|x| *x >= 500);
        let behind = large.map_or(&[][..], |at| &list[at..]);
        Judgement::fails_if(behind.iter().any(|y| (100..500).contains(y)))
    }

    fn size(list: &Vec<u32>) -> usize {
        list.len()
    }

    fn is_minimal(list: &Vec<u32>) -> bool {
        *list == [500, 100]
    }
}
