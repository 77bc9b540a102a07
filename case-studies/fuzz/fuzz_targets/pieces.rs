//! Byte strings, in one piece.
#![no_main]
#![allow(dead_code)]

#[path = "../inputs.rs"]
mod inputs;
#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn pieces(#[draw(inputs::pieces())] input: Vec<u8>) {
    problems::check(&input);
}

disprove_libfuzzer::fuzz_property!(pieces);
