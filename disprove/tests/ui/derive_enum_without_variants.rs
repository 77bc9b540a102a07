use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
enum Never {}

fn main() {}
