use disprove::prelude::*;

#[property]
fn returns_a_number(x: u8) -> u8 {
    x
}

fn main() {}
