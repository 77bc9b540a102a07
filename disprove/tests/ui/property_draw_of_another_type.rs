use disprove::prelude::*;

#[property]
fn a_number_is_no_text(#[draw(1..=6)] text: String) {}

fn main() {}
