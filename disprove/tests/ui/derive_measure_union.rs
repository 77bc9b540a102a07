use disprove::prelude::*;

#[derive(Measure)]
union Either {
    a: u8,
    b: i8,
}

fn main() {}
