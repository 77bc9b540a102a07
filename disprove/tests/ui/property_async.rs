use disprove::prelude::*;

#[property]
async fn answers(x: u8) {}

fn main() {}
