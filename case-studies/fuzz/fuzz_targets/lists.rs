//! Lists of bytes.
#![no_main]
#![allow(dead_code)]

#[path = "../inputs.rs"]
mod inputs;
#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn lists(#[draw(inputs::lists())] input: Vec<u8>) {
    problems::check(&input);
}

disprove_libfuzzer::fuzz_property!(lists);
