use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
#[draw(0..9)]
struct Whole(u8);

#[derive(Debug, Arbitrary)]
enum Choice {
    #[draw(0..9)]
    One(u8),
}

fn main() {}
