use disprove::prelude::*;

#[property]
fn draws_twice(one: &mut Source, other: &mut Source) {}

fn main() {}
