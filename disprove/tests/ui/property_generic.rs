use disprove::prelude::*;

#[property]
fn holds_for_all<T: Arbitrary>(value: T) {}

fn main() {}
