//! Values that are equal and have to become smaller together.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

/// A byte that is not small, three times in one byte string.
pub struct Bytes;

impl Problem for Bytes {
    type Value = Vec<u8>;
    const NAME: &'static str = "eqbytes";

    fn generate(src: &mut Source) -> Vec<u8> {
        src.draw(bytes())
    }

    fn judge(bytes: &Vec<u8>) -> Judgement {
        let mut times = [0_usize; 256];
        for byte in bytes {
            times[usize::from(*byte)] += 1;
        }
        Judgement::fails_if(times[10..].iter().any(|times| *times >= 3))
    }

    fn size(bytes: &Vec<u8>) -> usize {
        bytes.len()
    }

    fn is_minimal(bytes: &Vec<u8>) -> bool {
        *bytes == [10, 10, 10]
    }
}

/// A letter of two texts that is not one of the first ten.
pub struct Text;

impl Problem for Text {
    type Value = (String, String);
    const NAME: &'static str = "eqtext";

    fn generate(src: &mut Source) -> (String, String) {
        (src.draw(text().alphabet("[a-z]")), src.draw(text().alphabet("[a-z]")))
    }

    fn judge((one, other): &(String, String)) -> Judgement {
        Judgement::fails_if(one.chars().any(|letter| letter >= 'k' && other.contains(letter)))
    }

    fn size((one, other): &(String, String)) -> usize {
        one.len() + other.len()
    }

    fn is_minimal((one, other): &(String, String)) -> bool {
        one == "k" && other == "k"
    }
}

/// A number that is not small, twice in a list.
pub struct List;

/// Few enough for two of them to be equal now and then.
pub const NUMBERS: u32 = 10_000;

/// Long enough for two numbers to be equal now and then.
pub const LONGEST: usize = 200;

impl Problem for List {
    type Value = Vec<u32>;
    const NAME: &'static str = "eqlist";

    fn generate(src: &mut Source) -> Vec<u32> {
        src.draw(vec(0..NUMBERS).len(..=LONGEST))
    }

    fn judge(list: &Vec<u32>) -> Judgement {
        let mut large: Vec<u32> = list.iter().copied().filter(|n| *n >= 1_000).collect();
        large.sort_unstable();
        Judgement::fails_if(large.windows(2).any(|two| two[0] == two[1]))
    }

    fn size(list: &Vec<u32>) -> usize {
        list.len()
    }

    fn is_minimal(list: &Vec<u32>) -> bool {
        *list == [1_000, 1_000]
    }
}
