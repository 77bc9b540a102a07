use disprove::prelude::*;

#[derive(Default)]
struct Machine(Vec<u8>);

const OFTEN: u32 = 3;

#[property]
#[miri::test]
impl Machine {
    #[rule(weight = |s| s.0.len())]
    fn not_u32(&mut self) {}

    #[rule(weight = OFTEN)]
    fn not_a_function(&mut self) {}
}

fn main() {}
