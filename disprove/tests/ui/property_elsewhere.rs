use disprove::prelude::*;

#[property]
struct Point {
    x: u8,
}

struct Line;

#[property]
impl Line {
    fn is_straight(&self) {}
}

#[property]
const LENGTH: usize = 7;

fn main() {}
