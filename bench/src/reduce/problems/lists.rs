//! Two equal lists within a list.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;
use std::collections::HashSet;

pub struct Lists;

impl Problem for Lists {
    type Value = Vec<Vec<u8>>;
    const NAME: &'static str = "h_lists";

    /// Short lists of few different numbers, so that two are equal now and then.
    fn generate(src: &mut Source) -> Vec<Vec<u8>> {
        src.draw(vec(vec(0..40u8).len(..=3)).len(..=30))
    }

    fn judge(lists: &Vec<Vec<u8>>) -> Judgement {
        let large = |list: &[u8]| list.iter().map(|n| u32::from(*n)).sum::<u32>() >= 20;
        let mut seen = HashSet::new();
        Judgement::fails_if(lists.iter().any(|list| large(list) && !seen.insert(list)))
    }

    fn size(lists: &Vec<Vec<u8>>) -> usize {
        lists.iter().map(|list| 1 + list.len()).sum()
    }

    fn is_minimal(lists: &Vec<Vec<u8>>) -> bool {
        *lists == [[20], [20]]
    }
}
