//! Byte strings, in one piece.
#![no_main]

#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn pieces(#[draw(bytes().len(0..=64))] input: Vec<u8>) {
    problems::check(&input);
}

disprove_libfuzzer::fuzz_property!(pieces);
