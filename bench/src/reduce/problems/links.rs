//! Each item names the next one: what is deleted changes the numbers of the rest.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Links;

impl Problem for Links {
    type Value = Vec<usize>;
    const NAME: &'static str = "links";

    fn generate(src: &mut Source) -> Vec<usize> {
        src.draw(vec(0..20usize).len(..=20))
    }

    /// Four places or more can be reached from the first.
    fn judge(next: &Vec<usize>) -> Judgement {
        if next.iter().any(|place| *place >= next.len()) {
            return Judgement::Outside;
        }
        let mut reached = vec![false; next.len()];
        let mut place = 0;
        while place < next.len() && !reached[place] {
            reached[place] = true;
            place = next[place];
        }
        Judgement::fails_if(reached.iter().filter(|reached| **reached).count() >= 4)
    }

    fn size(next: &Vec<usize>) -> usize {
        next.len()
    }

    fn is_minimal(next: &Vec<usize>) -> bool {
        *next == [1, 2, 3, 0]
    }
}
