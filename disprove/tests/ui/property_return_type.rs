use disprove::prelude::*;

#[property]
#[miri::test]
fn returns_a_number(x: u8) -> u8 {
    x
}

fn main() {}
