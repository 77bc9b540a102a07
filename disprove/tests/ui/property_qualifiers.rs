use disprove::prelude::*;

#[property]
const fn is_const(x: u8) {}

#[property]
unsafe fn is_unsafe(x: u8) {}

#[property]
extern "C" fn is_foreign(x: u8) {}

fn main() {}
