use disprove::prelude::*;
use std::cell::Cell;

#[derive(Default)]
struct Machine(Cell<u8>);

#[property]
#[miri::test]
impl Machine {
    #[rule(parallel)]
    fn get(&self) -> u8 {
        self.0.get()
    }
}

fn main() {}
