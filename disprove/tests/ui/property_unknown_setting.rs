use disprove::prelude::*;

#[property(case = 100, fast)]
fn a_typo(x: u8) {}

fn main() {}
