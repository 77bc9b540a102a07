use disprove::prelude::*;

#[derive(Default)]
struct Machine;

#[property]
#[miri::test]
impl Machine {
    #[rule]
    fn number(&mut self) -> u8 {
        0
    }

    #[rule(when = |s| 3)]
    fn step(&mut self) {}

    #[invariant]
    fn text(&self) -> String {
        String::new()
    }
}

fn main() {}
