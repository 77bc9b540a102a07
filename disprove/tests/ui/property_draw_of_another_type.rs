use disprove::prelude::*;

#[property]
#[miri::test]
fn a_number_is_no_text(#[draw(1..=6)] text: String) {
    assert!(!text.is_empty());
}

fn main() {}
