use disprove::prelude::*;

#[property]
fn empty(_n: u8) {
    assume!();
}

fn main() {}
