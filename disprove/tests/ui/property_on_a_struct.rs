use disprove::prelude::*;

#[property]
struct Point {
    x: u8,
}

fn main() {}
