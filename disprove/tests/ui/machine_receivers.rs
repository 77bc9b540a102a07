use disprove::prelude::*;

#[derive(Default)]
struct Machine(u8);

#[property]
impl Machine {
    #[rule]
    fn without(x: u8) {}

    #[rule]
    fn by_value(self) {}

    #[initial]
    fn started(self) {}

    #[invariant]
    fn of_nothing() {}

    #[invariant]
    fn of_an_argument(&self, x: u8) {}
}

fn main() {}
