use disprove::prelude::*;

#[derive(Default)]
struct Machine(u8);

#[property]
impl Machine {
    #[invariant]
    fn is_small(&self) -> bool {
        self.0 < 10
    }
}

fn main() {}
