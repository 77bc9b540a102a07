use disprove::prelude::*;

#[property]
#[miri::test]
fn a_value_is_no_generator(#[draw(7)] n: u8) {
    assert!(n == 7);
}

#[derive(Debug, Arbitrary)]
struct Die(#[draw(6)] u8);

fn main() {}
