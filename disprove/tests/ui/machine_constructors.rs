use disprove::prelude::*;

struct Machine;

#[property]
impl Machine {
    #[initial]
    fn new() {}

    #[rule]
    fn step(&mut self) {}
}

fn main() {}
