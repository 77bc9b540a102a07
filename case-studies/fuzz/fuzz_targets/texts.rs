//! What can be typed, and ends of lines.
#![no_main]
#![allow(dead_code)]

#[path = "../inputs.rs"]
mod inputs;
#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn texts(#[draw(inputs::texts())] input: String) {
    problems::check(input.as_bytes());
}

disprove_libfuzzer::fuzz_property!(texts);
