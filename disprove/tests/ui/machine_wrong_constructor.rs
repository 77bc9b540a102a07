use disprove::prelude::*;

struct Machine;
struct Other;

#[property]
#[miri::test]
impl Machine {
    #[initial]
    fn right() -> Self {
        Machine
    }

    #[initial]
    fn wrong() -> Other {
        Other
    }

    #[rule]
    fn step(&mut self) {}
}

fn main() {}
