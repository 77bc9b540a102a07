use disprove::prelude::*;

#[property]
#[miri::test]
fn an_iterator_is_no_generator(#[draw((0..9).map(|n| n * 2))] n: u8, m: u8) {
    assert!(n <= m);
}

fn drawn_in_a_function(src: &mut Source) -> u8 {
    src.draw((0..9).map(|n| n * 2))
}

fn main() {}
