use disprove::prelude::*;

#[property(search = annealing)]
fn a_typo(x: u8) {}

#[property(search = "pool")]
fn a_string(x: u8) {}

fn main() {}
