use disprove::prelude::*;

#[derive(Arbitrary)]
struct Period {
    start: u32,
    #[draw(start..)]
    end: u32,
}

fn main() {}
