//! A list of numbers with a large sum: many small ones should become few large
//! ones.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

const SUM: u64 = 3_000_000;

/// The number of largest numbers that are needed.
const FEWEST: usize = SUM.div_ceil(u16::MAX as u64) as usize;

/// Long enough for lists to reach the sum.
pub const LONGEST: usize = 600;

fn sum(list: &[u16]) -> u64 {
    list.iter().map(|n| u64::from(*n)).sum()
}

pub struct Sum46;

impl Problem for Sum46 {
    type Value = Vec<u16>;
    const NAME: &'static str = "sum46";

    fn generate(src: &mut Source) -> Vec<u16> {
        src.draw(vec(any::<u16>()).len(..=LONGEST))
    }

    fn judge(list: &Vec<u16>) -> Judgement {
        Judgement::fails_if(sum(list) >= SUM)
    }

    fn size(list: &Vec<u16>) -> usize {
        list.len()
    }

    fn is_minimal(list: &Vec<u16>) -> bool {
        list.len() == FEWEST && sum(list) == SUM
    }
}
