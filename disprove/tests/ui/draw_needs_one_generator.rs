use disprove::prelude::*;

#[property]
fn empty(#[draw()] x: u8) {}

#[property]
fn bare(#[draw] x: u8) {}

#[property]
fn two(#[draw(0..3, 4..9)] pair: (u8, u8)) {}

#[property]
fn twice(
    #[draw(0..3)]
    #[draw(4..9)]
    x: u8,
) {
}

#[derive(Debug, Arbitrary)]
struct Fields {
    #[draw()]
    empty: u8,
    #[draw(0..3)]
    #[draw(4..9)]
    twice: u8,
}

fn main() {}
