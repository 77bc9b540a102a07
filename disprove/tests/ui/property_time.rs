use disprove::prelude::*;

#[property(time = "10")]
fn without_a_unit(x: u8) {}

#[property(time = 10)]
fn not_a_text(x: u8) {}

#[property(time = "0s")]
fn no_time(x: u8) {}

fn main() {}
