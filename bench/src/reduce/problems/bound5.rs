//! Five lists of small sum, and a large sum of all: only wrapping makes it so.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Bound5;

impl Problem for Bound5 {
    type Value = [Vec<i16>; 5];
    const NAME: &'static str = "bound5";

    fn generate(src: &mut Source) -> Self::Value {
        src.draw(any::<[Vec<i16>; 5]>())
    }

    fn judge(lists: &Self::Value) -> Judgement {
        let sum = |list: &[i16]| list.iter().fold(0_i16, |sum, x| sum.wrapping_add(*x));
        let sums = lists.each_ref().map(|list| sum(list));
        if sums.iter().any(|sum| *sum >= 256) {
            return Judgement::Outside;
        }
        Judgement::fails_if(sum(&sums) >= 5 * 256)
    }

    fn size(lists: &Self::Value) -> usize {
        lists.iter().map(Vec::len).sum()
    }

    /// The two stand in different lists, or there would be nothing to wrap.
    fn is_minimal(lists: &Self::Value) -> bool {
        let mut numbers = lists.concat();
        numbers.sort_unstable();
        numbers == [i16::MIN, -1]
    }
}
