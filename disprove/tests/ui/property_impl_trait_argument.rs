use disprove::prelude::*;

#[property]
fn takes_any(value: impl Clone, nested: Vec<impl Copy>) {}

fn main() {}
