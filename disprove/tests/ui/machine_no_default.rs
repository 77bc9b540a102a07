use disprove::prelude::*;

struct Machine;

#[property]
#[miri::test]
impl Machine {
    #[rule]
    fn step(&mut self) {}
}

fn main() {}
