use disprove::prelude::*;

struct Counter;

impl Counter {
    #[property]
    fn counts(&self, step: u8) {}
}

fn main() {}
