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
fn returns_something_else(text: &str) -> Option<u8> {
    let n = text?;
    match text {
        1 => None,
        _ => text,
    }
}

fn main() {}
