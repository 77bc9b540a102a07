use disprove::prelude::*;

#[property]
fn borrows(text: &str, items: &[u8], other: &mut Vec<u8>) {}

#[property]
fn cannot_draw(src: &Source) {}

fn main() {}
