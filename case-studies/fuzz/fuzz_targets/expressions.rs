//! Expressions of the grammar of the parser.
#![no_main]
#![allow(dead_code)]

#[path = "../inputs.rs"]
mod inputs;
#[path = "../problems.rs"]
mod problems;

use pbt::prelude::*;

#[property(crate = pbt)]
fn expressions(#[draw(inputs::expressions())] input: String) {
    problems::check(input.as_bytes());
}

disprove_libfuzzer::fuzz_property!(expressions);
