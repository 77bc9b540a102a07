use disprove::prelude::*;

#[derive(Default)]
struct Machine;

#[property]
impl Machine {
    #[rule(bundle = accounts)]
    fn open(&mut self) -> u8 {
        0
    }

    #[rule]
    fn misspelt(&mut self, #[from(acounts)] account: u8) {}

    #[rule]
    fn none(&mut self, #[consumes(tokens)] token: u8) {}

    #[rule(bundle = users)]
    fn nothing(&mut self) {}

    #[rule]
    fn unnamed(&mut self, #[from] account: u8) {}

    #[rule]
    fn lent(&mut self, #[from(accounts)] account: &u8) {}

    #[rule]
    fn two(&mut self, #[from(accounts)] #[draw(0..9)] account: u8) {}

    #[initial]
    fn early(&mut self, #[from(accounts)] account: u8) {}
}

fn main() {}
