use disprove::prelude::*;

#[derive(Default)]
struct Machine;

#[property]
impl Machine {
    #[rule(bundle = names)]
    fn name(&mut self) -> u8 {
        0
    }

    #[rule(parallel)]
    fn changes(&mut self) {}

    #[rule(parallel)]
    fn draws(&self, src: &mut Source) {}

    #[rule(parallel, bundle = names)]
    fn fills(&self) -> u8 {
        0
    }

    #[rule(parallel)]
    fn takes(&self, #[consumes(names)] name: u8) {}

    #[rule(parallel)]
    async fn waits(&self) {}
}

fn main() {}
