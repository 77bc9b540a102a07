//! Two numbers that hold each other in place.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

/// Their sum must not become small.
pub struct Sum;

impl Problem for Sum {
    type Value = (u16, u16);
    const NAME: &'static str = "h_sum2";

    fn generate(src: &mut Source) -> (u16, u16) {
        (src.draw(any::<u16>()), src.draw(any::<u16>()))
    }

    fn judge((a, b): &(u16, u16)) -> Judgement {
        Judgement::fails_if(u32::from(*a) + u32::from(*b) >= 50_000)
    }

    fn size((a, b): &(u16, u16)) -> usize {
        usize::from(*a) + usize::from(*b)
    }

    fn is_minimal(pair: &(u16, u16)) -> bool {
        *pair == (0, 50_000)
    }
}

/// Their difference must stay small.
pub struct Difference;

impl Problem for Difference {
    type Value = (u32, u32);
    const NAME: &'static str = "h_diff";

    fn generate(src: &mut Source) -> (u32, u32) {
        (src.draw(0..100_000), src.draw(0..100_000))
    }

    fn judge((a, b): &(u32, u32)) -> Judgement {
        Judgement::fails_if(*b >= 100 && (b + 3..=b + 50).contains(a))
    }

    fn size((a, b): &(u32, u32)) -> usize {
        (a + b) as usize
    }

    fn is_minimal(pair: &(u32, u32)) -> bool {
        *pair == (103, 100)
    }
}
