use disprove::prelude::*;

#[property(search = anneal, temperature = 11)]
fn too_hot(x: u8) {}

#[property(search = anneal, temperature = -0.5)]
fn too_cold(x: u8) {}

#[property(search = anneal, temperature = "warm")]
fn no_number(x: u8) {}

fn main() {}
