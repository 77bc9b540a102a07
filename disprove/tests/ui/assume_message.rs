use disprove::prelude::*;

#[property]
fn explained(n: u8) {
    assume!(n > 3, "n is {n}");
}

fn main() {}
