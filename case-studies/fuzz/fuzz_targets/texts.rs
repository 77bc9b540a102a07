//! What can be typed, and ends of lines.
#![no_main]

#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn texts(#[draw(text().alphabet("[ -~\n]").len(0..=32))] input: String) {
    problems::check(input.as_bytes());
}

disprove_libfuzzer::fuzz_property!(texts);
