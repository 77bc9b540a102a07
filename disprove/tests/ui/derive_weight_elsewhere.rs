use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
#[weight(2)]
struct Heavy {
    #[weight(3)]
    field: u8,
}

#[derive(Debug, Arbitrary)]
enum Choice {
    One(#[weight(2)] u8),
}

fn main() {}
