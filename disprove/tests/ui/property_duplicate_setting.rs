use disprove::prelude::*;

#[property(cases = 10, seed = 7, cases = 20)]
fn twice(x: u8) {}

fn main() {}
