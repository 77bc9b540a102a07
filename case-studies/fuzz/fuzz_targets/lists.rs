//! Lists of bytes.
#![no_main]

#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn lists(#[draw(vec(any::<u8>()).len(0..=8))] input: Vec<u8>) {
    problems::check(&input);
}

disprove_libfuzzer::fuzz_property!(lists);
