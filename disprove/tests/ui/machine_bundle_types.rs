use disprove::prelude::*;

#[derive(Default)]
struct Machine;

struct Account;

#[property]
#[miri::test]
impl Machine {
    #[rule(bundle = accounts)]
    fn open(&mut self) -> Account {
        Account
    }

    #[rule]
    fn cloned(&mut self, #[from(accounts)] _account: Account) {}

    #[rule]
    fn other(&mut self, #[consumes(accounts)] _account: u8) {}
}

fn main() {}
