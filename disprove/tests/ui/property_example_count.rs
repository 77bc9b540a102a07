use disprove::prelude::*;

#[property]
#[example(1)]
#[example(1, 2, 3)]
#[example]
fn needs_two(x: u8, y: u8, src: &mut Source) {}

#[property]
#[example(7)]
fn needs_none(src: &mut Source) {}

fn main() {}
