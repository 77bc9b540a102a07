use disprove::prelude::*;

#[derive(Arbitrary)]
union Bits {
    whole: u32,
    parts: [u8; 4],
}

fn main() {}
