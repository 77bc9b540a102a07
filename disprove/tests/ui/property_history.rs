use disprove::prelude::*;

struct NoHistory;

#[property(history = NoHistory)]
#[miri::test]
fn neither_a_history_nor_default(_x: u8) {}

#[property(history = 3)]
#[miri::test]
fn a_number(_x: u8) {}

fn main() {}
