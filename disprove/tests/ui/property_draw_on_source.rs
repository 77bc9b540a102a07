use disprove::prelude::*;

#[property]
fn draws(#[draw(0..9)] src: &mut Source) {}

fn main() {}
