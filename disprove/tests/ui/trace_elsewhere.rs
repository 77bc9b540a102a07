use disprove::prelude::*;

#[trace]
struct Point {
    x: u8,
}

#[trace]
const LENGTH: usize = 7;

#[trace(operands)]
fn with_arguments() {}

#[trace]
fn wrong_types(text: &str) -> Option<u8> {
    if text == 5 {
        let n = text?;
    }
    match text {
        1 => None,
        _ => text,
    }
}

fn main() {}
