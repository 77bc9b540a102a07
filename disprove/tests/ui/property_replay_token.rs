use disprove::prelude::*;

#[property]
#[replay("AAEB")]
#[replay]
#[replay(7)]
fn no_token(x: u8) {}

fn main() {}
