use disprove::prelude::*;

#[derive(Debug)]
struct Meter(f64);

#[property]
#[miri::test]
fn a_type_without_a_generator_is_named(n: u8, lengths: Vec<Meter>) {
    assert!(lengths.len() < usize::from(n));
}

fn main() {}
