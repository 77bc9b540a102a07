//! Two intervals that overlap by five or more, neither within the other.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

pub struct Intervals;

impl Problem for Intervals {
    type Value = Vec<(u32, u32)>;
    const NAME: &'static str = "h_interv";

    fn generate(src: &mut Source) -> Vec<(u32, u32)> {
        let interval = |src: &mut Source| {
            let low = src.draw(0..1_000);
            (low, src.draw(low..1_000))
        };
        src.draw(vec(interval))
    }

    fn judge(all: &Vec<(u32, u32)>) -> Judgement {
        let overlap = |a: &(u32, u32), b: &(u32, u32)| a.0 < b.0 && b.0 + 5 <= a.1 && a.1 < b.1;
        Judgement::fails_if(all.iter().any(|a| all.iter().any(|b| overlap(a, b))))
    }

    fn size(all: &Vec<(u32, u32)>) -> usize {
        all.len()
    }

    fn is_minimal(all: &Vec<(u32, u32)>) -> bool {
        *all == [(0, 6), (1, 7)]
    }
}
