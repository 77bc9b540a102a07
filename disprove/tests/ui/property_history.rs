use disprove::prelude::*;

struct NoHistory;

#[property(history = NoHistory)]
fn neither_a_history_nor_default(x: u8) {}

#[property(history = 3)]
fn a_number(x: u8) {}

fn main() {}
