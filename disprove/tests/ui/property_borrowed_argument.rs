use disprove::prelude::*;

struct Plain;

#[property]
#[miri::test]
fn no_generator(_plain: &Plain, _plains: &[Plain]) {}

#[property]
#[miri::test]
fn draws_another_type(#[draw(0..3)] _text: &str) {}

#[property]
#[miri::test]
#[example(3)]
fn example_of_another_type(_text: &str) {}

#[property]
#[miri::test]
fn returns_a_number(text: &str) -> usize {
    text.len()
}

fn main() {}
