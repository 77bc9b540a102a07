use disprove::prelude::*;

struct Handle(*const u8);

#[property]
fn cannot_be_made(handle: Handle) {}

fn main() {}
